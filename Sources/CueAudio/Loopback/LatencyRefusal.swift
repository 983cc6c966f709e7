import MotionCore

/// Why a recording does not support a latency. No number is reported then.
package enum LatencyRefusal: DiagnosedError, Hashable {
  /// Nothing in it is louder than −60 dB of full scale.
  case silent
  /// Samples at full scale: the loudest part of the clicks is cut off, and with it their shape.
  case clipped(samples: Int)
  case missing(played: Int, heard: Int)
  /// More clicks were heard than played: another program, or an echo that is as clear as the click.
  case extra(played: Int, heard: Int)
  case noisy(correlation: Double)
  /// An echo is as loud as the click, so that either may have been taken for it.
  case echo(ratio: Double)
  // The time line of the output or the recorder was broken.
  case recorderLostSound(times: Int)
  case outputRanDry(times: Int)
  case outputLost(reason: String)
  case notAllLeft(Int, of: Int)
  /// The lag changes all the time: the clocks of output and recorder were not told apart.
  case drifting(ppm: Double)
  case unsteady(sdMs: Double)
  /// Each opening has another lag.
  case unrepeatable(lagsMs: [Double])
  case implausible(lagMs: Double)

  /// Whether the same once more may well succeed.
  var isInterruption: Bool {
    switch self {
    case .recorderLostSound, .outputRanDry, .outputLost, .notAllLeft: true
    default: false
    }
  }

  package var failure: String { "the recording does not support a latency; nothing was stored" }

  package var cause: String {
    switch self {
    case .silent: "it is silent: nothing in it is louder than −60 dB"
    case .clipped(let samples): "it is clipped: \(samples) samples are at full scale"
    case .missing(let played, let heard): "\(played) clicks were played, and \(heard) were heard"
    case .extra(let played, let heard):
      "\(played) clicks were played, and \(heard) sounds like them were heard"
    case .noisy(let correlation):
      "it is too noisy: the clicks in it are \(LatencyRefusal.percent(correlation)) like those that were played, "
        + "and \(LatencyRefusal.percent(LatencyAnalysis.leastMedianCorrelation)) are needed"
    case .echo(let ratio):
      "an echo has \(LatencyRefusal.percent(ratio)) of the click's strength, so that one may be taken for the other"
    case .recorderLostSound(let times): "the recorder lost sound \(times) times"
    case .outputRanDry(let times): "the output ran dry \(times) times"
    case .outputLost(let reason): reason
    case .notAllLeft(let left, let all): "\(left) of \(all) clicks left the output"
    case .drifting(let ppm): "the lag drifts by \(LatencyRefusal.number(ppm)) µs a second"
    case .unsteady(let sd): "the lag is not constant: its SD is \(LatencyRefusal.number(sd)) ms"
    case .unrepeatable(let lags):
      "the lag is another at every opening of the output: "
        + lags.map { LatencyRefusal.number($0) }.joined(separator: ", ") + " ms"
    case .implausible(let lag): "a lag of \(LatencyRefusal.number(lag)) ms is none that an output can have"
    }
  }

  package var remedy: String? {
    switch self {
    case .silent:
      "connect the loop cable, or move the microphone to the loudspeaker; unmute the input (alsamixer, F4)"
    case .clipped: "lower the input's gain (alsamixer, F4), or the volume"
    case .missing: "raise the volume or the gain, and let nothing be noisy meanwhile"
    case .extra: "end what plays beside it, and try again; a cable has no echo"
    case .noisy: "raise the volume, move the microphone closer, or use a cable"
    case .echo: "move the microphone closer to the loudspeaker, or use a cable"
    case .recorderLostSound, .outputRanDry, .outputLost, .notAllLeft:
      "end programs that keep the machine busy, and try again"
    case .drifting, .unsteady, .unrepeatable:
      "end programs that keep the machine busy, and try again; an output that stays so cannot be used for reaction\n"
        + "times"
    case .implausible: "check that --record hears the output that plays"
    }
  }

  private static func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }

  static func number(_ value: Double) -> String {
    let thousandths = Int((abs(value) * 1000).rounded())
    let rest = String(thousandths % 1000)
    return (value < 0 ? "−" : "") + "\(thousandths / 1000)."
      + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

extension LatencyRefusal: CatalogueMessage {
  package static let section = MessageSection("latency", "Recordings that support no latency", .error)
  package static let examples: [LatencyRefusal] = [
    .silent, .clipped(samples: 96), .missing(played: 60, heard: 12), .extra(played: 60, heard: 71),
    .noisy(correlation: 0.62), .echo(ratio: 0.97), .recorderLostSound(times: 2), .outputRanDry(times: 1),
    .outputLost(reason: "the sound card was unplugged or its driver removed"), .notAllLeft(41, of: 60),
    .drifting(ppm: 220), .unsteady(sdMs: 4.2), .unrepeatable(lagsMs: [12.3, 31.8, 22.4]),
    .implausible(lagMs: -180),
  ]
}
