import CLinux
import CueAudio
import Foundation
import Glibc
import IMUDriver
import MotionCore

/// What the doctor must know of this machine, gathered in one place so that its judgement is a function of it.
struct MachineFacts: Sendable {
  var sensors: Result<[DiscoveredSensor], SensorError>
  /// By node.
  var batteries: [String: BatteryCharge] = [:]
  var keyDevices: Result<[KeyDevice], SensorError>
  var outputs: [AudioOutputDescription]
  var folder: String
  var freeBytes: Result<Int64, FileError>
  /// Whether a file can be made in the sessions folder, or the folder itself.
  var canWrite: Bool
  /// Whether the wall clock is synchronised; nil where the kernel does not say.
  var isClockSynchronised: Bool?
  var isRoot: Bool
  var isInInputGroup: Bool
  /// Where the udev rules are installed; nil where they are not.
  var rules: String?
  /// Why a thread may not have real-time priority; nil where it may.
  var realtimeRefusal: String?
  /// The voice that cues are spoken with; nil where no program for it is installed.
  var voice: String?
  var inhibitorRefusal: SleepInhibitor.Refusal?

  /// Looks at the machine. Nothing is changed, but for a lock of logind that is held for a moment.
  static func gather(folder: String) -> MachineFacts {
    let sensors = result { () throws(SensorError) in try SensorCatalog().discover() }
    let free: Result<Int64, FileError>
    do throws(FileError) {
      free = .success(try DiskSpace.available(in: folder))
    } catch {
      free = .failure(error)
    }
    let inhibitor = SleepInhibitor(why: "Looking whether this machine can be kept awake")
    defer { inhibitor.release() }
    let voice = ClipLibrary().voiceDescription
    let synchronised = cwallclock_synchronised()
    let found = (try? sensors.get()) ?? []
    return MachineFacts(
      sensors: sensors,
      batteries: Dictionary(
        found.filter { sensor in sensor.siblings.contains { $0.kind == .battery } }
          .map { ($0.path, $0.batteryCharge()) }, uniquingKeysWith: { first, _ in first }),
      keyDevices: result { () throws(SensorError) in try KeyDiscovery().connected() },
      outputs: AudioOutputs.list(), folder: folder, freeBytes: free, canWrite: canWrite(folder),
      isClockSynchronised: synchronised < 0 ? nil : synchronised == 1, isRoot: geteuid() == 0,
      isInInputGroup: isMember(of: "input"), rules: installedRules(), realtimeRefusal: Realtime.refusal(),
      voice: voice == "none" ? nil : voice, inhibitorRefusal: inhibitor.refusal)
  }

  private static func result<Value>(
    _ body: () throws(SensorError) -> Value
  ) -> Result<Value, SensorError> {
    do throws(SensorError) {
      return .success(try body())
    } catch {
      return .failure(error)
    }
  }

  /// access(2) on the folder, or on the nearest above it that exists.
  private static func canWrite(_ folder: String) -> Bool {
    var path = folder
    while access(path, F_OK) != 0, path != "/", !path.isEmpty, path != "." {
      path = (path as NSString).deletingLastPathComponent
    }
    return access(path.isEmpty ? "." : path, W_OK | X_OK) == 0
  }

  private static func isMember(of group: String) -> Bool {
    guard let entry = getgrnam(group) else { return false }
    var groups = [gid_t](repeating: 0, count: 1024)
    let count = getgroups(Int32(groups.count), &groups)
    return count > 0 && groups[..<Int(count)].contains(entry.pointee.gr_gid)
  }

  private static func installedRules() -> String? {
    let name = (PermissionRule.file as NSString).lastPathComponent
    return ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d/\(name)" }
      .first { access($0, R_OK) == 0 }
  }
}

/// Whether a thread of this program may have real-time priority.
enum Realtime {
  /// Asks for it (SCHED_FIFO, the lowest priority) on a thread that ends at once. Returns the reason of a refusal.
  static func refusal(faults: FaultPlan? = nil) -> String? {
    let answer = Answer()
    let thread = Thread {
      answer.code = SchedulingCalls(faults: faults).makeRealtime(priority: 1)
      answer.done.signal()
    }
    thread.start()
    answer.done.wait()
    return answer.code == 0 ? nil : systemErrorText(-answer.code)
  }

  private final class Answer: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    var code: Int32 = 0
  }
}
