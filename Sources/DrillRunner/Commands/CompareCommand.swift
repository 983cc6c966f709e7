import MotionCore

/// `drillrunner compare`: two sensors by the same analysis.
enum CompareCommand {
  private static let align = Flag(
    name: "align",
    help: "bring the clocks of two recordings of the same time together by what both felt (derived)")

  static let spec = CommandSpec(
    name: "compare", arguments: "A[@SENSOR] B[@SENSOR]", argumentCount: 2...2,
    summary: "hold two sensors against each other by the same analysis",
    details: """
      Analyses two sensors, of one session or of two, with one configuration and prints what differs: sampling, noise and
      drift at rest, response to slow and rapid movement, timing, range, speed, smoothness, repeatability; each with
      A, B, A - B and a 95 % interval. A and B are sessions (a path, the beginning of a uuid, or "last"); @SENSOR names
      one of several sensors of a session, otherwise it is the first.
      Separate recordings are not synchronised. Of those whose wall clocks overlap --align finds, by correlation of the
      angular speeds, how the clocks belong together, with its uncertainty, or says why it cannot be found.
      Sessions are only read: nothing is stored.
      """,
    flags: [.sessions, .json, AnalysisConfiguration.flag, align],
    run: { invocation, console in
      let configuration = try AnalysisConfiguration.asked(invocation)
      FreedMemory.keep()
      let a = try side(invocation.arguments[0], invocation)
      let b = try side(invocation.arguments[1], invocation)
      let isSame = a.session.manifest.uuid == b.session.manifest.uuid && !a.session.manifest.uuid.isEmpty
      if isSame, a.session.manifest.sensors.first?.name == b.session.manifest.sensors.first?.name {
        throw UsageError("compare", .sameSensor(known: a.sensors))
      }
      for (name, side) in [("A", a), ("B", b)] {
        for problem in side.session.problems {
          console.notice(.problemOfSide(name, problem))
        }
      }
      let comparison = SessionComparison(
        a.session, b.session, configuration: configuration, aligning: invocation.has(align))
      if invocation.has(.json) {
        console.data(comparison.documentText)
      } else {
        console.document(ComparisonTable(comparison).text)
      }
      if invocation.has(align), let reason = comparison.alignment.reason {
        console.notice(.notAligned(reason: reason.text))
      }
      return .done
    })

  /// A session with the sensor that was asked for alone, and the names of all its sensors. An @ in the name of a session
  /// that is there belongs to the name.
  private static func side(
    _ text: String, _ invocation: Invocation
  ) throws -> (session: MotionSession, sensors: [String]) {
    let store = invocation.store
    var path = try? store.resolve(text)
    var sensor: String?
    if path == nil, let at = text.lastIndex(of: "@") {
      let name = String(text[text.index(after: at)...])
      guard !name.isEmpty, at > text.startIndex else {
        throw UsageError("compare", .notSessionAndSensor(text: text))
      }
      path = try store.resolve(String(text[..<at]))
      sensor = name
    }
    let session = try SessionReader.read(path ?? store.resolve(text))
    return (try session.choosing(sensor), session.manifest.sensors.map(\.name))
  }
}
