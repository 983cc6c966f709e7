import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// The words of a run are made before it: told, and ended by a stop signal between two words.
@Suite struct WordMakingTests {
  private func clip(_ name: String, _ text: String) -> Clip { Clip.nominal(name: name, text: text) }

  private func clips(
    _ mailbox: Mailbox<RunMessage>, _ clock: VirtualClock, told: (RunNote) -> Void,
    making: @escaping (String) throws -> Void
  ) throws -> RunClips {
    let drill = try #require(
      parsedDrill(
        """
        drill: 1
        title: Words
        cues:
          LEFT: { say: Left, expect: left }
          CENTER: { say: Center, expect: center }
        steps:
          - say: Welcome.
          - say: Welcome.
          - stationary: 5 s
          - block: { name: a, cues: [LEFT, CENTER], interval: 4 s }
        """
      ).drill)
    return try withoutActuallyEscaping(told) { told in
      var word = WordMaking(mailbox, clock: clock, tell: told)
      return try RunClips(
        drill: drill, extraSentences: ["Saved.", "Paused."],
        speak: {
          try making($1)
          return clip($0, $1)
        }, load: clip, guide: { Clip.nominal(name: $0, text: $1) }, before: { try word.next($0, of: $1) })
    }
  }

  @Test("Told before the first word, and every two seconds while it goes on")
  func told() throws {
    let clock = VirtualClock()
    var told: [RunNote] = []
    // Each cue takes 1.5 s: two cues and three sentences, of which one stands twice in the drill.
    let clips = try clips(
      Mailbox(), clock, told: { told.append($0) },
      making: { _ in clock.advance(to: clock.now() + .milliseconds(1500)) })
    #expect(told == [.makingWords(0, of: 5), .makingWords(2, of: 5)])
    #expect(told.map(\.text) == ["making the words", "making the words, 2 of 5"])
    #expect(clips.made("Welcome.") != nil && clips.made("Paused.") != nil)
  }

  @Test("A stop signal ends it before the next word; what else was told is kept")
  func stopped() throws {
    let mailbox = Mailbox<RunMessage>()
    let clock = VirtualClock()
    var made: [String] = []
    #expect(throws: RunError.stoppedBeforeRun(.signal("SIGINT"))) {
      _ = try clips(
        mailbox, clock, told: { _ in },
        making: {
          made.append($0)
          mailbox.post(.signal("SIGINT"))
        })
    }
    #expect(made == ["Left"])
    #expect(RunError.stoppedBeforeRun(.signal("SIGINT")).exitCode == .notComplete)
    mailbox.post(.note(.underrun))
    try WordMaking(mailbox, clock: clock) { _ in }.throwIfStopped()
    guard case .note(.underrun)? = mailbox.take(until: clock.now(), clock: clock).first else {
      Issue.record("the note is gone")
      return
    }
  }
}
