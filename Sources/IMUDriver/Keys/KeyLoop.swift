import CLinux
import Glibc
import MotionCore

/// The loop of the listener's thread: which devices are open, and what they and udev say.
struct KeyLoop {
  let choice: KeyChoice
  let stopDescriptor: Int32
  let clock: any HostClock
  let calls: EvdevCalls
  let udev: UdevCalls
  let deliver: @Sendable (KeyEvent) -> Void
  /// How long a device that has just come may refuse to be opened before that is said.
  private static let settlingTime = Duration.seconds(1)
  private var open: [Open] = []
  /// Those that could not be read, which is said once while they stay.
  private var refused: Set<String> = []
  /// Those that came lately and could not be read yet, each with the time until which it is tried again: sysfs shows
  /// a device before its node exists, and the node exists before udev has set its permissions.
  private var settling: [String: HostTime] = [:]
  private var nextLook: HostTime?

  private struct Open {
    let device: KeyDevice
    let node: EvdevNode
    /// The kernel stamps with the host clock.
    let hasHostStamps: Bool
    var decoder = KeyDecoder()
    /// Bytes of an event whose rest has not come yet.
    var rest: [UInt8] = []
  }

  init(
    choice: KeyChoice, stopDescriptor: Int32, clock: any HostClock, calls: EvdevCalls, udev: UdevCalls,
    deliver: @escaping @Sendable (KeyEvent) -> Void
  ) {
    self.choice = choice
    self.stopDescriptor = stopDescriptor
    self.clock = clock
    self.calls = calls
    self.udev = udev
    self.deliver = deliver
  }

  /// Runs until told to stop.
  mutating func run() {
    defer { for one in open { one.node.close() } }
    // Before the first look, so that no device falls between the two.
    let monitor = UdevMonitor(subsystem: "input", calls: udev)
    if monitor == nil { deliver(.cannotWatch(reason: SensorReason.noMonitor.text)) }
    look(isFirst: true)
    while true {
      var polled = [pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0)]
      polled.append(pollfd(fd: monitor?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
      polled += open.map { pollfd(fd: $0.node.descriptor, events: Int16(POLLIN), revents: 0) }
      let ready = polled.withUnsafeMutableBufferPointer {
        calls.poll($0, milliseconds: settling.isEmpty ? -1 : 100)
      }
      if ready == -EINTR { continue }
      if ready < 0 {
        for one in open { lose(one, .callFailed(call: "poll", reason: systemErrorText(-ready))) }
        return
      }
      if polled[0].revents != 0 { return }
      for index in open.indices.reversed() where polled[index + 2].revents != 0 {
        let isHungUp = polled[index + 2].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
        if let loss = read(index, isHungUp: isHungUp) {
          let gone = open.remove(at: index)
          gone.node.close()
          lose(gone, loss)
        }
      }
      var hasChanged = false
      if polled[1].revents != 0, let monitor {
        while let event = monitor.next() { hasChanged = hasChanged || event.action != "remove" }
      }
      if hasChanged || nextLook.map({ clock.now() >= $0 }) == true { look() }
    }
  }

  private func lose(_ one: Open, _ loss: SensorLoss) {
    deliver(.disconnected(one.device, reason: loss.text, at: clock.now()))
  }

  /// Opens the chosen devices that are not open yet. What was there from the first look on has had its time to settle.
  private mutating func look(isFirst: Bool = false) {
    defer { nextLook = settling.isEmpty ? nil : clock.now() + .milliseconds(100) }
    let connected: [KeyDevice]
    do throws(SensorError) {
      connected = try KeyDiscovery(calls: udev).connected()
    } catch {
      // Said once, and not again at each look for those that settle.
      settling = [:]
      deliver(.cannotWatch(reason: error.cause))
      return
    }
    refused.formIntersection(connected.map(\.path))
    settling = settling.filter { path, _ in connected.contains { $0.path == path } }
    for device in connected
    where choice.includes(device) && !open.contains(where: { $0.device.path == device.path }) {
      do throws(SensorError) {
        let node = try EvdevNode.open(device.path, calls: calls)
        // Right after open: changing the clock throws away what is queued.
        let hasHostStamps: Bool
        do throws(SensorError) {
          try node.useMonotonicClock()
          hasHostStamps = true
        } catch {
          hasHostStamps = false
        }
        open.append(Open(device: device, node: node, hasHostStamps: hasHostStamps))
        refused.remove(device.path)
        settling[device.path] = nil
        deliver(.connected(device))
      } catch {
        guard !refused.contains(device.path) else { continue }
        if !isFirst {
          let now = clock.now()
          let end = settling[device.path] ?? now + KeyLoop.settlingTime
          settling[device.path] = end
          guard now >= end else { continue }
        }
        settling[device.path] = nil
        refused.insert(device.path)
        deliver(.unusable(device, error))
      }
    }
  }

  /// Reads what a device has; returns why it is gone, nil where it is not.
  private mutating func read(_ index: Int, isHungUp: Bool) -> SensorLoss? {
    var bytes = [UInt8](repeating: 0, count: EvdevEvent.size * 64)
    let count = bytes.withUnsafeMutableBytes { calls.read(open[index].node.descriptor, into: $0) }
    let receipt = clock.now()
    if count == -Int(EAGAIN) || count == -Int(EINTR) {
      return isHungUp ? .disconnected : nil
    }
    if count == -Int(ENODEV) || count == 0 { return .disconnected }
    if count < 0 { return .callFailed(call: "read", reason: systemErrorText(Int32(-count))) }
    let all = open[index].rest + bytes[..<count]
    let whole = all.count / EvdevEvent.size * EvdevEvent.size
    open[index].rest = Array(all[whole...])
    all.withUnsafeBytes { buffer in
      for place in stride(from: 0, to: whole, by: EvdevEvent.size) {
        let event = EvdevEvent(buffer.loadUnaligned(fromByteOffset: place, as: input_event.self))
        take(event, index, receipt)
      }
    }
    return nil
  }

  private mutating func take(_ event: EvdevEvent?, _ index: Int, _ receipt: HostTime) {
    let device = open[index].device
    guard let event else { return deliver(.dropped(device, at: receipt)) }
    switch open[index].decoder.accept(event) {
    case nil: break
    case .dropped: deliver(.dropped(device, at: receipt))
    case .press(let key, let timeNs):
      let stamp = HostTime(nanoseconds: timeNs)
      let isHost = open[index].hasHostStamps
      deliver(
        .press(
          KeyPress(
            key: key, device: device, host: isHost ? stamp : receipt, timeSource: isHost ? .kernel : .receipt,
            receipt: receipt)))
    }
  }
}
