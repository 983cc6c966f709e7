import Testing

@testable import IMUDriver

extension MockChipTests {
  /// What a chip or its kernel can refuse, and what the message then says. The refusals themselves are injected at
  /// the call layer: files do not refuse.
  @Suite struct IIORefusalTests {
    private static func failure(_ options: [String], _ faults: String...) throws -> MockChip {
      let chip = try MockChip(options, probe: ["capture", "auto", "60", "20"] + faults)
      #expect(chip.run.exitCode == 4, "\(chip.run.messages)")
      #expect(chip.run.rows(ofStream: 0).isEmpty)
      return chip
    }

    @Test func withoutATriggerTheMessageSaysWhatToCreate() throws {
      let chip = try IIORefusalTests.failure(["--chip", "odd"], "iio_set iio:device0/buffer/enable=1,1,-22")
      for part in [
        "cannot use /dev/iio:device0: odd takes a measurement only when a trigger tells it to, and there is none",
        "sudo modprobe iio-trig-hrtimer", "sudo mkdir /sys/kernel/config/iio/triggers/hrtimer/drillrunner",
      ] {
        #expect(chip.run.messages.contains(part), "\(chip.run.messages)")
      }
      #expect(chip.isRestored)
    }

    /// EINVAL without a trigger, and a timer is there: it is set, with its rate, and the start tried again.
    @Test func aTimerIsUsedWhereTheChipHasNoTrigger() throws {
      let chip = try MockChip(
        ["--chip", "odd", "--trigger", "program", "--trigger", "timer"],
        probe: ["capture", "auto", "60", "60", "iio_set iio:device0/buffer/enable=1,1,-22"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(
        chip.wrongRows(ofStream: 1, device: 0, channels: IIOQuantity.rotation.channels).isEmpty)
      let trigger = try #require(chip.writes.firstIndex(of: "0:trigger/current_trigger=drillrunner"))
      #expect(chip.writes[trigger + 1] == "0:buffer/enable=1")
      #expect(chip.isRestored)
    }

    @Test func aChipThatStartsWithoutATriggerIsLeftAlone() throws {
      let chip = try MockChip(
        ["--chip", "odd", "--trigger", "timer"], probe: ["capture", "auto", "60", "20"])
      #expect(chip.run.exitCode == 0)
      #expect(!chip.writes.contains { $0.hasPrefix("0:trigger/") })
    }

    @Test func anotherProgramThatReadsItIsToldOf() throws {
      // The second opening: the first is that of discovery.
      let chip = try IIORefusalTests.failure([], "iio_open,2,-16")
      for part in [
        "another program is reading it", "sudo fuser -v /dev/iio:device0",
        "sudo systemctl stop iio-sensor-proxy", "iiod",
      ] {
        #expect(chip.run.messages.contains(part), "\(chip.run.messages)")
      }
      #expect(chip.isRestored && chip.writes.isEmpty)
      let list = try MockChip([], probe: ["devices", "iio_open,1,-16"])
      #expect(list.run.description.contains("another program is reading it"))
      let started = try IIORefusalTests.failure([], "iio_set iio:device0/buffer/enable=1,1,-16")
      #expect(started.run.messages.contains("another program is reading it") && started.isRestored)
    }

    @Test func settingsThatMayNotBeChangedBringTheRule() throws {
      for fault in [
        "iio_set iio:device0/buffer/enable=0,1,-13",
        "iio_set iio:device0/scan_elements/in_accel_x_en=1,1,-13",
      ] {
        let chip = try IIORefusalTests.failure([], fault)
        for part in [
          "its settings may not be changed", "Permission denied", "scripts/install-udev-rules",
          "usermod -aG input",
        ] {
          #expect(chip.run.messages.contains(part), "\(chip.run.messages)")
        }
        #expect(chip.isRestored)
      }
    }

    /// Run as an ordinary user: root is denied nothing.
    @Test func aNodeThatMayNotBeReadBringsTheRule() throws {
      let chip = try IIORefusalTests.failure(["--deny"])
      #expect(chip.run.messages.contains("cannot open /dev/iio:device0: permission denied"))
      #expect(chip.run.messages.contains("usermod -aG input"))
    }

    @Test(arguments: [
      ("iio_set iio:device0/buffer/enable=1,1,-22", "Invalid argument"),
      ("iio_set iio:device0/buffer/enable=1,1,-5", "Input/output error"),
      ("iio_set iio:device0/scan_elements/in_anglvel_z_en=1,1,-22", "Invalid argument"),
      ("iio_eventfd,1,-24", "Too many open files"),
    ])
    func whateverElseFailsIsSaidAndPutBack(fault: String, cause: String) throws {
      let chip = try IIORefusalTests.failure([], fault)
      #expect(chip.run.messages.contains(cause), "\(chip.run.messages)")
      #expect(chip.isRestored)
    }

    /// A driver that says that it has switched a channel off, and has not; its place in the scan is not known.
    @Test func aChannelThatCannotBeReadNorSwitchedOffIsSaid() throws {
      let chip = try IIORefusalTests.failure(
        [
          "--without", "scan_elements/in_temp_index", "--set", "scan_elements/in_temp_en=1",
        ], "iio_set iio:device0/scan_elements/in_temp_en=0,1,0")
      #expect(
        chip.run.messages.contains(
          "its channel in_temp cannot be switched off nor read: it has no index"), "\(chip.run.messages)")
    }

    /// Clock, rate, buffer, temperature and watermark can be done without: what was refused is told.
    @Test func whatCanBeDoneWithoutIsNoted() throws {
      let chip = try MockChip(
        ["--set", "buffer/watermark=2"],
        probe: [
          "capture", "auto", "60", "40", "iio_set iio:device0/sampling_frequency=100,1,-22",
          "iio_set iio:device0/buffer/length=128,1,-12",
          "iio_set iio:device0/buffer/watermark=1,1,-22",
          "iio_set iio:device0/scan_elements/in_temp_en=1,1,-22",
        ])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      let text = chip.run.description
      for part in [
        #""read_back_hz":50.0"#, "sampling_frequency did not take “100”", "buffer/length did not take “128”",
        "buffer/watermark did not take “1”", "in_temp_en did not take “1”", #""scan_bytes":24"#,
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
      #expect(chip.run.rows(ofStream: 0).allSatisfy { $0.temp == nil })
      #expect(chip.wrongRows(ofStream: 1, device: 0, channels: IIOQuantity.rotation.channels).isEmpty)
    }

    @Test func theSecondDeviceOfAChipMayRefuse() throws {
      // Openings: two of discovery, then one of each device.
      let chip = try IIORefusalTests.failure(["--chip", "lsm6dso"], "iio_open,4,-16")
      #expect(chip.run.messages.contains("/dev/iio:device1"))
      #expect(chip.isRestored)
      let started = try IIORefusalTests.failure(
        ["--chip", "lsm6dso"], "iio_set iio:device1/buffer/enable=1,1,-5")
      #expect(started.isRestored && started.writes.contains("0:buffer/enable=1"))
    }
  }
}
