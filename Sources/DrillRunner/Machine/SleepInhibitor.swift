import CSystemd
import Glibc
import MotionCore
import Synchronization

/// Keeps the machine awake: logind's inhibitor locks (org.freedesktop.login1(5), Manager.Inhibit), held as open file
/// descriptors until `release`. A process that dies gives them back.
final class SleepInhibitor: Sendable {
  /// What a lock keeps from happening, in logind's words.
  enum Hold: String, CaseIterable, Sendable {
    case sleep
    case idle
    case lid = "handle-lid-switch"

    /// Goes after "the machine may".
    var danger: String {
      switch self {
      case .sleep: "go to sleep"
      case .idle: "take itself for idle and go to sleep"
      case .lid: "go to sleep when its lid is closed"
      }
    }
  }

  /// Locks that were not given. A run goes on without them; it says so before it starts.
  struct Refusal: DiagnosedError, Hashable {
    var holds: [Hold]
    var cause: String
    /// There is nobody who could have been asked: no system bus, or no logind.
    var hasNoLogind = false

    var failure: String { "the machine may " + holds.map(\.danger).joined(separator: ", or ") }
    var remedy: String? {
      "switch off automatic sleep in the power settings, and leave the lid open; "
        + "or start with: systemd-inhibit --what=sleep:idle:handle-lid-switch drillrunner run …"
    }
  }

  /// What is held.
  let held: [Hold]
  /// What is not, and why; nil where all is.
  let refusal: Refusal?

  private let descriptors: Mutex<[Int32]>
  private let calls: BusCalls

  /// logind answers at once, or not at all.
  private static let patienceMicroseconds: UInt64 = 3_000_000

  /// Asks for all locks at once; where that is refused for each alone, since a session may be allowed one and not
  /// another. `address` is that of the bus; nil for the system's.
  init(why: String, address: String? = nil, faults: FaultPlan? = nil) {
    let calls = BusCalls(faults: faults)
    self.calls = calls
    var bus: OpaquePointer?
    let code = calls.open(&bus, address: address)
    defer { calls.unref(bus: bus) }
    guard code >= 0 else {
      held = []
      descriptors = Mutex([])
      refusal = Refusal(
        holds: Hold.allCases, cause: "there is no system bus: \(systemErrorText(-code))", hasNoLogind: true)
      return
    }
    func ask(_ holds: [Hold]) -> Result<Int32, Failure> {
      SleepInhibitor.inhibit(holds, why: why, bus: bus, calls: calls)
    }
    var given: [Int32] = []
    var granted: [Hold] = []
    var refused: [Hold] = []
    var reason: Failure?
    switch ask(Hold.allCases) {
    case .success(let descriptor):
      given = [descriptor]
      granted = Hold.allCases
    case .failure(let failure) where !failure.isAnswer:
      refused = Hold.allCases
      reason = failure
    case .failure:
      for hold in Hold.allCases {
        switch ask([hold]) {
        case .success(let descriptor):
          given.append(descriptor)
          granted.append(hold)
        case .failure(let failure):
          refused.append(hold)
          reason = failure
        }
      }
    }
    held = granted
    descriptors = Mutex(given)
    refusal = reason.map {
      Refusal(holds: refused, cause: $0.text, hasNoLogind: !$0.isAnswer)
    }
  }

  deinit { release() }

  /// Gives the locks back. May be called twice.
  func release() {
    let given = descriptors.withLock { held in
      defer { held = [] }
      return held
    }
    for descriptor in given { calls.close(descriptor) }
  }

  private struct Failure: Error {
    var text: String
    /// logind said no; otherwise it said nothing.
    var isAnswer: Bool
  }

  private static func inhibit(
    _ holds: [Hold], why: String, bus: OpaquePointer?, calls: BusCalls
  ) -> Result<Int32, Failure> {
    var message: OpaquePointer?
    var reply: OpaquePointer?
    var error = sd_bus_error()
    defer {
      calls.unref(message: message)
      calls.unref(message: reply)
      sd_bus_error_free(&error)
    }
    func failed(_ call: String, _ code: Int32) -> Result<Int32, Failure> {
      .failure(Failure(text: "\(call): \(systemErrorText(-code))", isAnswer: false))
    }
    var code = calls.newCall(
      bus, &message, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
      "Inhibit")
    guard code >= 0 else { return failed("sd_bus_message_new_method_call", code) }
    for text in [holds.map(\.rawValue).joined(separator: ":"), "DrillRunner", why, "block"] {
      code = calls.append(message, text)
      guard code >= 0 else { return failed("sd_bus_message_append_basic", code) }
    }
    code = calls.call(bus, message, microseconds: patienceMicroseconds, &error, &reply)
    guard code >= 0 else {
      guard let name = error.name.map({ String(cString: $0) }) else { return failed("logind", code) }
      let text = error.message.map { String(cString: $0) } ?? name
      // sd-bus makes up these itself, or the bus does where nobody is behind the name.
      let nobody = ["ServiceUnknown", "NameHasNoOwner", "NoReply", "Timeout", "Disconnected", "Spawn.Failed"]
      return .failure(
        Failure(text: "logind: \(text)", isAnswer: !nobody.contains { name.hasSuffix("." + $0) }))
    }
    var descriptor: Int32 = -1
    code = calls.readDescriptor(reply, &descriptor)
    guard code > 0 else { return failed("sd_bus_message_read_basic", code < 0 ? code : -EBADMSG) }
    let copy = calls.duplicate(descriptor)
    return copy < 0 ? failed("fcntl", copy) : .success(copy)
  }
}

extension SleepInhibitor.Refusal: CatalogueMessage {
  static let section = MessageSection("sleep", "Keeping the machine awake", .notice, .result)
  static let examples = [
    SleepInhibitor.Refusal(holds: [.sleep, .idle], cause: "logind: Permission denied"),
    SleepInhibitor.Refusal(
      holds: SleepInhibitor.Hold.allCases, cause: "there is no system bus: No such file or directory",
      hasNoLogind: true),
  ]
  static var variants: Any.Type { Kind.self }
  var variant: String { EnumCase.name(of: hasNoLogind ? Kind.noLogind : .refused) ?? "" }

  private enum Kind { case refused, noLogind }
}
