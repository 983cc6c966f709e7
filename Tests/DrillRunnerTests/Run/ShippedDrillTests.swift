import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// The exact order of words, cues, phases and writes of every shipped drill, against a description of it by hand. What
/// a seed shuffles is taken from the timeline, whose draws have their own tests.
@Suite struct ShippedDrillTests {
  private enum Part {
    case say(String)
    case countdown([String])
    case calibrate([String])
    case still(String)
    case rest
    case half
    case unanswered(String)
    /// Name, intent, opening words, and the cues as they come; nil: as the timeline has them.
    case block(String, String, String, [String]?)
  }

  private static let lean = ["LEFT", "CENTER", "RIGHT", "CENTER"]
  private static let all = lean + ["FORWARD", "CENTER"]
  private static func times(_ count: Int, _ cues: [String]) -> [String] {
    Array(repeating: cues, count: count).flatMap { $0 }
  }

  private static let drills: [String: [Part]] = [
    "center-left-right": [
      .say("Welcome. Sit in the middle and hold still."),
      .still("torso"),
      .block(
        "center-left-right", "plain", "When you hear a side, lean there, and stay until the next word.",
        times(2, ["CENTER", "LEFT", "CENTER", "RIGHT", "CENTER"])),
      .say("Thank you. That was all."),
    ],
    "diagnostics": [
      .say("Lay the sensor on a table and do not touch it. I listen to it for one minute."),
      .rest, .still("table"),
      .say("Now strap the sensor to your chest and sit on the bike. You have half a minute."),
      .rest,
      .say("Sit in the middle and hold still for half a minute."),
      .rest, .still("torso"),
      .calibrate(["neutral"]), .calibrate(["lean_left", "lean_forward"]),
      .block(
        "slow", "slow", "Slow movements. Take your time to lean, hold, and return.", times(2, all)),
      .half, .rest,
      .block("rapid", "rapid", "Now quick movements. Go as soon as you hear the word.", times(2, all)),
      .say("Thank you. The diagnostics are done."),
    ],
    "garage": [
      .say("Welcome. Get on the bike, feet on the pegs. I begin in half a minute."),
      .countdown([
        "Thirty seconds.", "Twenty seconds.", "Ten seconds.", "Five.", "Four.", "Three.", "Two.", "One.",
      ]),
      .say("First I look for your centre and your sides."),
      .calibrate(["neutral"]), .calibrate(["lean_left", "lean_forward"]),
      .say("Now sit in the middle and hold still for half a minute."),
      .still("torso"),
      .block("slow-moves", "slow", "Slow movements. Take your time to lean, hold, and return.", all),
      .block("rapid-moves", "rapid", "The same, quickly. Go as soon as you hear the word.", all),
      .say("A short rest."), .rest,
      .block(
        "simple", "slow",
        "Slow and simple. When you hear a side, lean there, and stay until the next word.", times(3, lean)),
      .block("turns-1", "plain", "Now at your own pace. The sides come in any order.", nil),
      .half,
      .say("A rest. Breathe."), .rest,
      .block(
        "corrections", "correction",
        "Lean too far on purpose, then correct to where you wanted to be. Then hold.", times(2, lean)),
      .block("turns-2", "plain", "The last turns. At your own pace, in any order.", nil),
      .say("That was all. Stay seated until I say that it is saved."),
    ],
    "mitte-links-rechts": [
      .say("Willkommen. Setz dich in die Mitte und halte still."),
      .still("torso"),
      .block(
        "mitte-links-rechts", "plain",
        "Lehn dich zu der Seite, die du hörst, und bleib dort bis zum nächsten Wort.", nil),
      .unanswered(
        "War etwas nicht in Ordnung? Drück gut oder schlecht. Zweimal auf den Sensor tippen heißt schlecht."),
      .say("Danke. Das war alles."),
    ],
    "reaction": [
      .say(
        "Welcome. Go to the side that you hear as fast as you can. Sometimes no word comes. Then stay where you are."
      ),
      .calibrate(["neutral"]), .calibrate(["lean_left", "lean_forward"]),
      .still("torso"),
      .block("first", "rapid", "The first half.", nil),
      .half, .rest,
      .block("second", "rapid", "The second half.", nil),
      .say("Thank you. That was all."),
    ],
  ]

  /// Words of the calibration, written out.
  private static let asked = [
    "neutral": "Sit upright and keep still.",
    "lean_left": "At the word now: Lean to the left, and come back.",
    "lean_forward": "At the word now: Lean forward, and come back.",
  ]
  private static let found = [
    "neutral": "The centre is known.", "lean_left": "Left is known.", "lean_forward": "Forward is known.",
  ]

  private static func words(_ text: String) -> [String] { ["speak \(text)", "say \(text) played"] }

  private static func log(of part: Part, timeline: Timeline, trial: inout Int, isFirstBlock: inout Bool)
    -> [String]
  {
    switch part {
    case .say(let text): return words(text)
    case .countdown(let texts): return texts.flatMap(words)
    case .half: return words("Half of it is done.")
    case .unanswered(let text):
      return ["write phase question begin"] + words(text) + ["write phase question end"]
        + words("Keine Antwort. Es geht weiter.")
    case .rest: return ["write phase rest begin", "write phase rest end"]
    case .still: return ["write phase stationary begin", "write phase stationary end"]
    case .calibrate(let steps):
      return steps.flatMap { step -> [String] in
        let attempt = ["write calibration \(step) begin", "calibrate \(step)"]
        let around =
          step == "neutral"
          ? words(asked[step]!) + ["asked neutral"] + attempt
          : words(asked[step]!) + ["speak Now."] + attempt + ["say Now. played", "asked \(step)"]
        return around + ["write calibration \(step) end passed"] + words(found[step]!)
      }
    case .block(let name, _, let opening, let cues):
      var lines = isFirstBlock ? ["write recording recording begin"] : []
      isFirstBlock = false
      lines += ["write phase \(name) begin"] + words(opening)
      let drawn = timeline.steps.compactMap { step -> [String?]? in
        guard case .block(let block) = step, block.definition.name == name else { return nil }
        return block.slots.map(\.cue)
      }
      for cue in cues ?? drawn.first ?? [] {
        guard let cue else {
          lines.append("cue CATCH - silent")
          continue
        }
        trial += 1
        lines += ["play \(cue)", "cue \(cue) #\(trial) played", "heard \(cue)"]
      }
      return lines + ["write phase \(name) end"]
    }
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("protocols")

  @Test("Every drill in the folder is described here, and read without a warning")
  func allAreThere() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".yaml") }
    #expect(Set(files) == Set(Self.drills.keys.map { $0 + ".yaml" }))
    for file in files { #expect(try DrillFile.load(Self.folder.path + "/" + file).problems == []) }
  }

  @Test("The exact order", arguments: drills.keys.sorted(), [UInt64(1), 20_261_130])
  func order(name: String, seed: UInt64) throws {
    let drill = try #require(try DrillFile.load(Self.folder.path + "/\(name).yaml").drill)
    let timeline = Timeline(drill, seed: seed)
    var driver = MachineDriver(RunPlan(drill: drill, timeline: timeline))
    driver.outcomes = Array(repeating: .passed(numbers: [:]), count: 3)
    driver.saves = [true]
    driver.begin()
    driver.run()
    var trial = 0
    var isFirstBlock = true
    let expected =
      Self.drills[name]!.flatMap {
        Self.log(of: $0, timeline: timeline, trial: &trial, isFirstBlock: &isFirstBlock)
      }
      + ["cancel", "write recording recording end", "finish complete"]
      + Self.words(name == "mitte-links-rechts" ? "Gespeichert." : "Saved.")
      + Self.words("The result.")
    let log = driver.log.map { line in
      line.hasPrefix("play ") ? "play " + line.split(separator: " ")[1] : line
    }
    #expect(log == expected)
    #expect(driver.machine.state == .saved)
  }

  @Test("The garage protocol has what it promises")
  func garage() throws {
    let drill = try #require(try DrillFile.load(Self.folder.path + "/garage.yaml").drill)
    let timeline = Timeline(drill, seed: 1)
    let blocks = timeline.steps.compactMap { step -> Timeline.Block? in
      if case .block(let block) = step { block } else { nil }
    }
    // Every cue asks for a movement away from where the body is: each is a transition.
    var position = ExpectedPosition.center
    for slot in blocks.flatMap(\.slots) {
      #expect(slot.expect != position)
      position = slot.expect
    }
    #expect(blocks.flatMap(\.slots).count == 56)
    #expect(Set(blocks.map(\.definition.intent)) == [.plain, .slow, .rapid, .correction])
    #expect(drill.steps.contains(.stationary(.seconds(30), .torso)))
    for block in blocks {
      guard case .exponential = block.definition.interval else {
        Issue.record("an interval that is not drawn")
        continue
      }
    }
    #expect(timeline.nominalDuration < .seconds(9 * 60))
  }
}
