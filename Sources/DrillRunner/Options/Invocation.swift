import CLinux
import Glibc

/// A command line that was understood: which flags were given, and the other arguments.
struct Invocation: Hashable, Sendable {
  var values: [String: [String]] = [:]
  var arguments: [String] = []

  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }
  func value(_ flag: Flag) -> String? { values[flag.name]?.last }
  func all(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  /// Reads `arguments` (without the program's and the command's name) by getopt_long(3): options and other
  /// arguments in any order, `--` ends the options. Throws `UsageError`.
  init(_ words: [String], command: String, flags: [Flag]) throws(UsageError) {
    var storage = ([command] + words).map { strdup($0) }
    defer { for word in storage { free(word) } }
    let names = flags.map { strdup($0.name) }
    defer { for name in names { free(name) } }
    var table = zip(names, flags).enumerated().map { index, pair in
      option(
        name: UnsafePointer(pair.0), has_arg: pair.1.argument == nil ? no_argument : required_argument,
        flag: nil, val: Invocation.firstCode + Int32(index))
    }
    table.append(option())
    // A leading ':' tells a missing argument from an unknown option.
    let letters =
      ":"
      + flags.compactMap { flag in flag.short.map { "\($0)" + (flag.argument == nil ? "" : ":") } }
      .joined()

    coptions_reset()
    var step = coptions_next(Int32(storage.count), &storage, letters, table)
    while step.code != -1 {
      switch UInt8(exactly: step.code) {
      case UInt8(ascii: ":"):
        throw UsageError(
          command, .needsArgument(option: Invocation.name(ofCode: step.unknown, flags: flags)))
      case UInt8(ascii: "?") where step.unknown >= Invocation.firstCode:
        throw UsageError(
          command, .takesNoArgument(option: Invocation.name(ofCode: step.unknown, flags: flags)))
      case UInt8(ascii: "?"):
        let word = storage[Int(step.next) - 1].map { String(cString: $0) } ?? ""
        let name = step.unknown == 0 ? word : Invocation.name(ofCode: step.unknown, flags: flags)
        throw UsageError.unknownOption(name, command: command, flags: flags)
      default:
        guard let flag = Invocation.flag(ofCode: step.code, flags: flags) else { break }
        if flag.argument != nil, !flag.repeats, values[flag.name] != nil {
          throw UsageError(command, .givenTwice(option: "--\(flag.name)"))
        }
        values[flag.name, default: []].append(step.argument.map { String(cString: $0) } ?? "")
      }
      step = coptions_next(Int32(storage.count), &storage, letters, table)
    }
    self.arguments = storage[Int(step.next)...].compactMap { $0.map { String(cString: $0) } }
  }

  /// The codes that getopt returns for long options start here, above every letter.
  private static let firstCode: Int32 = 1000

  private static func flag(ofCode code: Int32, flags: [Flag]) -> Flag? {
    code >= firstCode
      ? flags[Int(code - firstCode)]
      : flags.first { $0.short?.asciiValue.map(Int32.init) == code }
  }

  private static func name(ofCode code: Int32, flags: [Flag]) -> String {
    if code >= firstCode { return "--" + flags[Int(code - firstCode)].name }
    return "-" + String(UnicodeScalar(UInt8(truncatingIfNeeded: code)))
  }
}
