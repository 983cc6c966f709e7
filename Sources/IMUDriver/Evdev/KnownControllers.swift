extension KnownController {
  /// The controllers whose motion nodes are known. Numbers: drivers/hid/hid-ids.h of the Linux kernel.
  static let all: [KnownController] = playStation + nintendo + [steamDeck, dualShock3] + wiiRemotes

  private static let sony: UInt16 = 0x054c
  private static let nintendoVendor: UInt16 = 0x057e

  /// drivers/hid/hid-playstation.c: dualsense_parse_report, dualshock4_parse_report.
  private static let playStation: [KnownController] = {
    func entry(_ name: String, _ product: UInt16, _ clock: ControllerClock) -> KnownController {
      KnownController(
        name: name, part: "Motion Sensors", vendor: sony, product: product, driver: "hid-playstation",
        layout: .both, mounting: .playStation, clock: clock)
    }
    let dualSense = ControllerClock.hardware(
      "the controller's own counter, 32 bits of 1/3 µs, unrolled to µs by the driver")
    // 65536 ticks of 16/3 µs.
    let dualShock = ControllerClock.hardwareNarrow(
      """
      the controller's own counter, 16 bits of 16/3 µs, unrolled to µs by the driver: a gap of more than \
      349.5 ms loses whole turns
      """, wrapMicroseconds: 65536 * 16 / 3)
    return [
      entry("DualSense", 0x0ce6, dualSense), entry("DualSense Edge", 0x0df2, dualSense),
      entry("DualShock 4 (first version)", 0x05c4, dualShock),
      entry("DualShock 4 (second version)", 0x09cc, dualShock),
      entry("DualShock 4 (USB adapter)", 0x0ba0, dualShock),
    ]
  }()

  /// drivers/hid/hid-nintendo.c: joycon_parse_imu_report.
  private static let nintendo: [KnownController] = {
    func entry(_ name: String, _ product: UInt16) -> KnownController {
      KnownController(
        name: name, part: "IMU", vendor: nintendoVendor, product: product, driver: "hid-nintendo",
        layout: .both, mounting: .nintendo,
        clock: .synthetic(
          """
          made up by the driver from the average interval of reports; three samples come in one burst, and the \
          kernel's time is the same for all three
          """))
    }
    return [
      entry("Joy-Con (L)", 0x2006), entry("Joy-Con (R)", 0x2007), entry("Pro Controller", 0x2009),
      entry("Joy-Con in the charging grip", 0x200e),
    ]
  }()

  /// drivers/hid/hid-steam.c, Linux 6.12: steam_do_deck_sensors_event. The driver turns the axes to those of a
  /// DualSense.
  private static let steamDeck = KnownController(
    name: "Steam Deck", part: "Motion Sensors", vendor: 0x28de, product: 0x1205, driver: "hid-steam",
    layout: .both, mounting: .playStation,
    clock: .synthetic(
      "made up by the driver: 4000 µs for each report, so that lost reports do not show in it"))

  /// drivers/hid/hid-sony.c: sixaxis_parse_report. Its gyroscope of one axis is not given on.
  private static let dualShock3 = KnownController(
    name: "DualShock 3", part: "Motion Sensors", vendor: sony, product: 0x0268, driver: "hid-sony",
    layout: .accelerometerAlone, mounting: .playStation,
    clock: .none("the driver gives no device time"),
    documentedUnits: .init(units: 113, source: "hid-sony.c, SIXAXIS_ACC_RES_PER_G"))

  /// drivers/hid/hid-wiimote-modules.c: wiimod_accel_in_accel, wiimod_mp_in_mp. Two nodes of one remote, each a
  /// sensor of its own: they have neither a common report nor a time stamp.
  private static let wiiRemotes: [KnownController] = {
    let clock = ControllerClock.none("the driver gives no device time")
    return [("Wii Remote", 0x0306), ("Wii Remote Plus", 0x0330)].flatMap { name, product in
      [
        KnownController(
          name: name, part: "Accelerometer", vendor: nintendoVendor, product: product,
          kernelNameEnd: "Accelerometer", driver: "hid-wiimote", layout: .wiiAccelerometer,
          mounting: .wiiRemote, clock: clock,
          documentedUnits: .init(
            units: 104,
            source: """
              nominal: the 26 steps of 8 bits per g of a remote's stored calibration, in the driver's 10 bits; \
              the remote's own zero and gain, which the driver does not apply, may differ by 10 %
              """)),
        KnownController(
          name: name, part: "Motion Plus", vendor: nintendoVendor, product: product,
          kernelNameEnd: "Motion Plus", driver: "hid-wiimote", layout: .wiiMotionPlus,
          mounting: nil, clock: clock,
          documentedUnits: .init(
            units: 8192.0 / 440 * 9,
            source: "hid-wiimote-modules.c, wiimod_mp_in_mp: 8192 steps for 440 °/s, times 9")),
      ]
    }
  }()
}
