import CSndfile

/// Writes clips as sound files.
public enum ClipFile {
  /// Writes `clip` to `path` as WAV of 16 bits, mono, 48 kHz, through libsndfile. A file that is played
  /// as a recording goes through the clips' recipe like any. Errors: `unreadable`, with libsndfile's reason.
  public static func write(_ clip: Clip, to path: String) throws(ClipError) {
    var info = SF_INFO()
    info.samplerate = Int32(Clip.rateHz)
    info.channels = 1
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw .unreadable(file: path, reason: String(cString: sf_strerror(nil)))
    }
    let samples = clip.samples.map(SampleFormat.int16)
    let written = sf_write_short(file, samples, sf_count_t(samples.count))
    let reason = written == samples.count ? nil : String(cString: sf_strerror(file))
    guard sf_close(file) == 0, reason == nil else {
      throw .unreadable(file: path, reason: reason ?? "it could not be closed")
    }
  }
}
