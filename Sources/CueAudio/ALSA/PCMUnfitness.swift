import MotionCore

/// Why a PCM that opened cannot play, or record, as needed.
public enum PCMUnfitness: Hashable, Sendable {
  case rate(hertz: Int, asked: Int)
  case channels(Int, asked: Int)
  case shortBuffer(frames: Int, period: Int)
  case sampleFormat
  case otherClock
  case noMonitor
}

extension PCMUnfitness: CatalogueMessage {
  public static let section = MessageSection(
    "sound-unfit", "Sound devices that cannot be used", .error, .result)
  public static let examples: [PCMUnfitness] = [
    .rate(hertz: 44_100, asked: 48_000), .channels(128, asked: 2), .shortBuffer(frames: 512, period: 480),
    .sampleFormat, .otherClock, .noMonitor,
  ]

  public var wording: MessageWording {
    let convert = "let ALSA convert: plughw:… in place of hw:…; `drillrunner devices` lists the outputs"
    return switch self {
    case .rate(let hertz, let asked):
      MessageWording(
        "it plays at \(hertz) Hz, not at \(asked) Hz", cause: "the hardware has no such rate", next: convert)
    case .channels(let count, let asked):
      MessageWording(
        "it has \(count) channels, not \(asked)", cause: "the hardware has no stereo", next: convert)
    case .shortBuffer(let frames, let period):
      MessageWording(
        "its buffer of \(frames) frames is too short for periods of \(period) frames",
        cause: "its driver grants less than was asked for", next: convert)
    case .sampleFormat:
      MessageWording(
        "it does not take interleaved 16-bit samples", cause: "the hardware has another sample format",
        next: convert)
    case .otherClock:
      MessageWording(
        "its time stamps are not on the monotonic clock",
        cause: "its plugin or driver stamps otherwise or not at all",
        next: "choose another output: `drillrunner devices` lists them")
    case .noMonitor:
      MessageWording(
        "the output is no sink of a sound server that pactl can name",
        cause: "only what a sound server mixes has a monitor",
        next: "record with a cable or a microphone: --record PCM; or install pulseaudio-utils")
    }
  }
}
