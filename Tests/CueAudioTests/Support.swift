import Foundation
import MotionCore
import Synchronization

@testable import CueAudio

/// The reports of an output, in order.
final class ReportLog: Sendable {
  private let reports = Mutex<[SoundReport]>([])

  func add(_ report: SoundReport) { reports.withLock { $0.append(report) } }

  /// "committed 1 @1500", "cancelled 2 @2000": kind, id, ms since the start of a rehearsal.
  var lines: [String] {
    reports.withLock { reports in
      reports.map { report in
        func ms(_ time: HostTime) -> String {
          "@\((time.nanoseconds - VirtualClock.rehearsalStart.nanoseconds) / 1_000_000)"
        }
        return switch report {
        case .committed(let id, let times, let late):
          "\(late ? "late" : "committed") \(id) \(times.dispatched.map(ms) ?? "-")"
        case .finished(let id, let at): "finished \(id) \(ms(at))"
        case .cancelled(let id, let at): "cancelled \(id) \(ms(at))"
        case .failed(let id, _, let at): "failed \(id) \(ms(at))"
        case .underrun(let at): "underrun \(ms(at))"
        case .lost(_, let at): "lost \(ms(at))"
        }
      }
    }
  }

  /// Kinds and ids without times.
  var kinds: [String] {
    lines.map { $0.split(separator: " ").filter { !$0.hasPrefix("@") }.joined(separator: " ") }
  }

  var committed: [Int: SoundTimes] {
    reports.withLock { reports in
      var found: [Int: SoundTimes] = [:]
      for case .committed(let id, let times, _) in reports { found[id] = times }
      return found
    }
  }

  /// Why sounds failed, by id.
  var failures: [Int: String] {
    reports.withLock { reports in
      var found: [Int: String] = [:]
      for case .failed(let id, let reason, _) in reports { found[id] = reason }
      return found
    }
  }

  var lostReason: String? {
    reports.withLock { reports in
      for case .lost(let reason, _) in reports { return reason }
      return nil
    }
  }

  /// Waits until a report of that kind came; false after `seconds`.
  func wait(for kind: String, seconds: Double) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      if kinds.contains(kind) { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }
}

enum Fixture {
  /// A clip of constant samples.
  static func constant(_ value: Float, frames: Int, onsetFrame: Int = 0) -> Clip {
    Clip(
      name: "constant", source: "constant", samples: Array(repeating: value, count: frames), sha256: "0",
      onsetFrame: onsetFrame, peakFrame: 0)
  }

  static func host(ms: Int64) -> HostTime {
    VirtualClock.rehearsalStart + .milliseconds(ms)
  }

  /// Deterministic noise, evenly distributed in −1…1 (the 64-bit generator of Knuth's MMIX).
  struct Noise {
    var state: UInt64 = 1
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 52) - 1
    }
  }

  /// A frame clock that has read a perfect output: frame f leaves at `start` + f / 48 kHz.
  static func clock(start: HostTime, readings: Int = 200) -> FrameClock {
    var clock = FrameClock(rateHz: 48_000)
    for index in 0..<readings {
      let frame = Int64(index * 480)
      _ = clock.observe(frame: frame, at: start + Clip.duration(ofFrames: Int(frame)))
    }
    return clock
  }
}

extension Fixture {
  /// A tenth of a second of a sine that rises from 400 Hz to 2 kHz: a sharp matched filter.
  static func chirp() -> Clip {
    let frames = 4800
    let samples = (0..<frames).map { frame in
      let t = Double(frame) / 48_000
      return Float(0.5 * sin(2 * Double.pi * (400 * t + 8000 * t * t)))
    }
    return Clip(
      name: "chirp", source: "chirp", samples: samples, sha256: "1", onsetFrame: 0, peakFrame: frames / 2)
  }
}
