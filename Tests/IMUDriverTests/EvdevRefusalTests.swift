import Testing

@testable import IMUDriver

/// A node that refuses each request that is made of it (EINVAL): a clear error, or going on without.
@Suite(.serialized) struct EvdevRefusalTests {
  /// Numbers behind a colon: the axis, or the event type (EV_ABS is 3).
  @Test(arguments: [
    "EVIOCGABS:0", "EVIOCGABS:1", "EVIOCGABS:2", "EVIOCGABS:3", "EVIOCGABS:4", "EVIOCGABS:5", "EVIOCGBIT:3",
    "EVIOCGID",
  ])
  func withoutItTheSensorCannotBeRead(request: String) throws {
    let run = try MockDevice.controller(["--refuse", request], probe: ["capture", "auto", "60", "2"])
    #expect(run.exitCode == 4)
    let name = request.split(separator: ":")[0]
    #expect(run.messages.contains("cannot read /dev/input/event21: \(name): Invalid argument"))
    // What was changed before the refusal is as it was.
    let fuzz = run.log.filter { $0.event == "set_axis" }.compactMap(\.fuzz)
    #expect(fuzz.filter { $0 == 0 }.count == fuzz.filter { $0 == 16 }.count)
  }

  /// EV_MSC is 4. A known controller needs no declaration, and names are taken from sysfs.
  @Test(arguments: ["EVIOCGPROP", "EVIOCGNAME", "EVIOCGUNIQ", "EVIOCGPHYS", "EVIOCGBIT:4"])
  func withoutItTheSensorIsReadAllTheSame(request: String) throws {
    let run = try MockDevice.controller(["--refuse", request], probe: ["capture", "auto", "60", "20"])
    #expect(run.exitCode == 0 && run.rows(ofStream: 0).count >= 5, "\(run.messages)")
    if request == "EVIOCGBIT:4" {
      // No device clock that could be trusted: the kernel's time is the row's.
      #expect(run.rows(ofStream: 0).allSatisfy { $0.t == $0.k })
      #expect(run.description.contains(#""clocks":[]"#))
    } else {
      #expect(run.rows(ofStream: 0).first?.t == run.reports.first?.msc)
    }
  }

  /// An unknown controller must declare that its axes are motion.
  @Test func anUnknownNodeThatDeclaresNothingCannotBeUsed() throws {
    let run = try MockDevice.controller(
      ["--model", "unknown", "--refuse", "EVIOCGPROP"], probe: ["capture", "auto", "60", "2"])
    #expect(run.exitCode == 4 && run.messages.contains("does not declare a motion sensor"))
  }

  /// The fuzz of one axis is refused: the axes that were changed are put back, and the rows go on.
  @Test(arguments: [0, 3, 5])
  func aRefusedFuzzIsPutBackForAllAxes(axis: Int) throws {
    let run = try MockDevice.controller(
      ["--refuse", "EVIOCSABS:\(axis)"], probe: ["capture", "auto", "60", "20"])
    #expect(run.exitCode == 0 && run.rows(ofStream: 0).count >= 5)
    let changed = run.log.filter { $0.event == "set_axis" && $0.refused == false }
    #expect(changed.map(\.fuzz) == Array(repeating: 0, count: axis) + Array(repeating: 16, count: axis))
    #expect(run.ending.contains(#""kept":true,"reason":"the kernel refused to change it: EVIOCSABS"#))
  }
}
