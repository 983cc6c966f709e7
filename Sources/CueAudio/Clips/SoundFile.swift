import CSampleRate
import CSndfile

/// Reads audio files through libsndfile, as mono of 48 kHz.
enum SoundFile {
  /// The samples of `path`, its channels averaged, resampled by libsamplerate's best converter. Errors: `unreadable`,
  /// `empty`, `tooLong`, `clipped` where peaks are cut off and `refuseClipped`.
  static func samples(path: String, refuseClipped: Bool) throws(ClipError) -> [Float] {
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else {
      throw .unreadable(file: path, reason: String(cString: sf_strerror(nil)))
    }
    defer { sf_close(file) }
    let channels = Int(info.channels)
    let rate = Int(info.samplerate)
    guard info.frames > 0 else { throw .empty(source: path) }
    let seconds = Double(info.frames) / Double(rate)
    guard seconds <= Double(ClipAnalysis.longestSeconds) else {
      throw .tooLong(source: path, seconds: seconds)
    }
    var interleaved = [Float](repeating: 0, count: Int(info.frames) * channels)
    let read = Int(sf_readf_float(file, &interleaved, info.frames))
    guard read > 0 else { throw .unreadable(file: path, reason: String(cString: sf_strerror(file))) }
    guard interleaved.allSatisfy(\.isFinite) else {
      throw .unreadable(file: path, reason: "it has samples that are not numbers")
    }
    if refuseClipped, let frame = ClipAnalysis.clippedFrame(interleaved) {
      throw .clipped(source: path, at: .nanoseconds(Int64(frame / channels) * 1_000_000_000 / Int64(rate)))
    }
    let mono = (0..<read).map { frame in
      interleaved[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
    }
    return rate == Clip.rateHz ? mono : try resampled(mono, fromHz: rate, source: path)
  }

  private static func resampled(
    _ samples: [Float], fromHz rate: Int, source: String
  ) throws(ClipError) -> [Float] {
    let ratio = Double(Clip.rateHz) / Double(rate)
    guard src_is_valid_ratio(ratio) != 0 else {
      throw .unreadable(file: source, reason: "its rate of \(rate) Hz cannot be converted")
    }
    var output = [Float](repeating: 0, count: Int((Double(samples.count) * ratio).rounded(.up)) + 16)
    var generated = 0
    let code = samples.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var data = SRC_DATA()
        data.data_in = input.baseAddress
        data.input_frames = input.count
        data.data_out = output.baseAddress
        data.output_frames = output.count
        data.src_ratio = ratio
        let code = src_simple(&data, Int32(SRC_SINC_BEST_QUALITY), 1)
        generated = data.output_frames_gen
        return code
      }
    }
    guard code == 0 else {
      throw .unreadable(file: source, reason: String(cString: src_strerror(code)))
    }
    return Array(output.prefix(generated))
  }
}
