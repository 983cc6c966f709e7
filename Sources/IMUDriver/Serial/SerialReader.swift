import MotionCore

/// The loop of the thread that owns a port: wait, read, stamp, decode, deliver.
struct SerialReader: Sendable {
  let port: SerialPort
  let clock: any HostClock
  let layout: SerialLayout
  let findings: SerialFindings
  /// How long nothing, or nothing valid, may come.
  let patience: Duration
  var decoder: SerialDecoder
  var arrivals: ArrivalTimes
  let deliver: @Sendable (SensorEvent) -> Void

  private var trouble = SerialTrouble()
  private var lastCounter: Int64?
  /// The beginning of the last frame or burst, so that all rows of a burst have one time.
  private var lastBegan: (start: Int, time: Int64)?

  init(
    port: SerialPort, clock: any HostClock, layout: SerialLayout, findings: SerialFindings,
    patience: Duration,
    decoder: SerialDecoder, arrivals: ArrivalTimes, deliver: @escaping @Sendable (SensorEvent) -> Void
  ) {
    self.port = port
    self.clock = clock
    self.layout = layout
    self.findings = findings
    self.patience = patience
    self.decoder = decoder
    self.arrivals = arrivals
    self.deliver = deliver
  }

  private static let waitMilliseconds: Int32 = 100

  /// Runs until told to stop, or until the device is gone or silent, which is said once. The port is closed then,
  /// so that it can be opened again.
  mutating func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { buffer.deallocate() }
    var lastByte = clock.now()
    // Waits that ended without a byte, one after the other: a process that was stopped for a while must not take
    // that for the sensor's silence.
    var silentWaits = 0
    var firstUseless: HostTime?
    var recent: [UInt8] = []
    while true {
      let arrival = port.read(into: buffer, milliseconds: SerialReader.waitMilliseconds)
      let receipt = clock.now()
      switch arrival {
      case .bytes(let count):
        lastByte = receipt
        silentWaits = 0
        arrivals.add(count, receipt: receipt)
        if take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), receipt: receipt) {
          firstUseless = nil
          recent = []
        } else {
          firstUseless = firstUseless ?? receipt
          recent = Array((recent + buffer[..<count]).suffix(16))
        }
        arrivals.forget(before: decoder.undecided)
      case .nothing: silentWaits += 1
      case .stopped: return sayTrouble(at: receipt, end: true)
      case .gone(let loss): return lose(loss, at: receipt)
      }
      sayTrouble(at: receipt)
      let seconds = patience.inSeconds
      if receipt - lastByte > patience, silentWaits > 5 {
        return lose(.portSilent(seconds: seconds), at: receipt)
      }
      if let firstUseless, receipt - firstUseless > patience {
        return lose(.noValidFrame(seconds: seconds, last: SerialError.shown(recent)), at: receipt)
      }
    }
  }

  /// Decodes bytes and delivers what they hold. Returns whether there was a measurement.
  private mutating func take(_ bytes: UnsafeRawBufferPointer, receipt: HostTime) -> Bool {
    var measured = false
    for output in decoder.append(bytes) {
      switch output {
      case .skipped(let skipped):
        if skipped.isText, skipped.damagedFrames == 0, decoder.framing.toleratesText {
          findings.count { $0.textBytes += skipped.count }
        } else {
          trouble.add(skipped)
          findings.count {
            $0.skippedBytes += skipped.count
            $0.damagedFrames += skipped.damagedFrames
          }
        }
      case .frame(let frame) where !frame.readings.isEmpty:
        measured = true
        deliverRows(of: frame, receipt: receipt)
      case .frame: break
      }
    }
    return measured
  }

  private mutating func deliverRows(of frame: SerialFrame, receipt: HostTime) {
    // A frame that a false beginning held up came with an earlier read.
    let received = arrivals.receipt(ofFrameEndingAt: frame.end) ?? receipt
    let began: Int64
    if let lastBegan, lastBegan.start == frame.start {
      began = lastBegan.time
    } else {
      began = arrivals.began(frame.start) ?? received.nanoseconds
      lastBegan = (frame.start, began)
    }
    if let counter = frame.counter, let wrapsAt = decoder.framing.counterWrapsAt {
      if let lastCounter {
        let step = (counter - lastCounter + wrapsAt) % wrapsAt
        if step > 1 {
          trouble.addHole(Int(step - 1))
          findings.count { $0.missingFrames += Int(step - 1) }
        }
      }
      lastCounter = counter
    }
    var unexpected = 0
    for row in layout.rows(of: frame, receipt: received, began: began, unexpected: &unexpected) {
      deliver(.sample(stream: row.stream, row.sample))
    }
    if unexpected > 0 { trouble.addUnexpected(unexpected) }
    findings.count {
      $0.frames += 1
      $0.unexpectedReadings += unexpected
    }
    findings.test(frame, began: began)
  }

  private mutating func sayTrouble(at now: HostTime, end: Bool = false) {
    for incident in trouble.incidents(at: now, end: end) { deliver(.incident(incident)) }
  }

  private mutating func lose(_ loss: SensorLoss, at now: HostTime) {
    sayTrouble(at: now, end: true)
    port.close()
    deliver(.lost(reason: loss.text, at: now))
  }
}
