/// One option of a command, as the registry knows it: what getopt is told, and what help says.
struct Flag: Hashable, Sendable {
  /// What a shell can offer for an argument.
  enum Values: Hashable, Sendable {
    /// Nobody but the user knows it.
    case none
    /// Words of the language; those that end with a colon go on.
    case words([String])
    case files
    case folders
    /// Words, or a folder.
    case wordsOrFolders([String])
  }

  /// The long name without dashes.
  var name: String
  /// The short letter, where there is one.
  var short: Character?
  /// What its argument is called; nil for a switch.
  var argument: String?
  /// Whether it may be given several times.
  var repeats = false
  var values = Values.none
  var help: String

  static let help = Flag(name: "help", short: "h", help: "print this help")
  static let json = Flag(name: "json", help: "print one JSON document on stdout")
  static let sessions = Flag(
    name: "sessions", argument: "DIR", values: .folders,
    help: "sessions folder (default: $XDG_DATA_HOME/drillrunner/sessions)")
  static let voice = Flag(
    name: "voice", argument: "VOICE", values: .wordsOrFolders(["flite", "espeak-ng"]),
    help: "flite[:NAME], espeak-ng[:NAME], or a folder of clips (default: the drill's, else flite)")
  /// What `--imu` takes, beside nodes and stable ids.
  static let sensorWords = ["auto", "simulated", "serial:", "replay:", "csv:"]
  static let plain = Flag(name: "plain", help: "one line per change instead of the live view")
  static let seed = Flag(
    name: "seed", argument: "N", help: "seed of the drawn intervals and of the simulated rider")

  /// How it is written on a command line: "--imu [NAME=]SELECTOR".
  var usage: String {
    let long = "--\(name)" + (argument.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}
