import MotionCore

/// One line of `drillrunner doctor`.
struct DoctorCheck: Hashable, Sendable {
  enum Fitness: String, Sendable, CaseIterable {
    case fit
    case unfit = "not fit"
    /// It could not be found out, or nothing depends on it here.
    case unknown
  }

  var found: DoctorFinding

  init(finding: DoctorFinding) { found = finding }

  /// What was looked at: "sensor", "sound", …
  var name: String { found.point }
  var fitness: Fitness { found.fitness }
  /// What was found.
  var finding: String { found.finding }
  /// What to do; nil where nothing needs to be done.
  var remedy: String? { found.remedy }

  var lines: [String] {
    let indent = String(repeating: " ", count: DoctorCheck.indent)
    let head = name.padded(to: 13) + fitness.text.padded(to: 9)
    let remedies = (remedy ?? "").split(separator: "\n").enumerated().flatMap { index, line in
      TextColumns.wrapped(
        Printable.text(String(line)), width: TextColumns.page, first: indent + (index == 0 ? "→ " : "  "),
        rest: indent + "  ")
    }
    return TextColumns.wrapped(Printable.text(finding), width: TextColumns.page, first: head, rest: indent)
      + remedies
  }

  private static let indent = 22

  var json: JSONValue {
    var object: JSONObject = [
      "check": .string(name), "fitness": .string(fitness == .unfit ? "not_fit" : fitness.rawValue),
      "finding": .string(finding),
    ]
    if let remedy { object["next_step"] = .string(remedy) }
    return .object(object)
  }
}

extension DoctorCheck.Fitness: CatalogueMessage {
  static let section = MessageSection("fitness", "Verdicts of the doctor", .result)
  static let examples = allCases

  var wording: MessageWording {
    switch self {
    case .fit:
      MessageWording("fit", cause: "nothing speaks against a drill there", next: "nothing needs to be done")
    case .unfit:
      MessageWording(
        "NOT FIT", cause: "a drill would fail or be worth less", next: "do what stands behind the arrow")
    case .unknown:
      MessageWording(
        "unknown", cause: "it could not be found out, or nothing depends on it here",
        next: "see what was found")
    }
  }
}
