import CALSA

/// The state of a PCM (snd_pcm_state_t, alsa/pcm.h).
struct PCMState: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt32

  static let open = PCMState(rawValue: SND_PCM_STATE_OPEN.rawValue)
  static let setup = PCMState(rawValue: SND_PCM_STATE_SETUP.rawValue)
  static let prepared = PCMState(rawValue: SND_PCM_STATE_PREPARED.rawValue)
  static let running = PCMState(rawValue: SND_PCM_STATE_RUNNING.rawValue)
  static let underrun = PCMState(rawValue: SND_PCM_STATE_XRUN.rawValue)
  static let draining = PCMState(rawValue: SND_PCM_STATE_DRAINING.rawValue)
  static let paused = PCMState(rawValue: SND_PCM_STATE_PAUSED.rawValue)
  static let suspended = PCMState(rawValue: SND_PCM_STATE_SUSPENDED.rawValue)
  static let disconnected = PCMState(rawValue: SND_PCM_STATE_DISCONNECTED.rawValue)
}

/// One reading of a PCM (snd_pcm_status). All members belong to the same instant.
struct PCMStatus: Hashable, Sendable {
  var state: PCMState
  /// When it was taken, ns of CLOCK_MONOTONIC; 0 where the PCM has not stamped yet.
  var timestampNs: Int64
  /// Frames written that have not left the output yet.
  var delay: Int
  /// Frames that can be written now.
  var available: Int
}
