import Testing

/// What `make vm-test` judges recordings with, on recordings with known places of every word; no machine is started.
@Suite struct RecordingComparisonTests {
  @Test("The comparison of a recording with a session finds known deviations, gaps and missing words")
  func knownRecordings() throws {
    let script = Program.project.appendingPathComponent("Tests/vm/compare_test.py").path
    let result = try Program(["/usr/bin/python3", script], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
      .wait(limit: 300)
    #expect(result.status == 0, "\(result.all)")
    #expect(result.err.contains("Ran 10 tests") && result.err.contains("OK"), "\(result.err)")
  }
}
