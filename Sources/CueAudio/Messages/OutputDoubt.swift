import MotionCore

/// Why the time stamps of an output are not those of hardware.
public enum OutputDoubt: Hashable, Sendable {
  case fewStamps
  case inFuture
  case stampsBackwards
  case positionBackwards
  case stampsStandStill
  case wrongRate(frames: Int, nominal: Int)
}

extension OutputDoubt: CatalogueMessage {
  public static let section = MessageSection(
    "output-doubt", "Why an output is not of the hardware class", .result, .view)
  public static let examples: [OutputDoubt] = [
    .fewStamps, .inFuture, .stampsBackwards, .positionBackwards, .stampsStandStill,
    .wrongRate(frames: 9_600, nominal: 4_800),
  ]

  public var wording: MessageWording {
    let next = "use another card for times to a millisecond, or measure this one with `drillrunner latency`"
    func doubt(_ text: String, _ cause: String) -> MessageWording {
      MessageWording(text, cause: cause, next: next)
    }
    return switch self {
    case .fewStamps: doubt("it gave too few time stamps", "its position did not move while it was tried")
    case .inFuture:
      doubt("its time stamps lie in the future", "they are not of CLOCK_MONOTONIC, or somebody's guess")
    case .stampsBackwards: doubt("its time stamps go backwards", "no clock of hardware does")
    case .positionBackwards: doubt("its position goes backwards", "no converter plays backwards")
    case .stampsStandStill: doubt("its time stamps stand still", "they are not renewed with the position")
    case .wrongRate(let frames, let nominal):
      doubt(
        "its position moves \(frames) frames in the time of \(nominal)",
        "it tells what it took, not what left: it is emulated, or a server")
    }
  }
}

/// Why the thread that plays has no real-time priority.
public enum PriorityRefusal: Hashable, Sendable {
  case behindServer
  case refused(cause: String)
}

extension PriorityRefusal: CatalogueMessage {
  public static let section = MessageSection(
    "priority", "Real-time priority that was not given", .result, .file)
  public static let examples: [PriorityRefusal] = [.behindServer, .refused(cause: "Operation not permitted")]

  public var wording: MessageWording {
    switch self {
    case .behindServer:
      MessageWording(
        "behind a sound server it causes underruns, since the server's own thread has to wait",
        cause: "the output is of the server class", next: "use a card directly: --audio with a hw: name")
    case .refused(let cause):
      MessageWording(
        "\(cause); allow it with a line “@audio - rtprio 20” in /etc/security/limits.d/audio.conf",
        cause: "the system gives it to no program of this user", next: "add that line, and log in again")
    }
  }
}

/// Why a sound that was to be played has no time.
public enum SoundFailure: Hashable, Sendable {
  case interrupted
  case cutBeforeOnset
}

extension SoundFailure: CatalogueMessage {
  public static let section = MessageSection("sound-failure", "Sounds that failed", .file, .view)
  public static let examples: [SoundFailure] = [.interrupted, .cutBeforeOnset]

  public var wording: MessageWording {
    switch self {
    case .interrupted:
      MessageWording(
        "the sound was interrupted before or at its onset",
        cause: "the output ran empty or was restarted just then",
        next: "end other programs, or start with --realtime")
    case .cutBeforeOnset:
      MessageWording(
        "the sound was cut before its onset", cause: "the run was paused or stopped just then",
        next: "nothing: what was paused is repeated")
    }
  }
}
