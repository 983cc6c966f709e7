import MotionCore
import Testing

@testable import DrillRunner

/// A question in the course of a run, in virtual time. Words last a second, and a breath of 0.4 s follows them.
@Suite struct RunQuestionTests {
  private static let question = DrillQuestion(
    name: "trouble", text: "Any trouble?", answers: [.good, .bad], tap: .bad, within: .seconds(10))

  private func driver(_ question: DrillQuestion = Self.question, patience: Duration = .zero) -> MachineDriver
  {
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: patience, continuesWithoutSound: false, steps: [.ask(question), .rest(.seconds(1))]))
    driver.saves = [true]
    driver.begin()
    return driver
  }

  private static let asked = ["write phase question begin", "speak Any trouble?", "say Any trouble? played"]
  private static let after = [
    "write phase rest begin", "write phase rest end", "cancel", "finish complete", "speak Saved.",
    "say Saved. played", "speak The result.", "say The result. played",
  ]
  private static func said(_ text: String) -> [String] { ["speak \(text)", "say \(text) played"] }

  /// The fields of the end of the phase.
  private func end(_ driver: MachineDriver) -> JSONObject? {
    driver.events.last { $0.kind == "phase" && $0.label == "question" && $0.fields["edge"]?.string == "end" }?
      .fields
  }

  @Test("Answered by a key: recorded, confirmed, and the drill goes on, before anything is sealed")
  func key() {
    var driver = driver()
    driver.run(until: 5)
    driver.give(.marker(.good, source: .key, driver.now))
    driver.run()
    #expect(
      driver.log == Self.asked + ["write marker GOOD key", "write phase question end"] + Self.said("Noted.")
        + Self.after)
    let marker = driver.events.first { $0.kind == "marker" }
    #expect(marker?.fields["question"]?.string == "trouble" && marker.map { driver.at($0.host) } == 5)
    #expect(end(driver)?["answer"]?.string == "GOOD" && end(driver)?["question"]?.string == "trouble")
    #expect(end(driver)?["reason"] == nil)
  }

  @Test("A button, at the kernel's time of its press")
  func button() {
    var driver = driver()
    driver.run(until: 5)
    driver.give(.marker(.bad, source: .button, driver.now - .milliseconds(3)))
    driver.run()
    let marker = driver.events.first { $0.kind == "marker" }
    #expect(marker?.label == "BAD" && marker.map { driver.at($0.host) } == 4.997)
    #expect(end(driver)?["answer"]?.string == "BAD")
  }

  @Test(
    "A double tap is the answer that the question gives it, whatever it does else",
    arguments: ["pause", "start", "marker"])
  func tap(mapped: String) {
    var driver = driver()
    driver.run(until: 5)
    switch mapped {
    case "pause": driver.give(.pause(source: .tap, driver.now))
    case "start": driver.give(.start(source: .tap, driver.now))
    default: driver.give(.marker(.center, source: .tap, driver.now))
    }
    driver.run()
    #expect(
      driver.log == Self.asked + ["write marker BAD tap", "write phase question end"] + Self.said("Noted.")
        + Self.after)
  }

  @Test(
    "Where the question gives the double tap nothing to do, it pauses as ever, and the question is asked again"
  )
  func tapPauses() {
    var question = Self.question
    question.tap = nil
    var driver = driver(question)
    driver.run(until: 5)
    driver.give(.pause(source: .tap, driver.now))
    driver.run(until: 8)
    driver.give(.marker(.good, source: .key, driver.now))
    driver.give(.pause(source: .tap, driver.now))
    driver.run(until: 12)
    driver.give(.marker(.bad, source: .key, driver.now))
    driver.run()
    #expect(
      driver.log == Self.asked + [
        "cancel", "write pause pause begin tap", "speak Paused.", "say Paused. played",
      ]
        // In the pause a marker is a marker.
        + ["write marker GOOD key", "write pause pause end tap"] + Self.said("We go on.")
        + Self.said("Any trouble?") + ["write marker BAD key", "write phase question end"]
        + Self.said("Noted.") + Self.after)
    #expect(
      driver.events.filter { $0.kind == "marker" }.map { $0.fields["question"]?.string } == [nil, "trouble"])
    #expect(end(driver)?["answer"]?.string == "BAD")
  }

  @Test("Who knows the question answers while it is being said; only the first answer counts")
  func early() {
    var driver = driver()
    driver.run(until: 0.5)
    driver.give(.marker(.bad, source: .key, driver.now))
    driver.give(.marker(.good, source: .key, driver.now))
    driver.run()
    #expect(
      driver.log == [
        "write phase question begin", "speak Any trouble?", "say Any trouble? played", "write marker BAD key",
        "write marker GOOD key", "write phase question end",
      ] + Self.said("Noted.") + Self.after)
    #expect(
      driver.events.filter { $0.kind == "marker" }.map { $0.fields["question"]?.string } == ["trouble", nil])
    #expect(end(driver)?["answer"]?.string == "BAD")
  }

  @Test("Another marker is no answer")
  func otherMarker() {
    var driver = driver()
    driver.run(until: 5)
    driver.give(.marker(.left, source: .key, driver.now))
    #expect(driver.machine.activity == .asking(until: MachineDriver.start + .milliseconds(11_400)))
    driver.run()
    #expect(end(driver)?["answer"] == .null)
  }

  @Test("Without an answer the voice says so, and the drill goes on; later the marker is a marker")
  func timeOut() {
    var driver = driver()
    // The question's words and the breath end at 1.4 s, its time at 11.4 s.
    driver.run(until: 11.3)
    #expect(driver.machine.stateWord == .question)
    #expect(driver.machine.countdown.map { driver.at($0.end) } == 11.4)
    driver.run(until: 11.5)
    driver.give(.marker(.good, source: .key, driver.now))
    driver.run()
    #expect(
      driver.log == Self.asked
        + [
          "write phase question end", "speak No answer. We go on.", "say No answer. We go on. played",
          "write marker GOOD key",
        ] + Self.after)
    #expect(end(driver)?["answer"] == .null && end(driver)?["reason"]?.string == "no answer in time")
    #expect(driver.events.first { $0.kind == "marker" }?.fields["question"] == nil)
  }

  @Test("A stop while the answer is waited for closes the question without one")
  func stop() {
    var driver = driver()
    driver.run(until: 5)
    driver.stop("SIGINT")
    driver.run()
    #expect(driver.finish?.state == .interrupted)
    #expect(end(driver)?["answer"] == .null && end(driver)?["reason"]?.string == "SIGINT")
  }

  @Test("A sensor that is lost and comes back: the question is asked again")
  func sensor() {
    var driver = driver(patience: .seconds(20))
    driver.run(until: 5)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run(until: 8)
    driver.give(.sensorBack(driver.now))
    driver.run(until: 12)
    driver.give(.marker(.good, source: .key, driver.now))
    driver.run()
    #expect(driver.finish?.state == .complete)
    #expect(driver.log.count { $0 == "speak Any trouble?" } == 2)
    #expect(end(driver)?["answer"]?.string == "GOOD")
  }

  @Test("Without sound the question stands on the screen, and is waited for")
  func silent() {
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: true, steps: [.rest(.seconds(1)), .ask(Self.question)]))
    driver.begin()
    driver.run(until: 0.5)
    driver.give(.sound(.lost(reason: "gone", at: driver.now)))
    driver.run(until: 3)
    driver.give(.marker(.good, source: .key, driver.now))
    driver.run()
    #expect(driver.finish?.state == .complete && end(driver)?["answer"]?.string == "GOOD")
  }
}
