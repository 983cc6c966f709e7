import CLinux
import IMUDriver
import Testing

@testable import DrillRunner

/// `buttons:` of a drill. Numbers of keys are those of input-event-codes.h.
@Suite struct ButtonLanguageTests {
  private func file(_ buttons: String) -> DrillFile {
    parsedDrill(
      """
      drill: 1
      title: T
      buttons: \(buttons)
      cues: { A: { say: a, expect: left } }
      steps:
        - stationary: 5 s
        - block: { name: b, cues: [A], interval: 4 s }
      """)
  }

  private func key(_ code: Int32) -> ButtonMapping.Button { .key(KeyCode(code)) }

  @Test func aDrillChangesTheStandardButtonByButton() throws {
    let mapping = try #require(
      file("{ BTN_SOUTH: GOOD, KEY_VOLUMEUP: none, KEY_KPENTER: start, DOUBLE_TAP: CENTER }").drill?.buttons)
    #expect(mapping[key(BTN_SOUTH)] == .marker(.good))
    #expect(mapping[key(KEY_VOLUMEUP)] == nil)
    #expect(mapping[key(KEY_KPENTER)] == .start)
    #expect(mapping[.doubleTap] == .marker(.center))
    #expect(mapping[key(BTN_WEST)] == .marker(.left), "what the drill does not name stays")
    #expect(mapping.actions.count == ButtonMapping.standard.actions.count - 1 + 1)
    #expect(parsedDrill("drill: 1\ntitle: T\nsteps: [{rest: 1 s}]").drill?.buttons == .standard)
  }

  /// docs/buttons.md says these.
  @Test(arguments: [
    (BTN_WEST, "LEFT"), (BTN_EAST, "RIGHT"), (BTN_NORTH, "CENTER"), (BTN_TR, "GOOD"), (BTN_TL, "BAD"),
    (BTN_SOUTH, "start"), (BTN_START, "pause"), (BTN_SELECT, "stop"), (KEY_PAGEUP, "LEFT"),
    (KEY_PAGEDOWN, "RIGHT"), (KEY_DOT, "CENTER"), (KEY_F5, "start"), (KEY_ESC, "pause"),
    (KEY_NEXTSONG, "RIGHT"), (KEY_PREVIOUSSONG, "LEFT"), (KEY_PLAYPAUSE, "pause"), (KEY_VOLUMEDOWN, "BAD"),
  ])
  func theStandardIsTheDocumentedOne(code: Int32, word: String) {
    #expect(ButtonMapping.standard[key(code)]?.word == word)
  }

  @Test func everyActionHasAWordAndIsReadBack() {
    #expect(ButtonMapping.standard[.doubleTap] == .pause)
    #expect(
      RunControl.all.map(\.word) == ["LEFT", "CENTER", "RIGHT", "GOOD", "BAD", "pause", "stop", "start"])
    for action in RunControl.all { #expect(RunControl(word: action.word) == action) }
    #expect(RunControl(word: "left") == nil)
  }

  /// Each wrong mapping, and what is said of it.
  @Test(arguments: [
    ("{ BTN_SUOTH: GOOD }", "there is no button \"BTN_SUOTH\"", "did you mean \"BTN_SOUTH\"?"),
    ("{ PAGEDOWN: RIGHT }", "there is no button \"PAGEDOWN\"", "did you mean \"KEY_PAGEDOWN\"?"),
    ("{ key_pagedown: RIGHT }", "there is no button \"key_pagedown\"", "did you mean \"KEY_PAGEDOWN\"?"),
    ("{ DOUBLETAP: pause }", "there is no button \"DOUBLETAP\"", "did you mean \"DOUBLE_TAP\"?"),
    ("{ the red one: stop }", "there is no button \"the red one\"", "the names are the kernel's"),
    ("{ BTN_SOUTH: GOD }", "a button's action cannot be \"GOD\"", "did you mean \"GOOD\"?"),
    ("{ BTN_SOUTH: left }", "a button's action cannot be \"left\"", ""),
    ("{ BTN_SOUTH: [GOOD] }", "a button's action must be text, not a list", ""),
    (
      "{ BTN_SOUTH: GOOD, BTN_A: BAD }", "\"BTN_A\" and \"BTN_SOUTH\" are the same button",
      "give it one action"
    ),
    ("[BTN_SOUTH]", "buttons must be a mapping, not a list", ""),
  ])
  func aMistakeIsNamedAtItsPlace(buttons: String, message: String, hint: String) throws {
    let file = file(buttons)
    #expect(file.drill == nil)
    let error = try #require(file.problems.fatal.first)
    #expect(error.message == message)
    #expect(hint.isEmpty || error.hint?.hasPrefix(hint) == true, "\(error.hint ?? "no hint")")
    #expect(error.line == 3 && error.column > 9)
  }
}
