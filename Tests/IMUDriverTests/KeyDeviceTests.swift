import CLinux
import Testing

@testable import IMUDriver

/// What a device with keys is, and which are listened to; names and numbers are those of input-event-codes.h.
@Suite struct KeyDeviceTests {
  private func codes(_ numbers: [Int32]) -> Set<KeyCode> { Set(numbers.map { KeyCode($0) }) }

  @Test(arguments: [
    ("BTN_SOUTH", BTN_SOUTH), ("BTN_A", BTN_SOUTH), ("KEY_PAGEDOWN", KEY_PAGEDOWN),
    ("BTN_DPAD_LEFT", BTN_DPAD_LEFT),
    ("KEY_NEXTSONG", KEY_NEXTSONG), ("BTN_MODE", BTN_MODE), ("KEY_F5", KEY_F5),
  ])
  func namesAreTheKernels(name: String, code: Int32) {
    #expect(KeyCode(name: name) == KeyCode(code))
  }

  @Test func aNameIsReadBackAndWhatIsNoneIsNone() {
    #expect(KeyCode(BTN_SOUTH).name == "BTN_SOUTH" && KeyCode(KEY_MUTE).name == "KEY_MUTE")
    for name in ["", "SOUTH", "BTN_SUOTH", "key_pagedown", "ABS_X", "KEY_PAGEDOWN "] {
      #expect(KeyCode(name: name) == nil, "\(name)")
    }
    // The highest code has no name.
    #expect(KeyCode(KEY_MAX).name == "KEY_767" || KeyCode(KEY_MAX).name == "KEY_MAX")
    #expect(Set(KeyCode.allNames).isSuperset(of: ["BTN_SOUTH", "KEY_PAGEUP", "BTN_TRIGGER_HAPPY40"]))
  }

  /// drivers/input/input.c, input_bits_to_string: words of the machine's size, highest first, zeros left out.
  @Test func masksAreReadAsTheKernelPrintsThem() {
    #expect(KeyCode.keys(inMask: "0") == [])
    #expect(KeyCode.keys(inMask: "3") == codes([0, 1]))
    // BTN_SOUTH is 0x130 = 4·64 + 48.
    #expect(KeyCode.keys(inMask: "1000000000000 0 0 0 0") == codes([BTN_SOUTH]))
    #expect(KeyCode.keys(inMask: "1000000000000 0 0 0 8000000000000000") == codes([BTN_SOUTH, 63]))
    #expect(KeyCode.keys(inMask: "zz 1") == codes([0]))
    // Beyond KEY_MAX there is no key.
    #expect(KeyCode.keys(inMask: "1 0 0 0 0 0 0 0 0 0 0 0 0") == [])
  }

  @Test func whoTypesIsNeverListenedToUnasked() {
    #expect(KeyDevice.kind(of: codes([BTN_SOUTH, BTN_EAST])) == .gamepad)
    #expect(KeyDevice.kind(of: codes([BTN_TRIGGER])) == .gamepad)
    #expect(KeyDevice.kind(of: codes([BTN_SOUTH, KEY_A])) == .keyboard)
    #expect(KeyDevice.kind(of: codes([KEY_PAGEUP, KEY_PAGEDOWN, KEY_DOT])) == .presenter)
    #expect(KeyDevice.kind(of: codes([KEY_PREVIOUSSONG, KEY_NEXTSONG, KEY_PLAYPAUSE])) == .presenter)
    #expect(KeyDevice.kind(of: codes([KEY_PAGEUP, KEY_PAGEDOWN, KEY_B])) == .keyboard)
    #expect(KeyDevice.kind(of: codes([KEY_PAGEUP])) == .other)
    #expect(KeyDevice.kind(of: codes([KEY_VOLUMEUP, KEY_VOLUMEDOWN])) == .other)
    for keys in [[], [KEY_POWER], [BTN_LEFT, BTN_RIGHT], [BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER]] {
      #expect(KeyDevice.kind(of: codes(keys)) == nil)
    }
    for letter in KeyDevice.letters {
      #expect(KeyDevice.kind(of: codes([BTN_SOUTH, KEY_PAGEUP, KEY_PAGEDOWN]).union([letter])) == .keyboard)
    }
    #expect(KeyDevice.letters.count == 26)
  }

  @Test func onlyAKeyThatGoesDownIsAPress() {
    var decoder = KeyDecoder()
    func event(_ type: Int32, _ code: Int32, _ value: Int32, at time: Int64 = 7) -> EvdevEvent {
      EvdevEvent(timeNs: time, type: type, code: code, value: value)
    }
    #expect(decoder.accept(event(EV_KEY, BTN_SOUTH, 1, at: 42)) == .press(KeyCode(BTN_SOUTH), timeNs: 42))
    for other in [
      event(EV_KEY, BTN_SOUTH, 2), event(EV_KEY, BTN_SOUTH, 0), event(EV_SYN, SYN_REPORT, 0),
      event(EV_MSC, MSC_SCAN, 1), event(EV_ABS, 0, 1), event(EV_REL, 0, 1),
    ] {
      #expect(decoder.accept(other) == nil)
    }
    // What comes between SYN_DROPPED and the end of its report is of a report that is not whole.
    #expect(decoder.accept(event(EV_SYN, SYN_DROPPED, 0)) == nil)
    #expect(decoder.accept(event(EV_KEY, BTN_EAST, 1)) == nil)
    #expect(decoder.accept(event(EV_SYN, SYN_REPORT, 0)) == .dropped)
    #expect(decoder.accept(event(EV_KEY, BTN_EAST, 1)) == .press(KeyCode(BTN_EAST), timeNs: 7))
  }
}
