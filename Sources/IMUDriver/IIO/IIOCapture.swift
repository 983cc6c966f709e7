import Glibc
import MotionCore

/// The buffered capture of one IIO device: set up in the order that the kernel asks for, and put back.
///
/// Order: node opened (which keeps others out), `enable` 0, clock, rate, scan elements, `length`, `watermark`,
/// trigger, `enable` 1. Everything but the last is done by `init`.
struct IIOCapture: Sendable {
  let device: IIODevice
  let descriptor: Int32
  let clock: TimestampClock
  let layout: ScanLayout
  let scalings: [IIOQuantity: IIOScaling]
  let temperature: IIOTemperature?
  /// The chip's low-pass filters, by attribute, in Hz: they delay what is measured.
  let filters: [(name: String, hz: Double)]
  private(set) var rates: [RateSetting] = []
  private(set) var trigger: IIOTrigger?
  /// Scans that the kernel's buffer holds, as read back.
  let length: Int
  /// Scans that must be there before a reader is woken, as read back.
  let watermark: Int
  /// Settings that were refused and can be done without.
  private(set) var refusals: [SensorNote]
  /// The buffer was on although nobody read it: a capture was killed.
  let wasLeftOn: Bool
  private var journal = SettingJournal()
  private let requestedHz: Double?

  /// How long scans may wait for a full watermark. Below 200 Hz each scan wakes the reader.
  private static let deliveryDelay = 0.010
  /// How long the reader may be kept from the processor before the kernel's buffer is full.
  private static let reserveSeconds = 2.0

  /// Scans to wait for, and scans to hold, at `hz`. The kernel's FIFO rounds its length up to a power of two
  /// (kfifo_alloc), so that is what is asked for.
  static func depth(hz: Double?) -> (watermark: Int, length: Int) {
    let hz = hz.map { min($0, 100_000) } ?? 0
    let watermark = max(1, Int(hz * deliveryDelay))
    var length = 64
    while Double(length) < hz * reserveSeconds { length *= 2 }
    return (watermark, length)
  }

  /// Opens the device and sets it up. On failure all is as it was.
  init(
    _ entry: IIOEntry, requestedHz: Double?, extras: SensorExtras = .all, calls: IIOCalls
  ) throws(SensorError) {
    let device = IIODevice(entry, calls: calls, extras: extras)
    guard let buffer = device.bufferFolder, !device.quantities.isEmpty else {
      throw IIOProblem.noBuffer(entry.node)
    }
    self.device = device
    self.requestedHz = requestedHz
    let descriptor = calls.open(entry.node)
    guard descriptor >= 0 else { throw IIOProblem.opening(entry.node, errno: -descriptor) }
    self.descriptor = descriptor
    let folder = device.folder
    var journal = SettingJournal()
    var refusals: [SensorNote] = []
    do throws(SensorError) {
      wasLeftOn = folder.text("\(buffer)/enable") == "1"
      try IIOCapture.set("\(buffer)/enable", to: "0", of: device)
      clock = TimestampClock(choosingFor: device, journal: &journal)
      if let requestedHz {
        for file in RateSetting.files(of: device) {
          rates.append(
            RateSetting(
              asking: folder, file, owner: entry.name, wantedHz: requestedHz, journal: &journal))
        }
      }
      temperature = device.temperature
      filters = folder.names().filter { $0.hasSuffix("filter_low_pass_3db_frequency") }
        .compactMap { name in folder.number(name).map { (name, $0) } }
      layout = try IIOCapture.enableChannels(
        of: device, temperature: temperature, journal: &journal, refusals: &refusals)
      var scalings: [IIOQuantity: IIOScaling] = [:]
      for quantity in device.quantities {
        do throws(IIOScaling.Missing) {
          scalings[quantity] = try IIOScaling(of: quantity, in: folder)
        } catch {
          throw .unusable(path: entry.node, .scaleUnknown(error.quantity))
        }
      }
      self.scalings = scalings
      let depth = IIOCapture.depth(hz: rates.compactMap(\.readBackHz).max() ?? requestedHz)
      for (name, value) in [("length", depth.length), ("watermark", depth.watermark)]
      where folder.exists("\(buffer)/\(name)") {
        do throws(SettingRefusal) {
          try journal.set("\(buffer)/\(name)", of: folder, to: String(value))
        } catch {
          refusals.append(error.note)
        }
      }
      length = folder.number("\(buffer)/length").map { Int($0) } ?? depth.length
      watermark = folder.number("\(buffer)/watermark").map { Int($0) } ?? 1
    } catch {
      _ = journal.restore()
      calls.close(descriptor)
      throw error
    }
    self.journal = journal
    self.refusals = refusals
    chooseTrigger()
  }

  /// Enables the axes, the temperature and the time, disables what is left of others, and asks what is on: the
  /// scan has what the kernel says, not what was wished.
  private static func enableChannels(
    of device: IIODevice, temperature: IIOTemperature?, journal: inout SettingJournal,
    refusals: inout [SensorNote]
  ) throws(SensorError) -> ScanLayout {
    var wanted = Set(device.quantities.flatMap(\.channels))
    wanted.insert(ScanChannel.timestamp)
    if let temperature { wanted.insert(temperature.channel) }
    func file(_ name: String) -> String { "\(device.scanFolder)/\(name)_en" }
    let others = device.channels.map(\.name).filter { !wanted.contains($0) } + device.unreadable.map(\.name)
    for name in others where device.folder.text(file(name)) != "0" {
      try set(file(name), to: "0", of: device, journal: &journal)
    }
    let needed = Set(
      device.quantities.filter { !IIOQuantity.companions.contains($0) }.flatMap(\.channels))
    for channel in device.channels where wanted.contains(channel.name) {
      do throws(SettingRefusal) {
        try journal.set(file(channel.name), of: device.folder, to: "1")
      } catch {
        // Time, temperature, field and attitude can be done without.
        guard !needed.contains(channel.name) else { throw IIOProblem.refused(error, device: device) }
        refusals.append(error.note)
      }
    }
    for (name, problem) in device.unreadable where device.folder.text(file(name)) != "0" {
      throw .unusable(path: device.entry.node, .channelStuck(name: name, reason: problem.text))
    }
    return ScanLayout(device.channels.filter { device.folder.text(file($0.name)) == "1" })
  }

  /// A trigger that is set already stays; else the device's own is set, where it has one. A common trigger is
  /// tried only when the device does not start without.
  private mutating func chooseTrigger() {
    guard IIOTrigger.isKnown(to: device) else { return }
    let all = IIOTrigger.all(calls: device.folder.calls)
    if let current = IIOTrigger.current(of: device, among: all) {
      trigger = current
    } else if let own = IIOTrigger.own(of: device, among: all) {
      do throws(SettingRefusal) {
        try use(own)
      } catch {
        refusals.append(error.note)
      }
    }
    setTriggerRate()
  }

  private mutating func use(_ trigger: IIOTrigger) throws(SettingRefusal) {
    try journal.set(IIOTrigger.attribute, of: device.folder, to: trigger.name)
    self.trigger = trigger
  }

  /// A trigger that has a rate is what sets the pace.
  private mutating func setTriggerRate() {
    guard let trigger, let requestedHz, !trigger.folder.path.isEmpty,
      trigger.folder.exists("sampling_frequency")
    else { return }
    rates.append(
      RateSetting(
        asking: trigger.folder, "sampling_frequency", owner: trigger.name, wantedHz: requestedHz,
        journal: &journal))
  }

  /// Starts the capture.
  mutating func enable() throws(SensorError) {
    let name = "\(device.bufferFolder!)/enable"
    do throws(SettingRefusal) {
      try device.folder.set(name, to: "1")
      return
    } catch {
      // What iio_verify_update gives where a trigger is needed and none is set.
      guard error.errno == Glibc.EINVAL, trigger == nil, IIOTrigger.isKnown(to: device) else {
        throw IIOProblem.refused(error, device: device)
      }
    }
    guard let common = IIOTrigger.common(among: IIOTrigger.all(calls: device.folder.calls)) else {
      throw IIOProblem.noTrigger(device)
    }
    do throws(SettingRefusal) {
      try use(common)
      setTriggerRate()
      try device.folder.set(name, to: "1")
    } catch {
      throw IIOProblem.refused(error, device: device)
    }
  }

  /// Stops the capture, puts every setting back and closes the node. A device that is gone keeps nothing.
  mutating func tearDown() {
    try? device.folder.set("\(device.bufferFolder!)/enable", to: "0")
    let refused = journal.restore()
    if device.folder.exists("name") { refusals += refused.map(\.notPutBack) }
    device.folder.calls.close(descriptor)
  }

  /// The quantities that are in the scans whole.
  var quantities: [IIOQuantity] {
    device.quantities.filter { $0.channels.allSatisfy { layout.element($0) != nil } }
  }

  /// The rate that the device should deliver, by what it says; nil where nothing says so.
  var expectedHz: Double? {
    // The trigger's rate, which comes last, rules over the device's own.
    rates.last { $0.readBackHz != nil }?.readBackHz
  }

  private static func set(
    _ name: String, to value: String, of device: IIODevice
  ) throws(SensorError) {
    do throws(SettingRefusal) {
      try device.folder.set(name, to: value)
    } catch {
      throw IIOProblem.refused(error, device: device)
    }
  }

  private static func set(
    _ name: String, to value: String, of device: IIODevice, journal: inout SettingJournal
  ) throws(SensorError) {
    do throws(SettingRefusal) {
      try journal.set(name, of: device.folder, to: value)
    } catch {
      throw IIOProblem.refused(error, device: device)
    }
  }
}
