import Testing

@testable import IMUDriver

/// Each family of controllers on its mock node. Scales are the kernel drivers' own: hid-playstation.c,
/// hid-nintendo.c, hid-steam.c, hid-sony.c, hid-wiimote-modules.c.
@Suite(.serialized) struct EvdevFamilyTests {
  struct Family: Sendable {
    var model: String
    var name: String
    var perG: Double?
    var perDegree: Double?
    /// Raw values of 1 g upwards in the standard mounting: which axis, and its sign.
    var up: (axis: Int, sign: Double)?
    var clock: String
    var epoch: String
  }

  static let families = [
    Family(
      model: "dualsense", name: "DualSense (Motion Sensors)", perG: 8192, perDegree: 1024, up: (2, -1),
      clock: "hardware", epoch: "device"),
    Family(
      model: "ds4", name: "DualShock 4 (second version) (Motion Sensors)", perG: 8192, perDegree: 1024,
      up: (2, -1), clock: "hardware", epoch: "device"),
    Family(
      model: "joycon-l", name: "Joy-Con (L) (IMU)", perG: 4096, perDegree: 14247, up: (0, 1),
      clock: "synthetic", epoch: "driver"),
    Family(
      model: "joycon-r", name: "Joy-Con (R) (IMU)", perG: 4096, perDegree: 14247, up: (0, 1),
      clock: "synthetic", epoch: "driver"),
    Family(
      model: "pro", name: "Pro Controller (IMU)", perG: 4096, perDegree: 14247, up: (0, 1),
      clock: "synthetic", epoch: "driver"),
    Family(
      model: "deck", name: "Steam Deck (Motion Sensors)", perG: 16384, perDegree: 16, up: (2, -1),
      clock: "synthetic", epoch: "driver"),
    Family(
      model: "ds3", name: "DualShock 3 (Motion Sensors)", perG: 113, perDegree: nil, up: (2, -1),
      clock: "none", epoch: ""),
    Family(
      model: "wiimote", name: "Wii Remote (Accelerometer)", perG: 104, perDegree: nil, up: (1, -1),
      clock: "none", epoch: ""),
    // 8192 steps for 440 °/s, times 9.
    Family(
      model: "motionplus", name: "Wii Remote (Motion Plus)", perG: nil, perDegree: 8192.0 * 9 / 440, up: nil,
      clock: "none", epoch: ""),
    Family(
      model: "unknown", name: "Nobody's Pad Motion Sensors", perG: 8192, perDegree: 1024, up: nil,
      clock: "unknown", epoch: "device"),
  ]

  @Test(arguments: families.indices)
  func everyReportComesOutWithItsMeaning(index: Int) throws {
    let family = EvdevFamilyTests.families[index]
    let run = try MockDevice.controller(
      ["--model", family.model, "--forward", family.up == nil ? "z" : "standard"],
      probe: ["capture", "auto", "60", "90"])
    #expect(run.exitCode == 0, "\(run.messages)")
    // On a busy machine the mock's queue may run over, as a real one; that is told, and the rest is right.
    #expect(run.incidents.allSatisfy { $0 == "dropped_events" } && run.losses.isEmpty)
    #expect(run.description.contains(#""sensor":"\#(family.name)""#))
    #expect(run.description.contains(#""known":\#(family.model != "unknown")"#))
    #expect(run.ending.contains(#""device_clock":{"kind":"\#(family.clock)""#))
    if !family.epoch.isEmpty { #expect(run.description.contains(#""epoch":"\#(family.epoch)""#)) }

    let accelerometer = run.rows(ofStream: 0)
    let gyroscope = run.rows(ofStream: 1)
    #expect(accelerometer.isEmpty == (family.perG == nil))
    #expect(gyroscope.isEmpty == (family.perDegree == nil))
    let missing = [
      family.perG == nil ? "accelerometer" : nil, family.perDegree == nil ? "gyroscope" : nil,
    ].compactMap { $0 }
    for kind in missing { #expect(run.description.contains("\(family.name) has no \(kind)")) }
    for perUnit in [family.perG, family.perDegree].compactMap({ $0 }) {
      #expect(run.description.contains(#""scale":[\#(1 / perUnit)]"#))
    }

    // Value for value and time for time what the node sent.
    let rows = family.perG == nil ? gyroscope : accelerometer
    #expect(rows.count >= 40 && rows.count <= run.reports.count)
    let both = family.perG != nil && family.perDegree != nil
    var rest = run.reports[...]
    for (position, row) in rows.enumerated() {
      let values = both ? (row.values ?? []) + (gyroscope[position].values ?? []) : row.values
      let next = rest.firstIndex { family.clock == "none" ? $0.values == values : $0.msc == row.t }
      if let next, next > rest.startIndex, !run.incidents.isEmpty { rest = rest[next...] }
      let first = rest.popFirst()
      let sent = try #require(first)
      // Axes of which nothing was known at the start name themselves.
      if row.invalid == nil, !both || gyroscope[position].invalid == nil { #expect(values == sent.values) }
      if family.clock == "none" { #expect(row.t == row.k) } else { #expect(row.t == sent.msc) }
    }

    // Worn in the standard mounting, at rest: gravity's reaction is one g upwards.
    if let up = family.up, let perG = family.perG {
      let values = accelerometer.filter { $0.invalid == nil }.compactMap { $0.values?[up.axis] }
      let mean = Double(values.reduce(0, +)) / Double(values.count) / perG
      #expect(abs(mean - up.sign) < 0.02)
    } else {
      #expect(run.description.contains(#""mount_matrix":[]"#))
      #expect(run.description.contains(#""mounting":{"unavailable":"#))
    }
  }

  /// Three samples of a Joy-Con come at once: the kernel's time is one, the device's times are 5 ms apart.
  @Test func aBurstKeepsTheDevicesTimes() throws {
    let run = try MockDevice.controller(["--model", "joycon-l"], probe: ["capture", "auto", "60", "180"])
    let rows = run.rows(ofStream: 0).compactMap(\.t)
    let steps = zip(rows.dropFirst(), rows).map { ($0 - $1 + 1 << 32) % (1 << 32) }
    #expect(steps.allSatisfy { $0 == 5000 })
  }

  @Test func theOtherPartsOfAControllerAreFound() throws {
    let run = try MockDevice.controller(["--siblings"], probe: ["devices"])
    let path = "/sys/devices/virtual/misc/uhid/0005:054C:0CE6.0003/power_supply"
    for part in [
      #"{"kind":"buttons","name":"DualSense Wireless Controller","path":"/dev/input/event30"}"#,
      #"{"kind":"touchpad","name":"DualSense Wireless Controller Touchpad","path":"/dev/input/event31"}"#,
      #"{"kind":"battery","name":"ps-controller-battery-aa:bb:cc:dd:ee:ff","path":"\#(path)/"#,
    ] {
      #expect(run.description.contains(part), "\(run.description)")
    }
  }
}
