import CSampleRate
import CSndfile
import Glibc
import MotionCore

/// Reads audio files through libsndfile, as mono of 48 kHz.
enum SoundFile {
  /// What a recording may have; a header that claims more would ask for memory without end.
  static let largestRateHz = 384_000
  static let mostChannels = 32

  /// What a file held before it was converted.
  struct Source: Hashable, Sendable {
    var rateHz: Int
    var channels: Int
  }

  /// The samples of `path`, its channels averaged, resampled by libsamplerate's best converter, and what the file
  /// held. Errors: `notAFile` for pipes, devices and folders, which are never opened; `unreadable`, `empty`,
  /// `tooLong`, `clipped` where peaks are cut off and `refuseClipped`.
  static func samples(
    path: String, refuseClipped: Bool, calls: SoundCalls = SoundCalls()
  ) throws(ClipError) -> (samples: [Float], source: Source) {
    let descriptor = try open(path, calls)
    defer { calls.close(descriptor) }
    var info = SF_INFO()
    guard let file = calls.openSound(descriptor, &info) else {
      throw .noSoundFile(file: path, said: String(cString: sf_strerror(nil)))
    }
    defer { calls.closeSound(file) }
    let channels = Int(info.channels)
    let rate = Int(info.samplerate)
    guard info.frames > 0 else { throw .empty(source: path) }
    guard (1...largestRateHz).contains(rate), (1...mostChannels).contains(channels) else {
      throw .wrongFormat(file: path, channels: channels, rateHz: rate)
    }
    let seconds = Double(info.frames) / Double(rate)
    guard seconds <= Double(ClipAnalysis.longestSeconds) else {
      throw .tooLong(source: path, seconds: seconds)
    }
    var interleaved = [Float](repeating: 0, count: Int(info.frames) * channels)
    let read = calls.read(file, &interleaved, frames: Int(info.frames))
    guard read == Int(info.frames) else {
      let said = String(cString: sf_strerror(file))
      throw .cutShort(file: path, read: max(0, read), frames: Int64(info.frames), said: said)
    }
    guard interleaved.allSatisfy(\.isFinite) else {
      throw .notNumbers(file: path)
    }
    if refuseClipped, let frame = ClipAnalysis.clippedFrame(interleaved) {
      throw .clipped(source: path, at: .nanoseconds(Int64(frame / channels) * 1_000_000_000 / Int64(rate)))
    }
    let mono = (0..<read).map { frame in
      interleaved[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
    }
    let source = Source(rateHz: rate, channels: channels)
    return (rate == Clip.rateHz ? mono : try resampled(mono, fromHz: rate, source: path, calls), source)
  }

  /// The samples of a file of 16 bits, mono, 48 kHz, as they stand in it. Errors: `notAFile`, `unreadable`, `notPackaged`
  /// for a file of another form, `framesMissing`, `empty`, `tooLong`.
  static func pcm(path: String, calls: SoundCalls = SoundCalls()) throws(ClipError) -> [Int16] {
    let descriptor = try open(path, calls)
    defer { calls.close(descriptor) }
    var info = SF_INFO()
    guard let file = calls.openSound(descriptor, &info) else {
      throw .unreadable(file: path, reason: "libsndfile: \(String(cString: sf_strerror(nil)))")
    }
    defer { calls.closeSound(file) }
    guard info.frames > 0 else { throw .empty(source: path) }
    let depth = Int(info.format) & Int(SF_FORMAT_SUBMASK)
    guard info.channels == 1, info.samplerate == Int32(Clip.rateHz), depth == Int(SF_FORMAT_PCM_16)
    else {
      throw .notPackaged(file: path)
    }
    let seconds = Double(info.frames) / Double(Clip.rateHz)
    guard seconds <= Double(ClipAnalysis.longestSeconds) else {
      throw .tooLong(source: path, seconds: seconds)
    }
    var pcm = [Int16](repeating: 0, count: Int(info.frames))
    let read = calls.read(file, &pcm, frames: pcm.count)
    guard read == pcm.count else {
      throw .framesMissing(file: path, read: max(0, read), frames: pcm.count)
    }
    return pcm
  }

  /// Opens a regular file. Anything else is refused by its status, before it is opened: a pipe would wait for its
  /// other end, and a device may do anything. What was opened is looked at again.
  private static func open(_ path: String, _ calls: SoundCalls) throws(ClipError) -> Int32 {
    var status = stat()
    try require(calls.status(at: path, &status), path)
    try requireRegular(status, path)
    let descriptor = calls.open(path)
    try require(min(0, descriptor), path)
    do throws(ClipError) {
      try require(calls.status(of: descriptor, &status), path)
      try requireRegular(status, path)
    } catch {
      calls.close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func require(_ code: Int32, _ path: String) throws(ClipError) {
    guard code >= 0 else { throw .unreadable(file: path, reason: systemErrorText(-code)) }
  }

  private static func requireRegular(_ status: stat, _ path: String) throws(ClipError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFIFO: throw .notAFile(path: path, kind: "a named pipe")
    case S_IFDIR: throw .notAFile(path: path, kind: "a folder")
    case S_IFSOCK: throw .notAFile(path: path, kind: "a socket")
    default: throw .notAFile(path: path, kind: "a device")
    }
  }

  private static func resampled(
    _ samples: [Float], fromHz rate: Int, source: String, _ calls: SoundCalls
  ) throws(ClipError) -> [Float] {
    let ratio = Double(Clip.rateHz) / Double(rate)
    guard src_is_valid_ratio(ratio) != 0 else {
      throw .rateNotConvertible(file: source, rateHz: rate)
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
        let code = calls.resample(&data)
        generated = data.output_frames_gen
        return code
      }
    }
    guard code == 0 else {
      let said = src_strerror(code).map { String(cString: $0) } ?? "code \(code)"
      throw .conversionFailed(file: source, said: said)
    }
    return Array(output.prefix(generated))
  }

  /// Writes a clip as a file of 16 bits, FLAC where the name ends in .flac and WAV else, whole or not at all. Errors: `notWritten`.
  static func write(_ clip: Clip, to path: String, calls: SoundCalls = SoundCalls()) throws(ClipError) {
    let part = path + ".part"
    var info = SF_INFO()
    info.samplerate = Int32(Clip.rateHz)
    info.channels = 1
    info.format = Int32(
      (path.hasSuffix(".flac") ? SF_FORMAT_FLAC : SF_FORMAT_WAV) | SF_FORMAT_PCM_16)
    guard let file = calls.create(part, &info) else {
      throw .notWritten(path: path, reason: "libsndfile: \(String(cString: sf_strerror(nil)))")
    }
    let pcm = clip.samples.map(SampleFormat.int16)
    let written = calls.write(file, pcm)
    let reason = String(cString: sf_strerror(file))
    calls.closeSound(file)
    guard written == pcm.count, rename(part, path) == 0 else {
      unlink(part)
      throw .notWritten(path: path, reason: written == pcm.count ? systemErrorText(errno) : reason)
    }
  }
}
