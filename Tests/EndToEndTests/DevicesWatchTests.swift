import Foundation
import Glibc
import MotionCore
import Testing

@Suite struct DevicesWatchTests {
  /// The simulated rider's sensor samples every 10 ms of its own clock exactly.
  @Test("devices --watch --imu tells each second how a sensor is sampled")
  func samplingIsFollowed() throws {
    let program = try Program([
      Program.executable, "devices", "--watch", "--imu", "simulated:seed=1", "--json",
    ])
    usleep(5_000_000)
    program.send(SIGINT)
    let result = program.wait(limit: 30)
    #expect(result.status == 0, "\(result.all)")
    let entries = try result.out.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
    let last = try #require(entries.last { $0["stream"]?.string == "gyroscope" })
    #expect(last["window_s"]?.integer == 10)
    let median = try #require(last["statistics"]?["median_hz"]?.double)
    #expect(abs(median - 100) < 0.5)
    #expect(last["statistics"]?["age_p99_s"] != nil)
  }

  @Test("devices --watch says that it waits where no sensor is connected")
  func nothingConnected() throws {
    let script = #""$0" devices --watch & program=$!; sleep 1; kill -TERM $program; wait $program"#
    // An empty /sys and /dev/input.
    let result = try Program(
      ["/usr/bin/umockdev-run", "--", "/bin/sh", "-c", script, Program.executable]
    ).wait(limit: 30)
    #expect(result.err.contains("No sensor is connected. Waiting; Ctrl-C ends."), "\(result.all)")
  }

  @Test("--imu and --matched without --test or --watch are refused")
  func flagsThatBelongToOthers() throws {
    for arguments in [["--imu", "auto"], ["--watch", "--matched"]] {
      let result = try Program.run(["devices"] + arguments)
      #expect(result.status == 2, "\(result.all)")
    }
  }
}
