import Foundation
import MotionCore

/// Plays one sensor of a recorded session again, row for row.
///
/// Device times, raw values, counters and temperatures are those of the session. Receipts are shifted by one
/// constant, so that the earliest first row arrives at the start and the spacing stays; what else stands on the
/// host clock (kernel times, and device times of a stream whose clock is `host`) is shifted by the same
/// constant. Streams are merged by receipt, each in its own order. Nothing is invented and nothing left out.
///
/// In real time rows come when their shifted receipts have come; for a replay as fast as possible, play it in
/// virtual time with `advance(to:deliver:)`.
public final class ReplaySource: VirtualTimeSource {
  public let sensor: SensorDescription
  public let clocks: [ClockDescription]
  public let streams: [StreamDescription]
  public let isSynthetic: Bool

  /// The rows of one stream, and how far they were played.
  private struct Track {
    var stream: Int
    var rows: MotionStream
    var onHostClock: Bool
    var next = 0
  }

  private let lock = NSLock()
  private nonisolated(unsafe) var tracks: [Track]
  private nonisolated(unsafe) var start: HostTime?
  private nonisolated(unsafe) var last: HostTime?
  private nonisolated(unsafe) var ended = false
  private let firstReceiptNs: Int64
  private let reader = PacedReader()
  private let clock: any HostClock

  /// Plays the rows of the sensor `name` of the session; nil is its primary one. Throws `ReplayError`.
  public init(session: MotionSession, sensor name: String? = nil, clock: any HostClock) throws {
    let sensors = session.manifest.sensors
    guard let (name, original) = sensors.first(where: { name == nil || $0.name == name }) else {
      throw ReplayError.noSensor(session: session.name, sensor: name ?? "", known: sensors.map(\.name))
    }
    // The manifest also holds what was not available, with its reason; that is carried over.
    var streams = session.manifest.streams.map(\.description).filter { $0.sensor == name }
    for stream in session.streams where stream.description.sensor == name {
      if !streams.contains(where: { $0.name == stream.description.name }) {
        streams.append(stream.description)
      }
    }
    var tracks: [Track] = []
    for (index, description) in streams.enumerated() {
      let found = session.streams.first { $0.description.name == description.name && $0.count > 0 }
      guard let found else { continue }
      tracks.append(Track(stream: index, rows: found, onHostClock: description.clock == "host"))
    }
    guard let first = tracks.map({ $0.rows.receiptNs[0] }).min() else {
      throw ReplayError.noRows(session: session.name, sensor: name)
    }
    self.clock = clock
    self.streams = streams
    self.tracks = tracks
    firstReceiptNs = first
    isSynthetic = session.manifest.synthetic
    let used = Set(streams.map(\.clock))
    clocks = session.manifest.clocks.filter { $0.name != "host" && used.contains($0.name) }.map {
      // The fit belongs to the receipts of the recording; these have been shifted.
      var clock = $0
      clock.mapping = nil
      return clock
    }
    var sensor = original
    sensor.driver = "replay"
    sensor.bus = "file"
    sensor.path = session.name
    sensor.settings = [
      "session": .string(session.manifest.uuid), "driver": .string(original.driver),
      "bus": .string(original.bus), "path": .string(original.path),
      "settings": .object(original.settings),
    ]
    self.sensor = sensor
  }

  /// Fixes the start; a second call changes nothing.
  public func begin(at start: HostTime) {
    lock.withLock { self.start = self.start ?? start }
  }

  /// Delivers what is due, and `.ended` once, after the last row. Begins at `instant` where nothing has begun
  /// it.
  public func advance(to instant: HostTime, deliver: (SensorEvent) -> Void) {
    while let event = lock.withLock({ nextEvent(upTo: instant) }) { deliver(event) }
  }

  private func nextEvent(upTo instant: HostTime) -> SensorEvent? {
    guard !ended else { return nil }
    let begun = start ?? instant
    start = begun
    let shift = begun.nanoseconds - firstReceiptNs
    var due: (track: Int, receipt: Int64)?
    for (index, track) in tracks.enumerated() where track.next < track.rows.count {
      let receipt = track.rows.receiptNs[track.next]
      if due.map({ receipt < $0.receipt }) ?? true { due = (index, receipt) }
    }
    guard let due else {
      ended = true
      return .ended(at: last ?? begun)
    }
    let receipt = HostTime(nanoseconds: due.receipt + shift)
    guard receipt <= instant else { return nil }
    // A receipt that went backwards in the session leaves the end where it was.
    last = max(last ?? receipt, receipt)
    let track = tracks[due.track]
    tracks[due.track].next += 1
    return .sample(stream: track.stream, ReplaySource.sample(track, receipt: receipt, shift: shift))
  }

  private static func sample(_ track: Track, receipt: HostTime, shift: Int64) -> MotionSample {
    let rows = track.rows
    let row = track.next
    func present(_ column: [Int64]?) -> Int64? {
      column.flatMap { $0[row] == MotionStream.absent ? nil : $0[row] }
    }
    var deviceTime = rows.deviceTime.number(row)
    if track.onHostClock {
      switch deviceTime {
      case .integer(let value):
        let (shifted, overflow) = value.addingReportingOverflow(shift)
        deviceTime = overflow ? .real(Double(value) + Double(shift)) : .integer(shifted)
      case .real(let value): deviceTime = .real(value + Double(shift))
      }
    }
    return MotionSample(
      deviceTime: deviceTime, receipt: receipt,
      kernelTime: present(rows.kernelNs).map { HostTime(nanoseconds: $0 + shift) },
      counter: present(rows.counter), values: rows.values.map { $0.number(row) },
      temperature: rows.temperature.flatMap { $0[row].isNaN ? nil : .real($0[row]) },
      invalid: rows.invalid[row] ?? [])
  }

  public func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) throws {
    begin(at: clock.now())
    reader.start(name: "replay", clock: clock, deliver: deliver) { [self] instant, deliver in
      advance(to: instant, deliver: deliver)
      return !lock.withLock { ended }
    }
  }

  public func stop() {
    reader.stop()
  }
}

extension MotionStream.Column {
  /// The number of row `index`.
  func number(_ index: Int) -> RawNumber {
    switch self {
    case .integers(let values): .integer(values[index])
    case .reals(let values): .real(values[index])
    }
  }
}
