import Glibc
import MotionCore

/// Why sound cannot be had, or was lost. Every case names the PCM.
public enum AudioError: DiagnosedError, Hashable {
  /// No PCM of that name (ENOENT, ENODEV at open).
  case unknownDevice(pcm: String)
  /// A sound-server plugin found no server (ECONNREFUSED).
  case noServer(pcm: String)
  /// Another program plays on it (EBUSY).
  case busy(pcm: String)
  /// The user may not open it (EACCES, EPERM).
  case permissionDenied(pcm: String)
  /// It opened, but cannot play as needed.
  case unsuitable(pcm: String, PCMUnfitness)
  /// It takes frames as fast as they come: nothing is heard (the `null` and `file` PCMs).
  case notPaced(pcm: String)
  /// The card was pulled out (EBADFD, ENODEV while it played).
  case unplugged(pcm: String)
  /// The sound server went away (EIO while it played).
  case serverGone(pcm: String)
  /// No frame was taken for so long: a suspended sink, a dead PipeWire.
  case stalled(pcm: String, milliseconds: Int)
  /// The sound server or the driver does not answer.
  case noAnswer(pcm: String, milliseconds: Int)
  /// Another device opened than the one that was named.
  case otherDevice(pcm: String, wanted: String, opened: String)
  /// The sound server plays on another sink than the one that was opened.
  case moved(pcm: String, from: String, to: String)
  /// Any other code of alsa-lib.
  case call(pcm: String, name: String, code: Int32)

  /// The error behind a code of snd_pcm_open(3).
  static func opening(_ pcm: String, code: Int32) -> AudioError {
    switch -code {
    case ENOENT, ENODEV, ENXIO: .unknownDevice(pcm: pcm)
    case ECONNREFUSED: .noServer(pcm: pcm)
    case EBUSY: .busy(pcm: pcm)
    case EACCES, EPERM: .permissionDenied(pcm: pcm)
    default: .call(pcm: pcm, name: "snd_pcm_open", code: code)
    }
  }

  /// The error behind a code of a call on a PCM that has played.
  static func playing(_ pcm: String, call: String, code: Int32) -> AudioError {
    switch -code {
    case ENODEV, EBADFD: .unplugged(pcm: pcm)
    case EIO, ECONNREFUSED: .serverGone(pcm: pcm)
    default: .call(pcm: pcm, name: call, code: code)
    }
  }

  public var failure: String {
    switch self {
    case .unknownDevice(let pcm), .noServer(let pcm), .busy(let pcm), .permissionDenied(let pcm),
      .noAnswer(let pcm, _), .otherDevice(let pcm, _, _):
      "cannot open sound output “\(pcm)”"
    case .unsuitable(let pcm, _), .notPaced(let pcm): "cannot use sound output “\(pcm)”"
    case .unplugged(let pcm), .serverGone(let pcm), .stalled(let pcm, _), .moved(let pcm, _, _):
      "sound output “\(pcm)” was lost"
    case .call(let pcm, let name, _): "\(name) failed on sound output “\(pcm)”"
    }
  }

  public var cause: String {
    switch self {
    case .unknownDevice: "there is no such device"
    case .noServer: "the sound server does not run, or refuses the connection"
    case .busy: "another program uses it"
    case .permissionDenied: "permission denied"
    case .unsuitable(_, let reason): reason.text
    case .notPaced: "it takes sound faster than real time, so nothing is heard"
    case .unplugged: "the sound card was unplugged or its driver removed"
    case .serverGone: "the sound server ended, or removed the output"
    case .stalled(_, let milliseconds):
      "it took no sound for \(milliseconds) ms; the output may be suspended, or its server dead"
    case .otherDevice(_, let wanted, let opened): "\(opened) opened in place of \(wanted)"
    case .moved(_, let from, let to): "the sound server moved the sound from \(from) to \(to)"
    case .noAnswer(_, let milliseconds): "no answer within \(milliseconds) ms"
    case .call(_, _, let code): systemErrorText(-code)
    }
  }

  public var remedy: String? {
    let choose = "list the outputs with `drillrunner devices` and choose one with --audio PCM"
    return switch self {
    case .unknownDevice: choose + ", or run silently with --audio none"
    case .noServer:
      "start PulseAudio or PipeWire (`systemctl --user start pulseaudio` or `pipewire-pulse`),\n"
        + "or play on a card directly: --audio plughw:0"
    case .busy: "end the program that plays on it (`fuser -v /dev/snd/*` names it), or " + choose
    case .permissionDenied:
      "add yourself to the group audio: `sudo usermod -aG audio $USER`, then log in again"
    case .unsuitable: "let ALSA convert: use plughw:… in place of hw:…, or " + choose
    case .notPaced: choose + ";\nto run without sound on purpose use --audio none"
    case .unplugged: "plug the card in again and start a new run"
    case .serverGone: "restart the sound server, check it with `drillrunner devices`, and start a new run"
    case .stalled: "wake the output (`pactl suspend-sink @DEFAULT_SINK@ 0`), or restart the sound server"
    case .noAnswer: "restart the sound server, or " + choose
    case .otherDevice: choose
    case .moved: "connect the output again, and do not change the default output during a run"
    case .call: choose
    }
  }
}

extension AudioError: CatalogueMessage {
  public static let section = MessageSection("sound", "Sound outputs", .error, .result)
  public static let examples: [AudioError] = [
    .unknownDevice(pcm: "plughw:Headset"), .noServer(pcm: "default"), .busy(pcm: "hw:0"),
    .permissionDenied(pcm: "hw:0"), .unsuitable(pcm: "hw:0", .channels(128, asked: 2)),
    .notPaced(pcm: "null"),
    .unplugged(pcm: "plughw:Headset"), .serverGone(pcm: "default"),
    .stalled(pcm: "default", milliseconds: 2000),
    .noAnswer(pcm: "default", milliseconds: 6000),
    .otherDevice(pcm: "sink:headset", wanted: "sink:headset", opened: "sink:monitor"),
    .moved(pcm: "default", from: "sink:headset", to: "sink:monitor"),
    .call(pcm: "default", name: "snd_pcm_hw_params", code: -22),
  ]
}
