import CLinux
import Glibc
import MotionCore

/// The loop of the thread that owns a node: wait, read, stamp, decode, deliver.
struct EvdevReader: Sendable {
  let node: EvdevNode
  /// Readable when the loop shall end.
  let stopDescriptor: Int32
  let clock: any HostClock
  var decoder: EvdevDecoder
  /// What watches the rows; nil where nothing does.
  var findings: EvdevFindings?
  let deliver: @Sendable (SensorEvent) -> Void
  /// The last bytes were no event.
  private var isOutOfStep = false
  /// Reports that were read.
  private var reports = 0

  init(
    node: EvdevNode, stopDescriptor: Int32, clock: any HostClock, decoder: EvdevDecoder,
    findings: EvdevFindings? = nil, deliver: @escaping @Sendable (SensorEvent) -> Void
  ) {
    self.node = node
    self.stopDescriptor = stopDescriptor
    self.clock = clock
    self.decoder = decoder
    self.findings = findings
    self.deliver = deliver
  }

  /// Twice the kernel's queue for six axes, so that one read empties it.
  private static let eventsPerRead = 256
  /// Above this rate, reports a second, the reader lets several come before it reads again: at 1 kHz a wake-up for
  /// each report is most of what reading costs.
  /// Beyond the upper bound it is a backlog, which is read out at once.
  private static let batchedRates = 400.0...4000.0
  /// For how long: three reports of 1 kHz, a fifth of the 16 ms after which the kernel's queue is full then.
  private static let batchMilliseconds: Int32 = 3

  /// Runs until told to stop, or until the device is gone, which is said once.
  mutating func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: EvdevEvent.size * EvdevReader.eventsPerRead, alignment: MemoryLayout<input_event>.alignment)
    defer { buffer.deallocate() }
    let polled = UnsafeMutableBufferPointer<pollfd>.allocate(capacity: 2)
    polled.initialize(repeating: pollfd())
    defer { polled.deallocate() }
    polled[0] = pollfd(fd: node.descriptor, events: Int16(POLLIN), revents: 0)
    polled[1] = pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0)
    // Bytes of an event whose rest has not come yet. The kernel delivers whole events; a node that stands on a
    // pseudo-terminal (umockdev) cuts them at its own buffer's end.
    var held = 0
    var last = clock.now()
    while true {
      let ready = node.calls.poll(polled, milliseconds: -1)
      if ready == -EINTR { continue }
      if ready < 0 { return lose(.callFailed(call: "poll", reason: systemErrorText(-ready))) }
      if polled[1].revents != 0 { return }
      let isHungUp = polled[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0

      let count = node.calls.read(
        node.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
      let receipt = clock.now()
      if count > 0 {
        let before = reports
        held = decode(buffer, filled: held + count, receipt: receipt)
        if held == 0 { settle() }
        // Receipts of a batch are those of its last report. Where they are the only times, nothing may be late.
        let rate = Double(reports - before) / (receipt - last).inSeconds
        last = receipt
        if EvdevReader.batchedRates.contains(rate), decoder.timing.source != .receipt,
          node.calls.pause(until: stopDescriptor, milliseconds: EvdevReader.batchMilliseconds)
        {
          return
        }
      } else if count == -Int(EAGAIN) || count == -Int(EINTR) {
        if isHungUp { return lose(.disconnected) }
      } else if count == -Int(ENODEV) || count == 0 {
        return lose(.disconnected)
      } else {
        return lose(.callFailed(call: "read", reason: systemErrorText(Int32(-count))))
      }
    }
  }

  /// Decodes the whole events of `filled` bytes and moves the rest to the front. Returns the length of the rest.
  private mutating func decode(
    _ buffer: UnsafeMutableRawBufferPointer, filled: Int, receipt: HostTime
  ) -> Int {
    var position = 0
    while position + EvdevEvent.size <= filled {
      let bytes = buffer.loadUnaligned(fromByteOffset: position, as: input_event.self)
      var event = EvdevEvent(bytes)
      position += event == nil ? 1 : EvdevEvent.size
      if event == nil {
        // Searched byte by byte for the next event; what was lost is a loss like any that the kernel tells.
        guard !isOutOfStep else { continue }
        event = EvdevEvent(timeNs: 0, type: EV_SYN, code: SYN_DROPPED, value: 0)
        isOutOfStep = true
      } else {
        isOutOfStep = false
      }
      guard let event else { continue }
      switch decoder.accept(event, receipt: receipt) {
      case nil: break
      case .samples(let accelerometer, let gyroscope):
        reports += 1
        if let accelerometer {
          deliver(.sample(stream: EvdevSource.accelerometerStream, accelerometer))
        }
        if let gyroscope { deliver(.sample(stream: EvdevSource.gyroscopeStream, gyroscope)) }
        for found in findings?.note(accelerometer: accelerometer, gyroscope: gyroscope) ?? [] {
          deliver(.incident(found))
        }
      case .dropped(let discarded, let afterFirstSample):
        // What the queue held between open and start is not a loss of the recording.
        if afterFirstSample {
          incident(
            ["reason": "SYN_DROPPED", "discarded_events": .integer(Int64(discarded))], receipt: receipt)
        }
      case .untimed:
        incident(["reason": .string(IncidentDetail.beforeDeviceTime.text)], receipt: receipt)
      }
    }
    let rest = filled - position
    if rest > 0 {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[position..<filled]))
    }
    return rest
  }

  /// Asks the device for its axes while some are unknown, once the queue is empty. Until that succeeds, rows
  /// name as invalid every axis that has not changed since the loss. A refusal needs no word of its own: the
  /// rows say what is unknown, and a device that is gone says so at the next read.
  private mutating func settle() {
    guard !decoder.unknown.isEmpty, let values = try? node.settledValues() else { return }
    decoder.settle(values)
  }

  private func incident(_ fields: JSONObject, receipt: HostTime) {
    deliver(.incident(Incident(.droppedEvents, at: receipt, fields: fields)))
  }

  private func lose(_ loss: SensorLoss) {
    deliver(.lost(reason: loss.text, at: clock.now()))
  }
}
