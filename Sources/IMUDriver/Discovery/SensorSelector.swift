import MotionCore

/// Which sensor to read.
public enum SensorSelector: Hashable, Sendable {
  /// The only usable one that is connected.
  case auto
  /// A device node, or a stable id.
  case device(String)
  /// A sensor on a serial port.
  case serial(SerialSelector)
  /// A recorded bundle.
  case replay(path: String)
  /// A table of values.
  case csv(path: String)
  /// A simulated rider; without a seed the caller chooses one.
  case simulated(seed: UInt64?)

  /// The forms that can be written.
  static let forms =
    "auto, /dev/input/eventN, /dev/iio:deviceN, a stable id, serial:PORT[,option=value…], replay:BUNDLE, csv:FILE, "
    + "simulated, simulated:seed=N"

  /// Reads the written form.
  public init(parsing text: String) throws(SensorSelectorError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts.first ?? "")
    let rest = parts.count == 2 ? String(parts[1]) : nil
    func problem(_ problem: SensorSelectorError.Problem, suggestion: String? = nil) -> SensorSelectorError {
      SensorSelectorError(selector: text, problem, suggestion: suggestion)
    }
    func path(_ what: String) throws(SensorSelectorError) -> String {
      guard let rest, !rest.isEmpty else { throw problem(.namesNothing(kind: word, what: what)) }
      return rest
    }
    if text.isEmpty { throw problem(.empty) }
    // A port's path by itself, or the stable id of its adapter.
    if SerialSelector.isPort(text) || text.hasPrefix("serial-") {
      self = .serial(try SerialSelector(parsing: text, of: text))
      return
    }
    if text.hasPrefix("/") {
      self = .device(text)
      return
    }
    switch word {
    case "auto" where rest == nil: self = .auto
    case "serial":
      self = .serial(try SerialSelector(parsing: try path("port"), of: text))
    case "replay": self = .replay(path: try path("bundle"))
    case "csv": self = .csv(path: try path("file"))
    case "simulated":
      guard let rest else {
        self = .simulated(seed: nil)
        return
      }
      let option = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard option.first == "seed", option.count == 2 else {
        throw problem(.simulatedOption(rest), suggestion: "simulated:seed=1")
      }
      guard let seed = UInt64(option[1]) else {
        throw problem(.seed(String(option[1])))
      }
      self = .simulated(seed: seed)
    default:
      let words = ["auto", "serial", "replay", "csv", "simulated"]
      let near = Suggestion.nearest(to: word, among: words)
      if let near, !word.contains("-") {
        let corrected = near == "auto" || rest == nil ? near : "\(near):\(rest!)"
        throw problem(.kind(word), suggestion: corrected)
      }
      // A Bluetooth address has colons, too.
      if rest != nil, word.count != 2 { throw problem(.kind(word)) }
      self = .device(text)
    }
  }
}

/// A sensor as the user asks for it: which one, and how it is called in the session.
public struct SensorRequest: Hashable, Sendable {
  /// The name that was given before `=`; nil when none was.
  public var name: String?
  public var selector: SensorSelector

  public init(name: String?, selector: SensorSelector) {
    self.name = name
    self.selector = selector
  }

  /// Reads `[NAME=]SELECTOR`. A name has letters, digits, `_` and `-`, and begins with a letter.
  public init(parsing text: String) throws(SensorSelectorError) {
    guard let sign = text.firstIndex(of: "="), !text[..<sign].contains(where: { "/:".contains($0) }) else {
      self.init(name: nil, selector: try SensorSelector(parsing: text))
      return
    }
    let name = text[..<sign]
    func isLetter(_ c: Character) -> Bool { c.isASCII && c.isLetter }
    guard let first = name.first, isLetter(first),
      name.allSatisfy({ isLetter($0) || ($0.isASCII && $0.isNumber) || "_-".contains($0) })
    else {
      throw SensorSelectorError(selector: text, .name(String(name)))
    }
    self.init(
      name: String(name), selector: try SensorSelector(parsing: String(text[text.index(after: sign)...])))
  }
}
