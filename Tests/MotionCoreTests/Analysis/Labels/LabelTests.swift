import Foundation
import Testing

@testable import MotionCore

@Suite struct LabelTests {
  private let start = HostTime(nanoseconds: 1_000_000_000_000)

  private func read(_ text: String) throws(LabelFileError) -> LabelFile {
    try LabelFile(Array(text.utf8), start: start)
  }

  private func cause(_ text: String, start: HostTime? = HostTime(nanoseconds: 0)) -> String? {
    do {
      _ = try LabelFile(Array(text.utf8), start: start)
      return nil
    } catch {
      return error.cause
    }
  }

  @Test func csvAndJSONSayTheSame() throws {
    let csv = try read(
      "direction,onset_s,peak_s,hold_s\r\nright, 18.25 ,18.75,\r\n\r\n\"outbound_left\",10.5,,11.75\r\n")
    let json = try read(
      """
      {"labels": [{"direction": "outbound_left", "onset_ns": 1010500000000, "hold_s": 11.75, "peak_s": null},
                  {"direction": "right", "onset_s": 18.25, "peak_s": "18.75"}]}
      """)
    #expect(csv.labels == json.labels)
    #expect(csv.labels[0].direction == .group(.outboundLeft))
    #expect(
      csv.labels[0].times == [.onset: start + .milliseconds(10500), .hold: start + .milliseconds(11750)])
    #expect(csv.labels[1].times[.peak] == start + .milliseconds(18750))
    #expect(csv.sha256 != json.sha256)
  }

  @Test func whatIsWrongIsNamedWithItsPlace() {
    #expect(cause("") == "it is empty")
    #expect(cause("direction,onset_s\nleft,1,2\n") == "line 2 has 3 cells, the header 2")
    #expect(cause("direction,onset_s\n\nup,1\n") == "line 3: \"up\" is no direction")
    #expect(cause("direction,onset_s\nleft,\n") == "line 2: there is no onset_s or onset_ns")
    #expect(cause("onset_s\n1\n") == "line 2: there is no direction")
    #expect(cause("direction,onset_s\nleft,soon\n") == "line 2, onset_s: \"soon\" is no time in seconds")
    #expect(cause("direction,onset_s\nleft,nan\n") == "line 2, onset_s: \"nan\" is no time in seconds")
    #expect(cause("direction,onset_s\nleft,1e300\n") == "line 2, onset_s: \"1e300\" is no time in seconds")
    #expect(cause("direction,onset_ns\nleft,1.5\n") == "line 2, onset_ns: \"1.5\" is no time in nanoseconds")
    #expect(cause("direction,onset_s,note\nleft,1,x\n") == "line 2: unknown column \"note\"")
    #expect(cause("direction,onset_s,hold_s\nleft,5,4\n") == "line 2: hold lies before the onset")
    #expect(
      cause("direction,onset_s\nleft,1\n", start: nil)
        == "the session has no start that seconds could count from")
    #expect(cause("{\"labels\": 1}") == "it has no list \"labels\"")
    #expect(cause("[1]") == "label 1 is not an object")
    #expect(cause("direction,onset_s\nleft,0\n") == nil)
    #expect(throws: LabelFileError(.notUTF8)) { try LabelFile([0xFF, 0x41], start: start) }
    let error = #expect(throws: LabelFileError.self) { try read("{") }
    #expect(error?.messageID == "labels.not-json")
    #expect(
      throws: LabelFileError(.directionMissing(place: "label 1"))
    ) { try read(#"{"labels": [{"onset_s": 1}]}"#) }
  }

  /// A list of numbers is longer than any session's movements before its first element is looked at.
  @Test func tooManyLabelsAreRefused() {
    let text = "direction,onset_s\n" + String(repeating: "left,1\n", count: LabelFile.maximumLabels + 1)
    #expect(throws: LabelFileError(.tooMany(LabelFile.maximumLabels))) { try read(text) }
  }

  private func transition(_ onset: Double, sign: Int = 1) -> Transition {
    func host(_ t: Double) -> HostTime { start + .nanoseconds(Int64((t * 1e9).rounded())) }
    return .fixture(
      onset: host(onset), threshold: host(onset + 0.1), peak: host(onset + 0.5), settle: host(onset + 1),
      sign: sign)
  }

  /// By hand. Marked: 10 left, 20 right, 30 left, 40 left. Detected: 5 (before), 10.04 left, 20.02 left, 25 (nobody
  /// marked it), 30.3 and 30.1 (the nearer one is taken), and 50 (after).
  @Test func hitsMissesAndFalseDetections() throws {
    let file = try read(
      "direction,onset_s,peak_s,hold_s\nleft,10,10.5,11.5\nright,20,,\nleft,30,30.7,\noutbound_left,40,,\n")
    let found = LabelComparison(
      file,
      transitions: [
        transition(5), transition(10.04), transition(20.02), transition(25), transition(30.3),
        transition(30.1), transition(50),
      ], recorded: start...start + .seconds(60), matchSeconds: 0.5)
    #expect(found.labels == 4 && found.hits == 3 && found.wrongDirection == 1)
    #expect(found.missed == [start + .seconds(40)])
    #expect(found.falseDetections == [start + .seconds(25), start + .milliseconds(30300)])
    #expect(found.outside == 2)
    let onset = found.timing[0]
    #expect(onset.boundary == .onset && onset.distribution.count == 3)
    // 40, 20 and 100 ms.
    #expect(onset.distribution.median.value.map { abs($0 - 40) < 1e-6 } == true)
    #expect(onset.largest.value.map { abs($0 - 100) < 1e-6 } == true)
    // Peaks: 10.54 against 10.5, 30.6 against 30.7.
    #expect(found.timing[1].distribution.count == 2)
    #expect(found.timing[1].distribution.minimum.value.map { abs($0 + 100) < 1e-6 } == true)
    #expect(found.timing[2].distribution.mean == .unavailable("no hit has both times"))
    #expect(found.timing[3].distribution.count == 0)
  }

  /// Recorded from 0 to 60 s. A label before and one after it are told, not judged, and do not make the detections between
  /// them false.
  @Test func labelsOutsideOfTheRecordingAreNotJudged() throws {
    let found = LabelComparison(
      try read("direction,onset_s\nleft,-3\nleft,10\nright,5000\n"),
      transitions: [transition(10.04), transition(25)], recorded: start...start + .seconds(60),
      matchSeconds: 0.5)
    #expect(found.labels == 3 && found.hits == 1 && found.missed.isEmpty)
    #expect(found.unrecorded == [start - .seconds(3), start + .seconds(5000)])
    #expect(found.falseDetections.isEmpty && found.outside == 1)
    let nothing = LabelComparison(
      try read("direction,onset_s\nleft,10\n"), transitions: [], recorded: nil, matchSeconds: 0.5)
    #expect(nothing.missed.isEmpty && nothing.unrecorded == [start + .seconds(10)])
  }

  @Test func aFileWithoutLabelsJudgesNothing() throws {
    let found = LabelComparison(
      try read("direction,onset_s\n"), transitions: [transition(5)],
      recorded: start...start + .seconds(60), matchSeconds: 0.5)
    #expect(found.labels == 0 && found.hits == 0 && found.falseDetections.isEmpty && found.outside == 1)
  }

  /// The truth of a simulated session as labels: every lean is hit, onsets within 5 ms, the others not far off.
  @Test func theTruthOfASessionIsHit() throws {
    let truth = LeanSession.standard
    var analysis = MotionAnalyzer().analyze(truth.build())
    let lines = truth.leans.map {
      "\($0.by > 0 ? "left" : "right"),\($0.start),\($0.start + 0.5),\($0.start + 1)"
    }
    analysis.compare(
      with: try LabelFile(
        Array(("direction,onset_s,peak_s,settle_s\n" + lines.joined(separator: "\n")).utf8),
        start: analysis.session.start))
    let found = try #require(analysis.labels)
    #expect(
      found.hits == 4 && found.wrongDirection == 0 && found.missed.isEmpty && found.falseDetections.isEmpty)
    for (timing, limit) in zip(found.timing, [5.0, 10, 10]) {
      #expect(try #require(timing.largest.value) < limit, "\(timing.boundary)")
    }
  }
}
