import CueAudio
import Foundation
import IMUDriver
import MotionCore

@testable import DrillRunner

/// A sensor whose rows come 200 times a second until it is told to be lost.
final class FakeSensor: SensorSource, @unchecked Sendable {
  static let gyroscope = [
    StreamDescription(
      name: "gyroscope", kind: .gyroscope, sensor: "torso", clock: "host", timestampSource: .receipt,
      unit: .degreesPerSecond, scale: [1])
  ]
  let sensor = SensorDescription(
    name: "Test sensor", driver: "test", bus: "virtual", path: "test", stableID: "test")
  let clocks: [ClockDescription] = []
  let streams = FakeSensor.gyroscope
  let isSynthetic = true
  private let lock = NSLock()
  private var running = false
  private var rowsLeft: Int
  /// Reports a loss of events before its first row in the bundle's time.
  private let reportsLoss: Bool
  /// After its row 100 it says nothing for so long, and is not lost.
  private let silence: Duration
  private let isDumb: Bool

  /// Lost after so many rows; a dumb one never delivers any, and is not lost.
  init(
    rows: Int = .max, reportsLoss: Bool = false, silence: Duration = .zero, isDumb: Bool = false
  ) {
    self.isDumb = isDumb
    rowsLeft = rows
    self.reportsLoss = reportsLoss
    self.silence = silence
  }

  func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) throws {
    guard !isDumb else { return }
    lock.withLock { running = true }
    Thread.detachNewThread { [self] in
      let clock = MonotonicClock()
      while lock.withLock({ running && rowsLeft > 0 }) {
        let now = clock.now()
        deliver(
          .sample(
            stream: 0,
            MotionSample(
              deviceTime: .integer(now.nanoseconds), receipt: now,
              values: [.integer(0), .integer(0), .integer(0)])))
        lock.withLock { rowsLeft -= 1 }
        if reportsLoss, lock.withLock({ rowsLeft == .max - 100 }) {
          deliver(.incident(Incident(.droppedEvents, at: now)))
        }
        if silence > .zero, lock.withLock({ rowsLeft == .max - 100 }) {
          let end = now + silence
          while clock.now() < end, lock.withLock({ running }) { usleep(5000) }
        }
        usleep(5000)
      }
      if lock.withLock({ running }) { deliver(.lost(reason: "unplugged", at: clock.now())) }
    }
  }

  func stop() { lock.withLock { running = false } }
}

/// The words that an output was given to say, in order, and what the live view showed meanwhile.
final class HeardWords: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var words: [String] = []
  private let file = NSTemporaryDirectory() + "drillrunner-shown-" + UUID().uuidString
  /// Where the live view writes its lines.
  let screen: Int32

  init() { screen = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }

  deinit {
    close(screen)
    unlink(file)
  }

  func shows(_ note: RunNote) -> Bool { shown.contains(note.text) }
  var shown: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

  /// Told of each word.
  nonisolated(unsafe) var onWord: @Sendable (String) -> Void = { _ in }

  func add(_ text: String) {
    lock.withLock { words.append(text) }
    onWord(text)
  }
  var all: [String] { lock.withLock { words } }
}

/// A silent output that notes what it is given to say.
final class HeardOutput: CueOutput {
  private let inner = SilentOutput(clock: MonotonicClock(), simulatedRider: false)
  private let heard: HeardWords

  init(_ heard: HeardWords) { self.heard = heard }

  /// A short clip with a hash, as a rendered one has.
  static func clip(name: String, text: String) -> Clip {
    Clip(
      name: name, source: text, samples: Array(repeating: 0.1, count: 4800), sha256: "ab", onsetFrame: 0,
      peakFrame: 0)
  }

  var manifestEntry: JSONValue { inner.manifestEntry }
  var summary: String { inner.summary }
  func start(report: @escaping @Sendable (SoundReport) -> Void) { inner.start(report: report) }
  func play(_ request: SoundRequest) {
    heard.add(request.clip.source)
    inner.play(request)
  }
  func cancelAll() { inner.cancelAll() }
  func refinedTimes() -> [Int: SoundTimes] { inner.refinedTimes() }
  func stop() { inner.stop() }
}
