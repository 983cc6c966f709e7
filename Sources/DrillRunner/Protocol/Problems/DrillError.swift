import MotionCore

/// Something that is wrong with a drill file, and where. Rendered as compilers do.
struct DrillError: Hashable, Sendable, CustomStringConvertible {
  enum Severity: String, Sendable {
    /// The drill cannot run.
    case error
    /// The drill runs, and probably not as meant.
    case warning
  }

  /// What is wrong.
  enum Problem: Hashable, Sendable {
    case yaml(YAMLProblem)
    case value(ValueProblem)
    case number(NumberProblem)
    case step(StepProblem)
    case include(IncludeProblem)

    var catalogued: any CatalogueMessage {
      switch self {
      case .yaml(let problem): problem
      case .value(let problem): problem
      case .number(let problem): problem
      case .step(let problem): problem
      case .include(let problem): problem
      }
    }
  }

  var severity: Severity
  /// The file as it was named.
  var file: String
  var location: SourceLocation
  var problem: Problem
  /// The line of the file that it is about.
  var sourceLine: String

  var line: Int { location.line }
  var column: Int { location.column }
  var length: Int { location.length }

  /// `path:12:7`.
  var place: String { "\(file):\(line):\(column)" }
  var message: String { problem.catalogued.text }
  /// What to do about it; often "did you mean …".
  var hint: String? { problem.catalogued.wording.nextStep }

  /// `path:12:7: error: …`, the line, a caret under the place, and the hint.
  var description: String {
    let wording = problem.catalogued.wording
    var lines = ["\(Printable.text(place)): \(severity.rawValue): \(Printable.text(wording.text))"]
    let excerpt = DrillError.excerpt(of: sourceLine, at: location)
    if !excerpt.line.isEmpty {
      let number = String(line)
      let margin = String(repeating: " ", count: max(5, number.count + 2))
      lines.append(String(margin.dropLast(number.count)) + number + " | " + excerpt.line)
      lines.append(margin + " | " + excerpt.caret)
    }
    if let hint = wording.nextStep { lines.append("      → " + Printable.text(hint)) }
    return lines.joined(separator: "\n")
  }

  /// What is shown of a long line around the place, and the caret line below it. Tabs become one space, other
  /// control characters visible; wide characters get two caret columns.
  private static func excerpt(of line: String, at location: SourceLocation) -> (line: String, caret: String) {
    let scalars = line.unicodeScalars.map { Printable.scalar($0 == "\t" ? " " : $0) }
    let start = location.column - 1
    let first = start > 90 ? start - 60 : 0
    let last = min(scalars.count, first + 120)
    guard first <= scalars.count else { return ("", "") }
    func width(_ range: Range<Int>) -> Int {
      range.clamped(to: 0..<scalars.count).reduce(0) { $0 + DisplayWidth.of(scalars[$1]) }
    }
    let lead = first > 0 ? "…" : ""
    let shown = lead + scalars[first..<last].joined() + (last < scalars.count ? "…" : "")
    let indent = DisplayWidth.of(lead) + width(first..<max(first, min(start, last)))
    let marked = max(1, width(start..<max(start, min(start + location.length, last))))
    let caret =
      String(repeating: " ", count: indent) + "^" + String(repeating: "~", count: marked - 1)
    return (shown, caret)
  }
}

extension [DrillError] {
  /// The errors that keep the drill from running.
  var fatal: [DrillError] { filter { $0.severity == .error } }

  /// All of them as text, and how many there are: "2 errors, 1 warning".
  var rendered: String {
    guard !isEmpty else { return "" }
    let errors = fatal.count
    let warnings = count - errors
    func counted(_ number: Int, _ word: String) -> String? {
      number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let total = [counted(errors, "error"), counted(warnings, "warning")].compactMap { $0 }
    return map(\.description).joined(separator: "\n") + "\n" + total.joined(separator: ", ")
  }
}
