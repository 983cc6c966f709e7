import Foundation
import Glibc
import MotionCore
import Synchronization

/// Records a PulseAudio source by `parec`, and stamps each piece as it arrives.
package final class MonitorRecorder: Sendable {
  private let process = Process()
  private let pipe = Pipe()
  private let recording = Mutex(Recording(samples: [], arrivals: []))
  private let ended = DispatchSemaphore(value: 0)

  /// Starts `parec` on `source`, 48 kHz, one channel, in pieces of 10 ms. Throws where it cannot be started.
  package init(source: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "parec", "-d", source, "--format=s16le", "--rate=\(Clip.rateHz)", "--channels=1", "--latency-msec=10",
      "--raw",
    ]
    process.environment = environment
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let thread = Thread { [self] in
      read(descriptor)
      ended.signal()
    }
    thread.name = "recorder"
    thread.start()
  }

  private func read(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var odd: [UInt8] = []
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      let now = MonotonicClock().now()
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      odd += bytes[..<count]
      let whole = odd.count / 2 * 2
      let samples = SampleFormat.pcm(odd[..<whole]).map { Float($0) / 32_767 }
      odd.removeFirst(whole)
      recording.withLock { recording in
        recording.samples += samples
        recording.arrivals.append(
          Recording.Arrival(frame: Int64(recording.samples.count), ns: now.nanoseconds))
      }
    }
  }

  /// Frames so far.
  package var frameCount: Int { recording.withLock { $0.samples.count } }

  /// Ends the recorder and returns what it recorded.
  package func stop() -> Recording {
    if process.isRunning { process.terminate() }
    _ = ended.wait(timeout: .now() + 2)
    return recording.withLock { $0 }
  }
}
