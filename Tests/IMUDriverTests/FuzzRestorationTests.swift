import Foundation
import MotionCore
import Testing

@testable import IMUDriver

/// The fuzz of the device is put back, whatever becomes of the program.
@Suite(.serialized) struct FuzzRestorationTests {
  private static let waitForRows = """
    : >"$1/out"
    "$0" capture auto 60 0 >"$1/out" & program=$!
    while [ $(wc -l <"$1/out") -lt 20 ]; do sleep 0.05; done
    """

  @Test func afterAKillTheNextStartPutsItBackAndSaysSo() throws {
    let run = try MockDevice.controller(
      [],
      script: """
        \(FuzzRestorationTests.waitForRows)
        "$0" devices
        ls "$1/state/drillrunner/fuzz" >&2
        kill -KILL $program; wait $program
        "$0" devices
        ls "$1/state/drillrunner/fuzz" >&2
        """)
    // While the program lives nobody else touches its device.
    #expect(!run.description.contains("put back"))
    let settings = run.log.filter { $0.event == "set_axis" }.map(\.fuzz)
    #expect(settings == Array(repeating: 0, count: 6) + Array(repeating: 16, count: 6))
    #expect(run.ending.contains("its fuzz was still off since a run that was killed; it was put back (ABS_X"))
    // The note was there before, and is gone afterwards.
    #expect(run.messages.contains("evdev-054c-0ce6-aabbccddeeff.json"))
    #expect(run.messages.split(separator: "\n").count { $0.contains(".json") } == 1)
  }

  /// Another client has set ABS_X to 7 meanwhile: that is left alone, at the end of a run as after a kill.
  @Test func anotherClientsChangeIsLeftAlone() throws {
    let run = try MockDevice.controller(
      ["--foreign-fuzz-at", "0.1"], probe: ["capture", "auto", "60", "200"])
    let restored = run.log.filter { $0.event == "set_axis" && $0.fuzz != 0 }
    #expect(restored.map(\.axis) == [1, 2, 3, 4, 5])
    #expect(run.ending.contains("put back, but for ABS_X, changed by another"))
  }

  private static func ranges(_ fuzz: Int32) -> [MotionAxisRange] {
    MotionAxis.allCases.map {
      MotionAxisRange(axis: $0, minimum: 0, maximum: 9, fuzz: fuzz, resolution: 1)
    }
  }

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// The note is on the disk before the device is changed: file and folder are synced.
  @Test func theNoteIsDurable() throws {
    try FuzzRestorationTests.inFolder { folder in
      let faults = FaultPlan()
      let record = FuzzRecord(
        environment: ["XDG_STATE_HOME": folder.path], fileSystem: PosixFileSystem(faults: faults))
      let held = try record.hold("evdev-x", FuzzRestorationTests.ranges(16))
      // The file and its folder; before them the parents of the three folders that were made for it.
      #expect(faults.count(of: "fsync") == 5)
      let text = try String(contentsOfFile: held.path, encoding: .utf8)
      #expect(text.contains(#""stable_id":"evdev-x""#) && text.contains(#""ABS_RZ":16"#))
      // A second program cannot have it meanwhile.
      #expect(throws: FileError.self) { try record.hold("evdev-x", FuzzRestorationTests.ranges(16)) }
      let node = EvdevNode(path: "none", descriptor: -1, calls: EvdevCalls(faults: FaultPlan()))
      var second = FuzzSetting(axes: FuzzRestorationTests.ranges(16), stableID: "evdev-x", record: record)
      second.switchOff(on: node)
      #expect(
        second.settings["while_recording"]?["reason"]?.string == SensorNote.changedByAnother.text)
      record.release(held)
      #expect(!FileManager.default.fileExists(atPath: held.path))
    }
  }

  /// Without the note nothing is changed on the device.
  @Test(arguments: ["mkdir", "open", "flock", "pwrite", "fsync"])
  func aNoteThatCannotBeWrittenLeavesTheDeviceAlone(call: String) throws {
    try FuzzRestorationTests.inFolder { folder in
      let faults = FaultPlan()
      let record = FuzzRecord(
        environment: ["XDG_STATE_HOME": folder.path],
        fileSystem: PosixFileSystem(faults: FaultPlan([.init(call, nth: nil, code: -EIO)])))
      let node = EvdevNode(path: "none", descriptor: -1, calls: EvdevCalls(faults: faults))
      var setting = FuzzSetting(axes: FuzzRestorationTests.ranges(16), stableID: "evdev-x", record: record)
      setting.switchOff(on: node)
      setting.restore(on: node)
      #expect(faults.trace.isEmpty)
      #expect(setting.settings["while_recording"]?["reason"]?.string?.contains("could not be noted") == true)
    }
  }

  /// A damaged note is removed and told; it restores nothing.
  @Test(arguments: ["", "{", #"{"fuzz":{"ABS_Q":16}}"#, #"{"fuzz":{"ABS_X":-1}}"#])
  func aDamagedNoteRestoresNothing(text: String) throws {
    try FuzzRestorationTests.inFolder { folder in
      let record = FuzzRecord(environment: ["XDG_STATE_HOME": folder.path])
      try FileManager.default.createDirectory(atPath: record.folder, withIntermediateDirectories: true)
      try text.write(toFile: record.folder + "/evdev-x.json", atomically: false, encoding: .utf8)
      let faults = FaultPlan()
      let node = EvdevNode(path: "none", descriptor: -1, calls: EvdevCalls(faults: faults))
      let note = record.folder + "/evdev-x.json"
      #expect(record.restoreLeftover("evdev-x", on: node) == SensorNote.noteDamaged(path: note))
      #expect(faults.trace.isEmpty)
      #expect(record.restoreLeftover("evdev-x", on: node) == nil)
    }
  }

  /// At the end of the run the controller is unplugged, which keeps no setting, or its kernel refuses: then the note
  /// stays for the next start.
  @Test(arguments: [
    ("EVIOCGABS", ENODEV, SensorNote.deviceGone, false),
    ("EVIOCSABS", EACCES, SensorNote.notPutBack(cause: "EVIOCSABS: Permission denied"), true),
  ])
  func whatBecameOfTheFuzzIsSaid(call: String, code: Int32, outcome: SensorNote, isKept: Bool) throws {
    try FuzzRestorationTests.inFolder { folder in
      func node(_ faults: FaultPlan.Fault...) -> EvdevNode {
        // Code 0: the other requests succeed, and every fuzz reads as 0.
        let others = ["EVIOCGABS", "EVIOCSABS"].map { FaultPlan.Fault($0, nth: nil, code: 0) }
        return EvdevNode(
          path: "none", descriptor: -1, calls: EvdevCalls(faults: FaultPlan(faults + others)))
      }
      let record = FuzzRecord(environment: ["XDG_STATE_HOME": folder.path])
      var setting = FuzzSetting(axes: FuzzRestorationTests.ranges(16), stableID: "evdev-x", record: record)
      setting.switchOff(on: node())
      #expect(setting.settings["while_recording"] == 0)
      setting.restore(on: node(.init(call, nth: nil, code: -code)))
      #expect(setting.settings["afterwards"] == .string(outcome.text))
      #expect(FileManager.default.fileExists(atPath: record.folder + "/evdev-x.json") == isKept)
    }
  }

  /// ABS_X is still off since an earlier run whose restoration the kernel refused: this run puts it back too.
  @Test func whatAnEarlierRunCouldNotPutBackIsPutBackWithTheRest() throws {
    try FuzzRestorationTests.inFolder { folder in
      let record = FuzzRecord(environment: ["XDG_STATE_HOME": folder.path])
      try FileManager.default.createDirectory(atPath: record.folder, withIntermediateDirectories: true)
      let note = record.folder + "/evdev-x.json"
      try #"{"fuzz":{"ABS_X":16}}"#.write(toFile: note, atomically: false, encoding: .utf8)
      // Code 0: the requests succeed, and every fuzz reads as 0.
      let faults = FaultPlan([
        .init("EVIOCGABS", nth: nil, code: 0), .init("EVIOCSABS", nth: 1, code: -EINVAL),
      ])
      let node = EvdevNode(path: "none", descriptor: -1, calls: EvdevCalls(faults: faults))
      #expect(record.restoreLeftover("evdev-x", on: node)?.text.contains("cannot be put back") == true)
      faults.add(.init("EVIOCSABS", nth: nil, code: 0))
      var axes = FuzzRestorationTests.ranges(10)
      axes[0].fuzz = 0
      var setting = FuzzSetting(axes: axes, stableID: "evdev-x", record: record)
      setting.switchOff(on: node)
      #expect(faults.count(of: "EVIOCSABS") == 1 + 5)
      let text = try String(contentsOfFile: note, encoding: .utf8)
      #expect(text.contains(#""ABS_X":16"#) && text.contains(#""ABS_RZ":10"#))
      setting.restore(on: node)
      #expect(faults.count(of: "EVIOCSABS") == 1 + 5 + 6)
      #expect(setting.settings["afterwards"]?.string == SensorNote.putBack.text)
      #expect(!FileManager.default.fileExists(atPath: note))
    }
  }
}
