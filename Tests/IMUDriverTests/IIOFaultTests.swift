import Testing

@testable import IMUDriver

extension MockChipTests {
  /// What can happen while a chip is read.
  @Suite struct IIOFaultTests {
    private static let acceleration = IIOQuantity.acceleration.channels

    @Test func unpluggedInMidRunTheLossIsSaidOnce() throws {
      let chip = try MockChip(["--unplug-at", "0.5"], probe: ["capture", "auto", "60", "0"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(chip.run.losses == ["the device was disconnected"])
      #expect(chip.run.lines.suffix(2).map(\.lost) == ["the device was disconnected", nil])
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOFaultTests.acceleration).isEmpty)
    }

    /// Some kernels never wake a reader after a removal: the node is silent, its folder has gone.
    @Test func aRemovalThatNobodyAnnouncesIsNoticed() throws {
      let chip = try MockChip(
        ["--unplug-at", "0.5", "--quiet-unplug"], probe: ["capture", "auto", "60", "0"])
      #expect(chip.run.losses == ["the device was disconnected"])
    }

    /// Others never fail a read: what is left is udev's word.
    @Test func theEventOfARemovalIsEnough() throws {
      let chip = try MockChip(["--unplug-at", "0.5", "--event-only"], probe: ["capture", "auto", "60", "0"])
      #expect(chip.run.losses == ["the device was disconnected"])
    }

    /// With read(2) failing as the kernel's does, and without udev's word.
    @Test(arguments: ["iio_read,20,-19", "iio_read,20,-5", "iio_poll,20,-12"])
    func aFailedReadIsALoss(fault: String) throws {
      let chip = try MockChip([], probe: ["capture", "auto", "60", "0", fault])
      let reasons = [
        "iio_read,20,-19": "the device was disconnected", "iio_read,20,-5": "read: Input/output error",
        "iio_poll,20,-12": "poll: Cannot allocate memory",
      ]
      #expect(chip.run.losses == [reasons[fault]])
      // The chip is left as it was found before the loss is told.
      #expect(chip.isRestored)
    }

    @Test func interruptionsAreNoFault() throws {
      let chip = try MockChip(
        [], probe: ["capture", "auto", "60", "40", "iio_read,5,-4", "iio_poll,7,-4", "iio_read,9,-11"])
      #expect(chip.run.losses.isEmpty && chip.run.rows(ofStream: 0).count >= 20)
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOFaultTests.acceleration).isEmpty)
    }

    /// 16 scans fill a buffer that takes no other length, ten more are dropped.
    @Test func anOverflowIsSeenInTheTimes() throws {
      let chip = try MockChip(
        ["--set", "buffer/length=16", "--overflow-at", "20", "--overflow-count", "10"],
        probe: ["capture", "auto", "60", "200", "iio_set iio:device0/buffer/length=256,1,-22"])
      #expect(chip.run.incidents == ["fifo_overflow"])
      #expect(chip.run.lines.compactMap(\.fields?.reason) == [IncidentDetail.bufferFull.text])
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOFaultTests.acceleration).isEmpty)
      let position = try #require(chip.run.lines.firstIndex { $0.incident != nil })
      #expect(chip.run.lines[..<position].filter { $0.stream == 0 }.count == 20 + 16)
    }

    /// A pause of the chip is not called a loss: nothing proves one.
    @Test func aGapAloneIsNoIncident() throws {
      let chip = try MockChip(["--gap-at", "20"], probe: ["capture", "auto", "60", "100"])
      #expect(chip.run.incidents.isEmpty)
      let times = chip.run.rows(ofStream: 0).compactMap(\.t)
      let gap = try #require(zip(times.dropFirst(), times).map { $0 - $1 }.max())
      // Eleven intervals of 10 ms, as well as the machine keeps time.
      #expect(gap > 80_000_000)
    }

    @Test func valuesThatStandStillAreFrozen() throws {
      let chip = try MockChip(["--freeze-at", "30"], probe: ["capture", "auto", "60", "1000"])
      // One for each stream, once.
      #expect(chip.run.incidents == ["frozen", "frozen"])
      let zero = try MockChip(["--zero"], probe: ["capture", "auto", "60", "800"])
      #expect(zero.run.incidents == ["frozen", "frozen"])
      #expect(zero.run.rows(ofStream: 0).allSatisfy { $0.values == [0, 0, 0] })
    }

    @Test func noDataFromTheTriggerIsItsOwnMessage() throws {
      let chip = try MockChip(["--silent"], probe: ["capture", "auto", "60", "0"])
      #expect(chip.run.losses.count == 1)
      #expect(
        chip.run.losses.first?.hasPrefix(
          "no data from the trigger mpu6050-dev0 in 3 s: its interrupt does not arrive") == true)
      #expect(chip.isRestored)
      let program = try MockChip(
        ["--silent", "--chip", "odd", "--trigger", "program"],
        probe: ["capture", "auto", "60", "0", "iio_set iio:device0/buffer/enable=1,1,-22"])
      #expect(
        program.run.losses.first?.hasPrefix("no data from the trigger sysfstrig1 in 3 s: it fires only")
          == true
      )
      let fifo = try MockChip(["--silent", "--chip", "lsm6dso"], probe: ["capture", "auto", "60", "0"])
      #expect(fifo.run.losses == ["lsm6dso_accel sent no data in 3 s"])
    }

    /// Without udev's announcements a removal is noticed by the read.
    @Test(arguments: [
      "udev_monitor_new_from_netlink,1,-12", "udev_monitor_filter_add_match_subsystem_devtype,1,-12",
      "udev_monitor_enable_receiving,1,-12",
    ])
    func withoutAMonitorItIsReadAllTheSame(fault: String) throws {
      let chip = try MockChip(["--unplug-at", "0.4"], probe: ["capture", "auto", "60", "0", fault])
      #expect(chip.run.losses == ["the device was disconnected"])
    }
  }
}
