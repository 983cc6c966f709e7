import Foundation
import MotionCore
import Synchronization

/// Records from an ALSA input what an output plays: through a loop cable, a microphone, or the monitor of a sound
/// server's sink. The time of every frame is fitted as for an output: status stamps against CLOCK_MONOTONIC.
///
/// Only one thread touches the PCM. A call that never returns holds up nobody else: the thread is then abandoned.
package final class LoopRecorder: Sendable {
  /// Why there is no recording.
  package enum Failure: DiagnosedError, Hashable {
    case cannotOpen(AudioError)
    case lost(AudioError)
    case noAnswer(pcm: String)

    package var failure: String {
      switch self {
      case .cannotOpen(let error): "cannot record: \(LoopRecorder.asInput(error.failure))"
      case .lost(let error): "the recording broke off: \(LoopRecorder.asInput(error.failure))"
      case .noAnswer(let pcm): "cannot record from “\(pcm)”"
      }
    }

    package var cause: String {
      switch self {
      case .cannotOpen(let error), .lost(let error): error.cause
      case .noAnswer: "the sound server or the driver does not answer"
      }
    }

    package var remedy: String? {
      "`arecord -L` lists the inputs; choose one with --record PCM (plughw:… for a card,\n"
        + "monitor for what the sound server's sink plays)"
    }
  }

  /// The sentence, which was written for an output; a device's name in it stays.
  private static func asInput(_ failure: String) -> String {
    failure.replacing("sound output", with: "sound input")
  }

  private struct State {
    var samples: [Int16] = []
    var history = FrameHistory(rateHz: Clip.rateHz)
    var segments: [Recording.Segment] = []
    var overruns = 0
    var stop = false
    var failure: AudioError?
  }

  private static let openLimit = Duration.seconds(6)
  private static let configuration = PCMConfiguration(
    rateHz: Clip.rateHz, channels: 1, periodFrames: 480, bufferFrames: 19_200)

  private let state = Mutex(State())
  private let opened = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  package let pcmName: String

  /// Opens `pcm` and starts recording, 48 kHz, one channel. Errors: `Failure`, `noAnswer` after `limit`.
  package convenience init(pcm: String, faults: FaultPlan? = nil) throws(Failure) {
    try self.init(pcm: pcm, faults: faults, limit: LoopRecorder.openLimit)
  }

  init(pcm: String, faults: FaultPlan?, limit: Duration) throws(Failure) {
    pcmName = pcm
    let thread = Thread { [self] in
      do throws(AudioError) {
        let pcm = try PCM(name: pcm, direction: .capture, calls: ALSACalls(faults: faults))
        try pcm.configure(LoopRecorder.configuration)
        try pcm.prepare()
        try pcm.start()
        opened.signal()
        try record(pcm)
      } catch {
        state.withLock { $0.failure = error }
        opened.signal()
      }
      ended.signal()
    }
    thread.name = "recorder"
    thread.start()
    guard opened.wait(timeout: .now() + limit.inSeconds) == .success else {
      state.withLock { $0.stop = true }
      throw .noAnswer(pcm: pcm)
    }
    if let error = state.withLock({ $0.failure }) { throw .cannotOpen(error) }
  }

  private func record(_ pcm: PCM) throws(AudioError) {
    var clock = FrameClock(rateHz: Clip.rateHz)
    var taken: Int64 = 0
    let buffer = UnsafeMutableBufferPointer<Int16>.allocate(
      capacity: LoopRecorder.configuration.bufferFrames)
    buffer.initialize(repeating: 0)
    defer { buffer.deallocate() }
    state.withLock { $0.segments = [Recording.Segment(firstFrame: 0, segment: 0)] }
    while !state.withLock({ $0.stop }) {
      let status = try pcm.status()
      guard status.state != .disconnected else { throw .unplugged(pcm: pcm.name) }
      if let frame = LoopRecorder.frame(entering: status, taken: taken) {
        let reading = clock.observe(frame: frame, at: HostTime(nanoseconds: status.timestampNs))
        if reading == .jumped { begin(clock.segment, at: taken, overrun: true) }
        if let point = clock.takePoint() { state.withLock { $0.history.append(point) } }
      }
      reading: while true {
        switch try pcm.read(buffer.baseAddress!, count: buffer.count) {
        case .frames(0): break reading
        case .frames(let count):
          taken += Int64(count)
          state.withLock { $0.samples.append(contentsOf: buffer[..<count]) }
        case .underrun, .suspended:
          pcm.drop()
          try pcm.prepare()
          try pcm.start()
          clock.restart()
          begin(clock.segment, at: taken, overrun: true)
          break reading
        }
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
    pcm.close()
  }

  /// The frame that enters the converter at the time stamp of `status`, when `taken` frames were read before it; nil where
  /// the status does not tell. A sound server cuts a negative delay to 0: it has handed over a block that its own
  /// clock says is still to come (PulseAudio 16.1, the monitor of a null sink: up to 5 ms). Such a reading says only that
  /// the frame is not later.
  static func frame(entering status: PCMStatus, taken: Int64) -> Int64? {
    guard status.state == .running, status.timestampNs != 0, status.delay > 0 else { return nil }
    return taken + Int64(status.delay)
  }

  private func begin(_ segment: Int, at frame: Int64, overrun: Bool) {
    state.withLock { state in
      state.segments.append(Recording.Segment(firstFrame: frame, segment: segment))
      if overrun { state.overruns += 1 }
    }
  }

  /// Frames so far.
  package var frameCount: Int { state.withLock { $0.samples.count } }

  /// Ends the recorder, which may have ended before, and returns what it recorded. Errors: `lost` where the input went away meanwhile.
  package func stop() throws(Failure) -> Recording {
    state.withLock { $0.stop = true }
    if ended.wait(timeout: .now() + 2) == .success { ended.signal() }
    let (recording, failure) = state.withLock { state in
      (
        Recording(
          samples: state.samples, history: state.history, segments: state.segments, overruns: state.overruns),
        state.failure
      )
    }
    if let failure { throw .lost(failure) }
    return recording
  }
}

extension LoopRecorder.Failure: CatalogueMessage {
  package static let section = MessageSection("recorder", "Recording what is played", .error)
  package static let examples: [LoopRecorder.Failure] = [
    .cannotOpen(.unknownDevice(pcm: "plughw:Headset")), .lost(.unplugged(pcm: "plughw:Headset")),
    .noAnswer(pcm: "default"),
  ]
}
