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
            post(.note("\(press.device.name): the kernel tells no time of a press; its reading counts"))
          }
          if let control = mapping[.key(press.key)] {
            post(.control(control, source: .button, press.host))
          }
        case .connected(let device): post(.note("buttons of \(device.name)"))
        case .unusable(let device, let error): post(.note("no buttons of \(device.name): \(error.cause)"))
        case .dropped(let device, _): post(.note("presses of \(device.name) may be missing"))
        case .disconnected(let device, let reason, _):
          post(.note("buttons of \(device.name) are gone: \(reason)"))
        case .cannotWatch(let reason):
          post(.note("buttons that are connected later are not heard: \(reason)"))
        }
      }
    } catch {
      post(.note("no buttons: \(error.cause)"))
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
