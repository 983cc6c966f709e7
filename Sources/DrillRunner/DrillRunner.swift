import MotionCore

@main
struct DrillRunner {
  static func main() {
  }
}
