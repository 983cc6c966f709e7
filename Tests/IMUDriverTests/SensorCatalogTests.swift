import Testing

@testable import IMUDriver

/// Discovery through the real libudev on a mock /sys.
@Suite(.serialized) struct SensorCatalogTests {
  @Test func aControllerIsDescribed() throws {
    let run = try MockDevice.controller([], probe: ["devices"])
    #expect(run.exitCode == 0, "\(run.messages)")
    #expect(run.lines.isEmpty, "the parent, which is marked as well, is not a second sensor")
    for part in [
      #""name":"DualSense (Motion Sensors)""#,
      #""kernel_name":"DualSense Wireless Controller Motion Sensors""#, #""bus":"bluetooth""#,
      #""path":"/dev/input/event21""#, #""stable_id":"evdev-054c-0ce6-aabbccddeeff""#,
      #""serial":"aa:bb:cc:dd:ee:ff""#, #""vendor":1356"#, #""product":3302"#,
      #"{"axis":"ABS_Z","resolution":8192},{"axis":"ABS_RX","resolution":1024}"#, #""device_clock":true"#,
      #""problem":null"#,
    ] {
      #expect(run.description.contains(part))
    }
    // Looking changes nothing.
    #expect(run.log.isEmpty)
  }

  @Test func withoutADeviceTheMessageSaysWhatWasLookedFor() throws {
    let run = try MockDevice.controller(["--no-device"], probe: ["capture", "auto", "60", "2"])
    #expect(run.exitCode == 4)
    #expect(
      run.messages.contains("no usable sensor is connected: looked for motion sensors of game controllers"))
    #expect(run.messages.contains("→ connect a controller"))
    let list = try MockDevice.controller(["--no-device"], probe: ["devices"])
    #expect(list.exitCode == 0 && list.description.isEmpty)
  }

  /// Run as an ordinary user: root is denied nothing.
  @Test func withoutPermissionTheMessageHasTheRule() throws {
    let run = try MockDevice.controller(["--deny"], probe: ["capture", "auto", "60", "2"])
    #expect(run.exitCode == 4)
    #expect(run.messages.contains("cannot open /dev/input/event21: permission denied"))
    #expect(run.messages.contains(PermissionRule.evdev))
    #expect(run.messages.contains("scripts/install-udev-rules"))
    let list = try MockDevice.controller(["--deny"], probe: ["devices"])
    #expect(list.exitCode == 0)
    #expect(list.description.contains("DualSense") && list.description.contains("permission denied"))
  }

  @Test func aSensorThatIsNotThereIsNamedAndTheOthersListed() throws {
    let run = try MockDevice.controller([], probe: ["capture", "/dev/input/event99", "60", "2"])
    #expect(run.exitCode == 4)
    #expect(run.messages.contains("cannot find the sensor /dev/input/event99: connected are evdev-054c-0ce6"))
  }

  @Test(arguments: [
    "udev_new", "udev_enumerate_new", "udev_enumerate_add_match_subsystem",
    "udev_enumerate_add_match_sysname", "udev_enumerate_scan_devices",
  ])
  func aFailureOfUdevIsSaid(call: String) throws {
    let run = try MockDevice.controller([], probe: ["capture", "auto", "60", "2", "\(call),1,-12"])
    #expect(run.exitCode == 4)
    #expect(run.messages.contains("cannot look for sensors: \(call): Cannot allocate memory"))
  }

  /// The device has gone between the scan and the look at it.
  @Test func aDeviceThatVanishesIsNotListed() throws {
    let run = try MockDevice.controller([], probe: ["devices", "udev_device_new_from_syspath,1,-2"])
    #expect(run.exitCode == 0 && run.description.isEmpty)
  }

  @Test func aNodeThatCannotBeReadIsListedWithItsReason() throws {
    let run = try MockDevice.controller([], probe: ["devices", "evdev_open,1,-19"])
    #expect(run.description.contains("cannot open /dev/input/event21: No such device"))
  }
}
