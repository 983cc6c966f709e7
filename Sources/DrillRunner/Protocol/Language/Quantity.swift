import MotionCore

/// Numbers with units, as a drill writes them: `3.0 s`, `250 ms`, `2 min`, `100 Hz`, `10 %`.
enum Quantity {
  enum Unit: String, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case minutes = "min"
    case hertz = "Hz"
    case percent = "%"
    case decibels = "dB"

    static let times: [Unit] = [.seconds, .milliseconds, .minutes]

    /// Milliseconds in one of a unit of time; nil for the others.
    var milliseconds: Double? {
      switch self {
      case .seconds: 1000
      case .milliseconds: 1
      case .minutes: 60_000
      case .hertz, .percent, .decibels: nil
      }
    }
  }

  /// What is wrong with a number, with the part of the text that it is about (offset and length in
  /// characters).
  struct Misread: Error {
    var offset: Int
    var length: Int
    var problem: NumberProblem
  }

  /// Reads a decimal number and one of `units`, with or without a space between.
  static func parse(_ text: Substring, units: [Unit], offset: Int) throws(Misread) -> (
    value: Double, unit: Unit
  ) {
    let scalars = Array(text.unicodeScalars)
    let end = scalars.firstIndex {
      !($0.properties.numericType == .decimal || "+-.,".unicodeScalars.contains($0))
    }
    let number = String(String.UnicodeScalarView(scalars[..<(end ?? scalars.count)]))
    let rest = scalars[(end ?? scalars.count)...].drop { $0 == " " }
    let unit = String(String.UnicodeScalarView(rest))
    let unitNames = units.map(\.rawValue)
    if number.contains(",") {
      throw Misread(
        offset: offset, length: number.unicodeScalars.count,
        problem: .decimalComma(number: number, unit: unit))
    }
    guard !number.isEmpty, number.utf8.allSatisfy({ $0 < 0x80 }), number.last != ".",
      let value = Double(number),
      value.isFinite
    else {
      throw Misread(
        offset: offset, length: max(1, scalars.count),
        problem: .notQuantity(String(text), unit: unitNames[0]))
    }
    if unit.isEmpty {
      throw Misread(
        offset: offset, length: number.unicodeScalars.count,
        problem: .noUnit(number: number, known: unitNames))
    }
    guard let known = units.first(where: { $0.rawValue == unit }) else {
      let isOther = Unit(rawValue: unit) != nil
      throw Misread(
        offset: offset + scalars.count - rest.count, length: rest.count,
        problem: isOther ? .wrongUnit(unit, known: unitNames) : .unknownUnit(unit, known: unitNames))
    }
    return (value, known)
  }

  /// Reads a time: whole milliseconds within `range`.
  static func duration(_ text: Substring, in range: ClosedRange<Duration>, offset: Int = 0) throws(Misread)
    -> Duration
  {
    let (value, unit) = try parse(text, units: Unit.times, offset: offset)
    let milliseconds = value * (unit.milliseconds ?? 0)
    let written = String(text)
    func misread(_ problem: NumberProblem) -> Misread {
      Misread(offset: offset, length: text.unicodeScalars.count, problem: problem)
    }
    guard value >= 0 else { throw misread(.negativeTime(written, allowed: range)) }
    guard milliseconds <= range.upperBound.inSeconds * 1000 else {
      throw misread(.tooLong(written, allowed: range))
    }
    // 0.1 s is not exact in binary: what is within a millionth of a millisecond of a whole one is meant.
    let whole = milliseconds.rounded()
    guard abs(milliseconds - whole) < 1e-6 else { throw misread(.notWholeMilliseconds(written)) }
    let duration = Duration.milliseconds(Int64(whole))
    guard duration >= range.lowerBound else {
      throw misread(
        whole == 0 ? .zeroTime(written, allowed: range) : .tooShort(written, allowed: range))
    }
    return duration
  }

  /// A time as a drill would write it.
  static func text(_ duration: Duration) -> String {
    let milliseconds = duration.wholeNanoseconds / 1_000_000
    if milliseconds >= 60_000, milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000) min" }
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(Double(milliseconds) / 1000) s"
  }
}

extension IntervalRule {
  /// No interval is shorter: a word takes about half a second to say and is handed over ahead.
  static let minimum = Duration.seconds(1)
  static let maximum = Duration.seconds(600)
  /// The words for how one is drawn.
  static let distributions = ["uniform", "exponential"]

  /// Reads `4 s`, `3 s .. 6 s uniform` or `3 s .. 6 s exponential`.
  init(parsing text: String) throws(Quantity.Misread) {
    let bounds = IntervalRule.minimum...IntervalRule.maximum
    guard let dots = text.firstRange(of: "..") else {
      self = .fixed(try Quantity.duration(text[...], in: bounds))
      return
    }
    func offset(_ index: String.Index) -> Int {
      text.unicodeScalars.distance(from: text.startIndex, to: index)
    }
    func misread(_ part: Substring, _ problem: NumberProblem) -> Quantity.Misread {
      Quantity.Misread(
        offset: offset(part.startIndex), length: max(1, part.unicodeScalars.count), problem: problem)
    }
    let first = IntervalRule.trimmed(text[..<dots.lowerBound])
    var second = IntervalRule.trimmed(text[dots.upperBound...])
    // The last word, where it is a word and not a unit, says how to draw.
    guard let space = second.lastIndex(of: " "),
      case let word = second[second.index(after: space)...], Quantity.Unit(rawValue: String(word)) == nil
    else { throw misread(text[...], .noDistribution) }
    guard IntervalRule.distributions.contains(String(word)) else {
      throw misread(word, .unknownDistribution(String(word), known: IntervalRule.distributions))
    }
    second = IntervalRule.trimmed(second[..<space])
    let from = try Quantity.duration(first, in: bounds, offset: offset(first.startIndex))
    let to = try Quantity.duration(second, in: bounds, offset: offset(second.startIndex))
    guard from < to else {
      throw misread(text[...], from == to ? .emptyRange(from) : .backwardsRange)
    }
    self = word == "uniform" ? .uniform(from: from, to: to) : .exponential(from: from, to: to)
  }

  /// As a drill would write it.
  var text: String {
    switch self {
    case .fixed(let value): Quantity.text(value)
    case .uniform(let from, let to): "\(Quantity.text(from)) .. \(Quantity.text(to)) uniform"
    case .exponential(let from, let to): "\(Quantity.text(from)) .. \(Quantity.text(to)) exponential"
    }
  }

  /// The same, with the mean of what is drawn.
  var statement: String {
    if case .fixed = self { return text }
    return text + ", mean \(FixedNumber.text(mean.inSeconds, digits: 2)) s"
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
