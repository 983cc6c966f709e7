import Foundation
import MotionCore

/// The output of a sound server that really plays, as `pactl` names it (pulseaudio-utils; it speaks to PulseAudio and
/// to PipeWire). What ALSA calls “default” may be any of them, and may become another.
struct ServerSink: Hashable, Sendable {
  /// "alsa_output.usb-…", "bluez_output.…": the same for the same device after a restart.
  var name: String
  var description: String
  /// Its sound goes through the air of a radio: ALSA tells nothing of that delay.
  var isBluetooth: Bool
  /// It leads to a screen by HDMI or DisplayPort.
  var isScreen = false
  /// It leads to a device, or nobody tells; one that does not, such as a null sink, ends in the server.
  var isDevice = true
  /// It is muted, or all its channels are at volume 0.
  var isMuted = false

  /// Whether one of the names of an output is that of a screen's.
  static func isScreen(_ names: [String]) -> Bool {
    names.map { $0.lowercased() }.contains { name in
      ["hdmi", "displayport", "display port"].contains { name.contains($0) }
    }
  }
}

/// Asks a sound server which sinks it has, and on which one this program plays.
struct ServerSinks: Sendable {
  /// A server that does not answer in this time is asked no more.
  static let limitSeconds = 2.0

  private let pactl: String?

  init(searchPath: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") {
    pactl = BoundedProcess.find("pactl", searchPath: searchPath)
  }

  /// The sink of this process's newest stream; nil where there is none or nobody tells.
  func playing(processID: Int32 = ProcessInfo.processInfo.processIdentifier) -> ServerSink? {
    guard let streams = list("sink-inputs") else { return nil }
    guard let index = ServerSinks.sinkIndex(ofStreams: streams, processID: processID) else { return nil }
    return list("sinks").flatMap { ServerSinks.sink(in: $0) { $0["index"]?.integer == index } }
  }

  /// The sink that new streams go to.
  func preferred() -> ServerSink? {
    guard let pactl,
      case .ended(0, let name) = BoundedProcess.run(
        pactl, ["get-default-sink"], limitSeconds: ServerSinks.limitSeconds, errors: false)
    else { return nil }
    return list("sinks").flatMap { ServerSinks.sink(in: $0) { $0["name"]?.string == name } }
  }

  /// All sinks; empty where nobody tells.
  func all() -> [ServerSink] {
    (list("sinks")?.array ?? []).compactMap { sink in ServerSinks.sink(in: .array([sink])) { _ in true } }
  }

  private func list(_ what: String) -> JSONValue? {
    guard let pactl,
      case .ended(0, let said) = BoundedProcess.run(
        pactl, ["--format=json", "list", what], limitSeconds: ServerSinks.limitSeconds, errors: false)
    else { return nil }
    return try? JSONValue.parse(Array(said.utf8))
  }

  /// The sink of the newest stream of `processID` in what `pactl list sink-inputs` says.
  static func sinkIndex(ofStreams streams: JSONValue, processID: Int32) -> Int64? {
    streams.array?.filter {
      $0["properties"]?["application.process.id"]?.string == String(processID)
    }.max { ($0["index"]?.integer ?? 0) < ($1["index"]?.integer ?? 0) }?["sink"]?.integer
  }

  /// The first sink in what `pactl list sinks` says that `isWanted`.
  static func sink(in sinks: JSONValue, where isWanted: (JSONValue) -> Bool) -> ServerSink? {
    guard let sink = sinks.array?.first(where: isWanted), let name = sink["name"]?.string else { return nil }
    let properties = sink["properties"]
    let isBluetooth =
      name.hasPrefix("bluez_") || properties?["device.api"]?.string?.hasPrefix("bluez") == true
      || properties?["device.bus"]?.string == "bluetooth"
    let ports = [sink["active_port"]?.string, properties?["device.profile.name"]?.string]
    let volumes = (sink["volume"]?.object?.members ?? []).map { $0.value["value"]?.integer }
    return ServerSink(
      name: name, description: sink["description"]?.string ?? name, isBluetooth: isBluetooth,
      isScreen: ServerSink.isScreen([name] + ports.compactMap { $0 }),
      isDevice: isBluetooth || sink["flags"]?.array?.contains { $0.string == "HARDWARE" } ?? true,
      isMuted: sink["mute"]?.bool == true || (!volumes.isEmpty && volumes.allSatisfy { $0 == 0 }))
  }
}
