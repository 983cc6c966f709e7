import Testing

@testable import MotionCore

@Suite struct CalibrationParametersTests {
  /// The defaults that docs/metrics.md states.
  @Test func defaults() {
    let it = CalibrationParameters.default
    #expect(it.neutralSeconds == 2.5 && it.stillRateDegPerSecond == 3 && it.dispersionDegrees == 1)
    #expect(it.excursionDegrees == 3 && it.leanLeftDegrees == 10 && it.leanForwardDegrees == 8)
    #expect(it.leanSeconds == 4 && it.returnDegrees == 5 && it.attempts == 3)
    #expect(it.smallestAxesDegrees == 60 && it.largestAxesDegrees == 120 && it.forwardCheckDegrees == 15)
  }

  @Test func everyParameterIsWrittenAndReadBack() throws {
    var changed = CalibrationParameters()
    let parameters = CalibrationParameters.table.parameters
    for parameter in parameters {
      guard case .real(let path, let range) = parameter.kind else { continue }
      changed[keyPath: path] = 0.5 * (range.lowerBound + changed[keyPath: path])
      #expect(range.contains(changed[keyPath: path]))
    }
    changed.attempts = 7
    #expect(try CalibrationParameters(json: changed.json) == changed)
    #expect(Set(parameters.map(\.key)).count == parameters.count && parameters.count == 25)
  }

  @Test(arguments: [
    ("[]", "the document is not a JSON object"), ("{}", "schema is not"),
    (
      #"{"schema": {"name": "drillrunner.calibration-parameters", "version": 2}}"#,
      "it has schema version 2; this program knows version 1"
    ),
    (
      #"{"schema": {"name": "drillrunner.calibration-parameters", "version": 1}, "lean": 1}"#,
      "unknown key \"lean\""
    ),
    (
      #"{"schema": {"name": "drillrunner.calibration-parameters", "version": 1}, "lean_s": "a"}"#,
      "lean_s is not a number"
    ),
    (
      #"{"schema": {"name": "drillrunner.calibration-parameters", "version": 1}, "lean_s": 100}"#,
      "lean_s is 100.0; it may be from 0.5 to 60.0"
    ),
    (
      #"{"schema": {"name": "drillrunner.calibration-parameters", "version": 1}, "attempts": 0}"#,
      "attempts is not an integer from 1 to 100"
    ),
  ])
  func whatIsNotUnderstoodIsRefused(text: String, cause: String) throws {
    let json = try JSONValue.parse(Array(text.utf8))
    #expect {
      try CalibrationParameters(json: json)
    } throws: {
      ($0 as? ParametersError)?.cause.hasPrefix(cause) == true
    }
  }
}
