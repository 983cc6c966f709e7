import IMUDriver
import MotionCore

extension SensorRig {
  /// Opens the sensors that `requests` name, in order; none given is `auto`. `seed` is for a simulated rider
  /// that names none. Throws what the driver says; what was opened before is closed then.
  static func open(
    _ requests: [SensorRequest], requestedHz: Double, seed: UInt64, store: SessionStore,
    clock: any HostClock = MonotonicClock()
  ) throws -> SensorRig {
    let requests = requests.isEmpty ? [SensorRequest(name: nil, selector: .auto)] : requests
    var rig = SensorRig()
    do {
      for (index, request) in requests.enumerated() {
        let name = request.name ?? (index == 0 ? "torso" : "sensor\(index + 1)")
        guard !rig.members.contains(where: { $0.name == name }) else {
          throw UsageError("run", .sensorsOfOneName(name))
        }
        rig.add(
          try source(request.selector, requestedHz: requestedHz, seed: seed, store: store, clock: clock),
          name: name)
      }
    } catch {
      for member in rig.members { member.source.stop() }
      throw error
    }
    return rig
  }

  private static func source(
    _ selector: SensorSelector, requestedHz: Double, seed: UInt64, store: SessionStore, clock: any HostClock
  ) throws -> any SensorSource {
    switch selector {
    case .auto, .device: try SensorCatalog().open(selector, requestedHz: requestedHz, clock: clock)
    case .serial(let serial): try SerialSource(serial, requestedHz: requestedHz, clock: clock)
    case .simulated(let own):
      SimulatedRider(seed: own ?? seed, answering: requestedHz, clock: clock)
    case .replay(let path): try ReplaySource(session: SessionReader.read(store.resolve(path)), clock: clock)
    case .csv(let path): try CSVSource(path: path, clock: clock)
    }
  }
}

extension SimulatedRider {
  /// A rider whose sensor takes the rate that a drill asks for, as far as it can.
  convenience init(seed: UInt64, answering requestedHz: Double, clock: any HostClock) {
    let rates = SimulatedRider.rates
    self.init(
      seed: seed, rateHz: min(max(requestedHz, rates.lowerBound), rates.upperBound), clock: clock)
  }
}
