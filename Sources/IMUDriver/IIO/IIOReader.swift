import CLinux
import Glibc
import MotionCore

/// The loop of the thread that owns a chip: wait, read, stamp, decode, deliver. A chip that shows itself as two
/// devices is read by the one thread too; each row keeps the time of its own device, nothing is joined.
struct IIOReader {
  /// One device, as the loop sees it.
  private struct Port {
    var device: IIODevice
    var trigger: IIOTrigger?
    var descriptor: Int32
    var decoder: ScanDecoder
    var overflow: OverflowCheck
    var isTimeDoubted = false
    var buffer: UnsafeMutableRawBufferPointer
    /// Bytes of a scan whose rest has not come yet. The kernel delivers whole scans; a node that stands on a
    /// pseudo-terminal (umockdev) cuts them at its own buffer's end.
    var held = 0
    var lastScan: HostTime
    var patience: Duration
  }

  private let calls: IIOCalls
  private let stopDescriptor: Int32
  private let removal: UdevMonitor?
  private let clock: any HostClock
  private let captures: IIOCaptures
  private let findings: IIOFindings
  private let deliver: (SensorEvent) -> Void
  private var ports: [Port]
  private var frozen: [FrozenCheck]
  /// A quaternion at rest may stand still: the chip rounds it after it has filtered the noise away.
  private let attitude: Int?
  private var lastPass: HostTime

  /// How often the loop looks whether a device is still there, when nothing comes.
  private static let tick: Duration = .milliseconds(250)
  /// How long a device may send nothing, or ten of its intervals.
  private static let patience: Duration = .seconds(3)

  init(
    captures: IIOCaptures, calls: IIOCalls, stopDescriptor: Int32, removal: UdevMonitor?,
    clock: any HostClock, findings: IIOFindings, deliver: @escaping (SensorEvent) -> Void
  ) {
    self.findings = findings
    self.captures = captures
    self.calls = calls
    self.stopDescriptor = stopDescriptor
    self.removal = removal
    self.clock = clock
    self.deliver = deliver
    let all = captures.all
    let streams = IIODescription.streams(of: all)
    let now = clock.now()
    lastPass = now
    frozen = streams.map { _ in FrozenCheck() }
    attitude = streams.firstIndex { $0.quantity == .attitude }
    ports = all.enumerated().map { index, capture in
      let own = streams.enumerated().filter { $0.element.capture == index }
      // The kernel's FIFO holds the next power of two of what was asked for.
      let capacity = 1 << (Int.bitWidth - max(1, capture.length - 1).leadingZeroBitCount)
      let interval = capture.expectedHz.map { Duration(fromSeconds: 10 / $0) } ?? .zero
      return Port(
        device: capture.device, trigger: capture.trigger, descriptor: capture.descriptor,
        decoder: ScanDecoder(
          capture.layout, streams: own.map { ($0.element.quantity, $0.offset) },
          temperature: capture.temperature, clock: capture.clock.meaning,
          attitude: capture.scalings[.attitude]),
        overflow: OverflowCheck(capacity: capacity),
        buffer: .allocate(byteCount: capture.layout.size * (capacity + 1), alignment: 8), lastScan: now,
        patience: max(IIOReader.patience, interval))
    }
  }

  /// Runs until told to stop, or until a device is gone, which is said once, after everything was put back.
  mutating func run() {
    defer { for port in ports { port.buffer.deallocate() } }
    let extra = removal == nil ? 1 : 2
    let polled = UnsafeMutableBufferPointer<pollfd>.allocate(capacity: ports.count + extra)
    polled.initialize(repeating: pollfd())
    defer { polled.deallocate() }
    for (index, port) in ports.enumerated() {
      polled[index] = pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0)
    }
    polled[ports.count] = pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0)
    if let removal {
      polled[ports.count + 1] = pollfd(fd: removal.descriptor, events: Int16(POLLIN), revents: 0)
    }
    let wait = Int32(IIOReader.tick.wholeNanoseconds / 1_000_000)
    while true {
      let ready = calls.poll(polled, milliseconds: wait)
      if ready == -EINTR { continue }
      if ready < 0 { return lose(.callFailed(call: "poll", reason: systemErrorText(-ready))) }
      if polled[ports.count].revents != 0 { return }
      for index in ports.indices where polled[index].revents != 0 {
        if let loss = read(index, events: polled[index].revents) { return lose(loss) }
      }
      if extra == 2, polled[ports.count + 1].revents != 0, isRemoved() {
        return lose(.disconnected)
      }
      if let loss = silence(isIdle: ready == 0) { return lose(loss) }
    }
  }

  /// Reads what device `index` has. Returns why it is lost, or nil.
  private mutating func read(_ index: Int, events: Int16) -> SensorLoss? {
    let buffer = ports[index].buffer
    let count = calls.read(
      ports[index].descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[ports[index].held...]))
    let receipt = clock.now()
    if count > 0 {
      decode(index, filled: ports[index].held + count, receipt: receipt)
      return nil
    }
    let isHungUp = events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    if count == -Int(EAGAIN) || count == -Int(EINTR) {
      return isHungUp ? .disconnected : nil
    }
    if count == 0 || count == -Int(ENODEV) { return .disconnected }
    return .callFailed(call: "read", reason: systemErrorText(Int32(-count)))
  }

  private mutating func decode(_ index: Int, filled: Int, receipt: HostTime) {
    let buffer = ports[index].buffer
    let size = ports[index].decoder.size
    var position = 0
    var scans: [ScanDecoder.Rows] = []
    while position + size <= filled {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[position..<position + size])
      scans.append(ports[index].decoder.rows(bytes, receipt: receipt))
      position += size
    }
    ports[index].held = filled - position
    if position > 0, position < filled {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[position..<filled]))
    }
    guard !scans.isEmpty else { return }
    ports[index].lastScan = receipt
    if let loss = ports[index].overflow.accept(scans.compactMap(\.time)) {
      incident(
        .fifoOverflow,
        [
          "reason": .string(IncidentDetail.bufferFull.text),
          "device": .string(ports[index].device.entry.node), "gap_ns": .integer(loss.gapNs),
          "missing_estimate": .integer(loss.missingEstimate),
        ], receipt)
    }
    for scan in scans {
      doubt(scan, index, receipt)
      for (stream, sample) in scan.rows {
        deliver(.sample(stream: stream, sample))
        findings.note(sample, stream: stream)
        if stream != attitude, let finding = frozen[stream].accept(sample.values, receipt: receipt) {
          var fields = finding.incident
          fields["device"] = .string(ports[index].device.entry.node)
          incident(.frozen, fields, receipt)
        }
      }
    }
  }

  /// Says it once when times that should be of the host clock begin to be impossible, and again after they
  /// were right in between.
  private mutating func doubt(_ scan: ScanDecoder.Rows, _ index: Int, _ receipt: HostTime) {
    defer { ports[index].isTimeDoubted = scan.isTimeImpossible }
    guard scan.isTimeImpossible, !ports[index].isTimeDoubted else { return }
    incident(
      .clockJump,
      [
        "reason": .string(IncidentDetail.notMonotonic.text),
        "device": .string(ports[index].device.entry.node), "device_time_ns": .integer(scan.time ?? 0),
      ], receipt)
  }

  /// Why the chip is lost where it has been silent for too long, or is gone without a word.
  private mutating func silence(isIdle: Bool) -> SensorLoss? {
    let now = clock.now()
    // A process that was held up itself knows nothing of the device's silence.
    let wasHeldUp = now - lastPass > .seconds(1)
    lastPass = now
    for index in ports.indices {
      if wasHeldUp { ports[index].lastScan = now }
      let quiet = now - ports[index].lastScan
      if isIdle, quiet >= IIOReader.tick, !ports[index].device.folder.exists("name") {
        return .disconnected
      }
      if quiet > ports[index].patience {
        return IIOProblem.silence(
          ofChip: ports[index].device.entry.name, trigger: ports[index].trigger, seconds: quiet.inSeconds)
      }
    }
    return nil
  }

  private func isRemoved() -> Bool {
    var isRemoved = false
    while let event = removal?.next() {
      let isOurs = ports.contains { $0.device.entry.sysPath == event.sysPath }
      if event.action == "remove", isOurs { isRemoved = true }
    }
    return isRemoved
  }

  private func incident(_ kind: IncidentKind, _ fields: JSONObject, _ receipt: HostTime) {
    deliver(.incident(Incident(kind, at: receipt, fields: fields)))
  }

  private func lose(_ loss: SensorLoss) {
    let time = clock.now()
    captures.tearDown()
    deliver(.lost(reason: loss.text, at: time))
  }
}
