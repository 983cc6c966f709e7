import MotionCore
import Testing

@testable import IMUDriver

@Suite struct KnownControllerTests {
  /// Vendor and product of drivers/hid/hid-ids.h: USB_VENDOR_ID_SONY and _NINTENDO, USB_VENDOR_ID_VALVE,
  /// USB_DEVICE_ID_SONY_PS5_CONTROLLER(_2), _PS4_CONTROLLER(_2, _DONGLE), _PS3_CONTROLLER,
  /// USB_DEVICE_ID_NINTENDO_JOYCONL, _JOYCONR, _PROCON, _CHRGGRIP, _WIIMOTE(2), USB_DEVICE_ID_STEAM_DECK.
  @Test(arguments: [
    (0x054c, 0x0ce6, "DualSense Wireless Controller Motion Sensors", "DualSense (Motion Sensors)"),
    (0x054c, 0x0df2, "DualSense Edge Wireless Controller Motion Sensors", "DualSense Edge (Motion Sensors)"),
    (0x054c, 0x05c4, "Wireless Controller Motion Sensors", "DualShock 4 (first version) (Motion Sensors)"),
    (0x054c, 0x09cc, "Wireless Controller Motion Sensors", "DualShock 4 (second version) (Motion Sensors)"),
    (0x054c, 0x0ba0, "Wireless Controller Motion Sensors", "DualShock 4 (USB adapter) (Motion Sensors)"),
    (0x054c, 0x0268, "Sony PLAYSTATION(R)3 Controller Motion Sensors", "DualShock 3 (Motion Sensors)"),
    (0x057e, 0x2006, "Nintendo Switch Left Joy-Con IMU", "Joy-Con (L) (IMU)"),
    (0x057e, 0x2007, "Nintendo Switch Right Joy-Con (IMU)", "Joy-Con (R) (IMU)"),
    (0x057e, 0x2009, "Nintendo Switch Pro Controller IMU", "Pro Controller (IMU)"),
    (0x057e, 0x200e, "Nintendo Switch Left Joy-Con (Grip) IMU", "Joy-Con in the charging grip (IMU)"),
    (0x057e, 0x0306, "Nintendo Wii Remote Accelerometer", "Wii Remote (Accelerometer)"),
    (0x057e, 0x0330, "Nintendo Wii Remote Motion Plus", "Wii Remote Plus (Motion Plus)"),
    (0x28de, 0x1205, "Steam Deck Motion Sensors", "Steam Deck (Motion Sensors)"),
  ])
  func aControllerIsKnownByItsNumbers(vendor: Int, product: Int, kernelName: String, name: String) {
    let known = KnownController.find(
      vendor: UInt16(vendor), product: UInt16(product), kernelName: kernelName)
    #expect(known?.plainName == name)
  }

  @Test func othersAreNotKnown() {
    #expect(KnownController.find(vendor: 0x054c, product: 0x0ce7, kernelName: "X") == nil)
    // The buttons of a Wii Remote have the same numbers.
    #expect(KnownController.find(vendor: 0x057e, product: 0x0306, kernelName: "Nintendo Wii Remote") == nil)
  }

  /// Worn with its back against the breastbone, buttons forward and shoulder buttons up, a controller's own
  /// "out of the buttons" points forward and its "to the shoulder buttons" up.
  @Test(arguments: [
    (StandardMounting.playStation, [0, 1, 0], [0, 0, -1]),
    (StandardMounting.nintendo, [0, 0, 1], [1, 0, 0]),
    (StandardMounting.wiiRemote, [0, 0, 1], [0, -1, 0]),
  ])
  func theMatrixTurnsTheDevicesAxesIntoTheRiders(
    mounting: StandardMounting, buttons: [Double], shoulder: [Double]
  ) {
    func rider(_ device: [Double]) -> [Double] {
      mounting.matrix.map { row in zip(row, device).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    #expect(rider(buttons) == [1, 0, 0])
    #expect(rider(shoulder) == [0, 0, 1])
    let m = mounting.matrix
    let determinant =
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
      + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    #expect(determinant == 1, "a rotation, not a mirror")
  }

  @Test func everyMatrixIsARotation() {
    for known in KnownController.all {
      guard let matrix = known.mounting?.matrix else { continue }
      for (i, a) in matrix.enumerated() {
        for (j, b) in matrix.enumerated() {
          #expect(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } == (i == j ? 1 : 0))
        }
      }
    }
  }
}
