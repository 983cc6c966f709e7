import Foundation
import IMUDriver
import MotionCore

/// Hears the buttons of controllers, presenters and remotes during a run.
final class RunButtons: Sendable {
  private let listener: KeyListener

  /// Begins to listen. What cannot be heard is said, and is no error: a run needs no buttons.
  init(
    _ choice: KeyChoice, _ mapping: ButtonMapping, clock: any HostClock = MonotonicClock(),
    post: @escaping @Sendable (RunMessage) -> Void
  ) {
    listener = KeyListener(choice, clock: clock)
    let undated = Undated()
    do throws(SensorError) {
      try listener.start { event in
        switch event {
        case .press(let press):
          if press.timeSource == .receipt, undated.isNew(press.device.stableID) {
            post(.note(.pressesUndated(device: press.device.name)))
          }
          if let control = mapping[.key(press.key)] {
            post(.control(control, source: .button, press.host))
          }
        case .connected(let device): post(.note(.buttons(device: device.name)))
        case .unusable(let device, let error):
          post(.note(.noButtonsOf(device: device.name, reason: error.cause)))
        case .dropped(let device, _): post(.note(.pressesMissing(device: device.name)))
        case .disconnected(let device, let reason, _):
          post(.note(.buttonsGone(device: device.name, reason: reason)))
        case .cannotWatch(let reason):
          post(.note(.laterButtonsUnheard(reason: reason)))
        }
      }
    } catch {
      post(.note(.noButtons(reason: error.cause)))
    }
  }

  /// Ends the listening. May be called twice.
  func stop() { listener.stop() }

  /// The devices whose missing clock has been said.
  private final class Undated: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var known: Set<String> = []

    func isNew(_ id: String) -> Bool { lock.withLock { known.insert(id).inserted } }
  }
}
