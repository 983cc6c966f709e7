/// One option of a command, as the registry knows it: what getopt is told, and what help says.
struct Flag: Hashable, Sendable {
  /// The long name without dashes.
  var name: String
  /// The short letter, where there is one.
  var short: Character?
  /// What its argument is called; nil for a switch.
  var argument: String?
  /// Whether it may be given several times.
  var repeats = false
  var help: String

  static let help = Flag(name: "help", short: "h", help: "print this help")
  static let json = Flag(name: "json", help: "print one JSON document on stdout")
  static let sessions = Flag(
    name: "sessions", argument: "DIR",
    help: "sessions folder (default: $XDG_DATA_HOME/drillrunner/sessions)")
  static let voice = Flag(
    name: "voice", argument: "VOICE",
    help: "flite[:NAME], espeak-ng[:NAME], or a folder of clips (default: the drill's, else flite)")
  static let plain = Flag(name: "plain", help: "one line per change instead of the live view")
  static let seed = Flag(
    name: "seed", argument: "N", help: "seed of the drawn intervals and of the simulated rider")

  /// How it is written on a command line: "--imu [NAME=]SELECTOR".
  var usage: String {
    let long = "--\(name)" + (argument.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}
