import Foundation
import MotionCore
import Testing

@testable import CueAudio

@Suite struct LatencyStoreTests {
  private func folder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("latency-\(UUID().uuidString)").path
  }

  private func entry(_ ms: Int, period: Int = 480) -> LatencyStore.Entry {
    LatencyStore.Entry(
      latency: DeviceLatency(constant: .milliseconds(ms), uncertaintyNs: 31_000.5), periodFrames: period,
      bufferFrames: 4800, measured: "2026-11-30T10:00:00Z", recordedWith: "plughw:1", clicks: 55, sdMs: 0.04)
  }

  @Test func whatIsStoredIsReadAndTheRestIsKept() throws {
    let home = folder()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let store = LatencyStore(environment: ["XDG_CONFIG_HOME": home])
    #expect(store.path == home + "/drillrunner/latency.json")
    #expect(try store.entries() == [:])
    try store.store(entry(12), for: "usb:0d8c:0014:Device")
    try store.store(entry(150), for: "sink:bluez_output.1")
    try store.store(entry(13), for: "usb:0d8c:0014:Device")
    #expect(
      try store.entries() == ["usb:0d8c:0014:Device": entry(13), "sink:bluez_output.1": entry(150)])
  }

  @Test func relativeConfigFolderIsIgnored() {
    let store = LatencyStore(environment: ["XDG_CONFIG_HOME": "relative", "HOME": "/home/a"])
    #expect(store.path == "/home/a/.config/drillrunner/latency.json")
  }

  /// A constant that is left out in silence would move every latency.
  @Test(arguments: [
    ("{", "unreadable"), ("[]", "otherVersion"), (#"{"version":2,"outputs":{}}"#, "otherVersion"),
    (#"{"version":1}"#, "otherVersion"), (#"{"version":1,"outputs":{"a":{}}}"#, "badEntry"),
    (
      #"{"version":1,"outputs":{"a":{"latency_constant_ns":3000000000,"uncertainty_ns":1,"period_frames":480,"buffer_frames":4800}}}"#,
      "badEntry"
    ),
    (
      #"{"version":1,"outputs":{"a":{"latency_constant_ns":3000000,"uncertainty_ns":-1,"period_frames":480,"buffer_frames":4800}}}"#,
      "badEntry"
    ),
  ]) func damagedFileIsAnErrorAndIsNotOverwritten(text: String, problem: String) throws {
    let home = folder()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let store = LatencyStore(environment: ["XDG_CONFIG_HOME": home])
    try FileManager.default.createDirectory(atPath: store.folder, withIntermediateDirectories: true)
    try text.write(toFile: store.path, atomically: true, encoding: .utf8)
    let errors = [
      #expect(throws: LatencyStoreError.self) { _ = try store.entries() },
      #expect(throws: LatencyStoreError.self) { try store.store(entry(1), for: "a") },
    ]
    for error in errors {
      switch error {
      case LatencyStoreError.unreadable(store.path, let reason)?:
        #expect(problem == "unreadable" && !reason.isEmpty)
      case .otherVersion(store.path)?: #expect(problem == "otherVersion")
      case .badEntry(store.path, "\"a\"")?: #expect(problem == "badEntry")
      default: Issue.record("\(String(describing: error))")
      }
    }
    #expect(try String(contentsOfFile: store.path, encoding: .utf8) == text)
  }

  @Test func folderThatCannotBeWrittenIsSaid() {
    let store = LatencyStore(environment: ["XDG_CONFIG_HOME": "/proc/none"])
    // ENOENT, in strerror(3)'s words: proc(5) makes no folders.
    #expect(
      throws: LatencyStoreError.notStored(path: store.path, reason: "mkdir: No such file or directory")
    ) { try store.store(entry(1), for: "a") }
  }
}
