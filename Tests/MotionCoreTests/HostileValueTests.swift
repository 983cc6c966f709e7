import Foundation
import Testing

@testable import MotionCore

/// Bundles whose numbers are not what a recording can hold. What is impossible is named and left out; the rest is
/// read, listed and analysed.
@Suite struct HostileValueTests {
  /// A folder with these files, as a bundle that nobody holds.
  private func bundle(_ fixture: SessionFixture, _ files: [String: String]) throws -> String {
    let path = "\(fixture.folder)/20261130T101502Z-a-00000000"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }
    return path
  }

  private func row(_ i: Int, h: String = "5", k: String = "5", t: String = "1") -> String {
    #"{"i":\#(i),"t":\#(t),"h":\#(h),"k":\#(k),"x":1,"y":2,"z":3}"# + "\n"
  }

  // 2⁶¹ = 2305843009213693952.
  @Test func hostTimesOfRowsAreTakenUpToTheLimit() throws {
    let limit = "2305843009213693952"
    let fixture = SessionFixture()
    let path = try bundle(
      fixture,
      [
        "gyroscope.jsonl": row(0, h: limit) + row(1, h: "-" + limit) + row(2, h: "2305843009213693953")
          + row(3, h: "-2305843009213693953") + row(4, h: "\(Int64.max)") + row(5, h: "\(Int64.min)")
          + row(6, k: limit) + row(7, k: "-2305843009213693953") + row(8, t: "\(Int64.min)"),
        "events.jsonl": "",
      ])
    let session = try SessionReader.read(path)
    #expect(session.streams[0].sequence == [0, 1, 6, 8])
    #expect(session.problems.count { $0.text.contains("beyond 2^61 ns") } == 5)
    _ = MotionAnalyzer().analyze(session).documentText
    #expect(try SessionStore(folder: fixture.folder).list().count == 1)
  }

  @Test func hostTimesOfEventsAndAnchorsAreTakenUpToTheLimit() throws {
    func event(_ n: Int, _ key: String, _ value: String) -> String {
      let others = key == "host_ns" ? "" : #""host_ns":1,"#
      return #"{"n":\#(n),"kind":"cue","label":"LEFT",\#(others)"\#(key)":\#(value)}"# + "\n"
    }
    let anchors = ["2305843009213693952", "-2305843009213693953"].enumerated().map {
      #"{"at":"\#($0 == 0 ? "start" : "end")","host_ns":\#($1),"wall":"x"}"#
    }
    let fixture = SessionFixture()
    let path = try bundle(
      fixture,
      [
        "manifest.json": #"{"anchors":[\#(anchors.joined(separator: ","))]}"#,
        "events.jsonl": event(0, "host_ns", "2305843009213693952")
          + event(1, "host_ns", "2305843009213693953") + event(2, "audible_ns", "\(Int64.max)")
          + event(3, "clip_peak_ns", "\(Int64.min)") + event(4, "audible_ns", "-2305843009213693952"),
      ])
    let session = try SessionReader.read(path)
    #expect(session.events.map(\.sequence) == [0, 4])
    #expect(session.problems.count { $0.file == "events.jsonl" && $0.text.contains("beyond 2^61 ns") } == 3)
    #expect(session.manifest.anchors.map(\.at) == [.start])
    #expect(session.problems.contains { $0.text.hasPrefix("anchors[1] is damaged") })
    _ = MotionAnalyzer().analyze(session).documentText
    #expect(try SessionStore(folder: fixture.folder).list().count == 1)
  }

  @Test func impossibleNumbersOfTheManifestAreNamedAndNotUsed() throws {
    let text = """
      {"schema": {"name": "drillrunner.session", "version": 1},
       "protocol": {"title": "t", "file": "f", "sha256": "0", "seed": -3},
       "clocks": {"a": {"unit": "us", "epoch": "device", "wraps_at": 0},
                  "b": {"unit": "us", "epoch": "device", "wraps_at": -9223372036854775808,
                        "mapping": {"t0": 0, "t0_host_ns": 9223372036854775807, "drift_ppm": 0, "validated": true}}},
       "streams": {"gyroscope": {"file": "gyroscope.jsonl", "count": -1, "requested_hz": 1e300}},
       "events": {"file": "events.jsonl", "count": -9223372036854775808},
       "files": {"x": {"bytes": -1, "sha256": ""}}}
      """
    var decoder = ManifestDecoder(path: "x")
    let manifest = try decoder.decode(JSONValue.parse(text))
    #expect(manifest.clocks.map(\.wrapsAt) == [nil, nil])
    #expect(manifest.clocks.map(\.mapping) == [nil, nil])
    #expect(manifest.streams[0].count == nil)
    #expect(manifest.streams[0].description.requestedHz == nil)
    #expect(manifest.eventsCount == nil)
    #expect(manifest.files.isEmpty)
    for part in [
      "seed", "clocks.a.wraps_at", "clocks.b.wraps_at", "clocks.b.mapping", "gyroscope.count", "requested_hz",
      "events.count", "files.x",
    ] {
      #expect(decoder.problems.contains { $0.text.contains(part) }, "\(part)")
    }
  }

  // A device time, or a value, that no sensor gives: no row of it may reach a computation as infinity.
  @Test func absurdDeviceTimesAndValuesAreAnalysed() throws {
    for times in [
      ["1e308", "-1e308"], ["\(Int64.max)", "\(Int64.min)"], ["0", "5e-324"], ["0.0", "1e300"],
    ] {
      for values in [("1e308", "-1e308"), ("9223372036854775807", "-0.0")] {
        let rows = (0..<40).map { i in
          #"{"i":\#(i),"t":\#(times[i % 2]),"h":\#(i * 10_000_000),"x":\#(values.0),"y":\#(values.1),"z":1}"#
            + "\n"
        }
        for clock in ["imu", "host"] {
          let fixture = SessionFixture()
          let path = try bundle(
            fixture,
            [
              "gyroscope.jsonl": rows.joined(),
              "events.jsonl": "",
              "manifest.json": """
              {"clocks": {"imu": {"unit": "s", "epoch": "device", "wraps_at": 9223372036854775807}},
               "streams": {"gyroscope": {"file": "gyroscope.jsonl", "kind": "gyroscope", "sensor": "",
                "clock": "\(clock)", "timestamp_source": "kernel", "unit": "rad/s", "scale": 1e308, "offset": -1e308,
                "capability": "available"}}}
              """,
            ])
          let document = MotionAnalyzer().analyze(try SessionReader.read(path)).document
          #expect(try JSONValue.parse(document.text()) == document)
        }
      }
    }
  }

  @Test func farTooManyCuesAreSaidToBe() throws {
    let cue = CueEvent(
      cue: "LEFT", trial: 1, block: "b", intent: "plain", expect: .left, scheduled: HostTime(nanoseconds: 1),
      clip: nil, times: .none, status: .played)
    var events: [EventMarker] = []
    for trial in 1...SessionTimeline.maximumEntries + 1 {
      var next = cue
      next.trial = trial
      events.append(next.event(now: HostTime(nanoseconds: 1)))
    }
    let session = MotionSession(
      name: "s", manifest: .unreadable, state: .incomplete, streams: [], events: events)
    let analysis = MotionAnalyzer().analyze(session)
    #expect(analysis.trials.count == SessionTimeline.maximumEntries)
    #expect(analysis.limitations.contains { $0.text.contains("the first 20000 of each were analysed") })
  }

  @Test func farTooManySamplesAtNearlyOneTimeAreFitted() {
    // 10⁴ samples in 10 µs: all are in reach of all, and the nearest 2049 take part.
    let times = (0..<10_000).map { Double($0) * 1e-9 }
    let fit = LocalPolynomial().fit(times: times, values: times.map { 2 * $0 + 1 })
    // A line passes unchanged.
    #expect(abs(fit.value[5000] - (1 + 1e-5)) < 1e-9)
  }
}
