import Foundation
import IMUDriver
import MotionCore

/// Hears the buttons of controllers, presenters and remotes during a run.
final class RunButtons: Sendable {
  private let listener: KeyListener

  /// Begins to listen. What cannot be heard is said, and is no error: a run needs no buttons. `faults` reaches the calls
  /// of the listener.
  init(
    _ choice: KeyChoice, _ mapping: ButtonMapping, clock: any HostClock = MonotonicClock(),
    faults: FaultPlan? = nil, post: @escaping @Sendable (RunMessage) -> Void
  ) {
    listener = KeyListener(choice, clock: clock, faults: faults)
    let meaning = ButtonMeaning(mapping)
    do throws(SensorError) {
      try listener.start { event in
        for message in meaning.messages(of: event) { post(message) }
      }
    } catch {
      post(.note(.noButtons(reason: error.cause)))
    }
  }

  /// Ends the listening. May be called twice.
  func stop() { listener.stop() }
}

/// What a run is told of the events of key devices.
final class ButtonMeaning: Sendable {
  private let mapping: ButtonMapping
  private let lock = NSLock()
  /// The devices whose missing clock has been said.
  private nonisolated(unsafe) var undated: Set<String> = []

  init(_ mapping: ButtonMapping) { self.mapping = mapping }

  func messages(of event: KeyEvent) -> [RunMessage] {
    switch event {
    case .press(let press):
      var told: [RunMessage] = []
      if press.timeSource == .receipt,
        lock.withLock({ undated.insert(press.device.stableID).inserted })
      {
        told.append(.note(.pressesUndated(device: press.device.name)))
      }
      if let control = mapping[.key(press.key)] {
        told.append(.control(control, source: .button, press.host))
      }
      return told
    case .connected(let device): return [.note(.buttons(device: device.name))]
    case .unusable(let device, let error):
      return [.note(.noButtonsOf(device: device.name, reason: error.cause))]
    case .dropped(let device, _): return [.note(.pressesMissing(device: device.name))]
    case .disconnected(let device, let reason, _):
      return [.note(.buttonsGone(device: device.name, reason: reason))]
    case .cannotWatch(let reason): return [.note(.laterButtonsUnheard(reason: reason))]
    }
  }
}
