import Foundation

/// The program `drillrunner`.
@main
enum DrillRunner {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    exit(CommandRegistry.main(Array(CommandLine.arguments.dropFirst()), console: .standard).rawValue)
  }
}
