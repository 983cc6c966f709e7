import MotionCore

/// What the line that names an output says of its times.
public enum OutputRemark: Hashable, Sendable {
  case latency(milliseconds: String)
  /// The constant was recorded from the server's monitor.
  case latencyOfServer(milliseconds: String)
  case latencyOfBluetooth
  case latencyNotMeasured
  case notHardware(OutputDoubt)
  case silentSimulated
  case silent
}

extension OutputRemark: CatalogueMessage {
  public static let section = MessageSection(
    "output-line", "What is said of an output's times", .result, .view)
  public static let examples: [OutputRemark] = [
    .latency(milliseconds: "12.31"), .latencyOfServer(milliseconds: "0.18"), .latencyOfBluetooth,
    .latencyNotMeasured,
    .notHardware(.stampsStandStill),
    .silentSimulated, .silent,
  ]

  public var wording: MessageWording {
    let measure = "measure it with `drillrunner latency`"
    return switch self {
    case .latency(let milliseconds):
      MessageWording(
        "measured latency \(milliseconds) ms", cause: "it was measured with `drillrunner latency`",
        next: "measure again after a change of card, cable or settings")
    case .latencyOfServer(let milliseconds):
      MessageWording(
        "measured latency \(milliseconds) ms of the sound server alone: what the device adds is not in it",
        cause: "it was recorded from the server's monitor, which comes before the device",
        next: "measure with a cable or a microphone: `drillrunner latency --record PCM`")
    case .latencyOfBluetooth:
      MessageWording(
        "Bluetooth: the audible time is unknown until `drillrunner latency` has measured it",
        cause: "a headset delays by a time that it tells nobody", next: measure)
    case .latencyNotMeasured:
      MessageWording("latency not measured", cause: "nothing is stored of this output", next: measure)
    case .notHardware(let doubt):
      MessageWording(
        "not of the hardware class, for \(doubt.text)", cause: doubt.wording.cause,
        next: doubt.wording.nextStep)
    case .silentSimulated:
      MessageWording(
        "silent, cues count as heard when scheduled", cause: "a simulated rider hears them without a sound",
        next: "use it to try things out, never as a result")
    case .silent:
      MessageWording(
        "silent, audible times unknown", cause: "--audio none plays nothing",
        next: "run with sound for latencies")
    }
  }
}
