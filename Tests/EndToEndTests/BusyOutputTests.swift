import Foundation
import Testing

/// A sound output that another program plays on and does not share.
@Suite struct BusyOutputTests {
  /// ALSA's default output opens a device whose driver answers EBUSY: Tests/rig/busy_output.py.
  @Test("A run says so before it records, with what to do, and so do devices: exit 5")
  func busy() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.onlyStill("2 s"), to: "drill.yaml")
    let busy = ["/usr/bin/python3", Program.rig.appendingPathComponent("busy_output.py").path]
    let run = try Program(
      busy + [
        Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", "simulated", "--yes",
      ]
    ).wait(limit: 60)
    #expect(run.status == 5, "\(run.all)")
    #expect(run.err.contains("cannot open sound output “default”: another program uses it"), "\(run.all)")
    #expect(run.err.contains("fuser -v /dev/snd/*"), "\(run.all)")
    #expect(!FileManager.default.fileExists(atPath: scratch.sessions))
    let devices = try Program(busy + [Program.executable, "devices"]).wait(limit: 60)
    #expect(devices.out.contains("    cannot be used: another program uses it\n"), "\(devices.all)")
  }
}
