import MotionCore

/// What an output plays: silence, and the clips mixed into it at computed frames. Pure: it knows no PCM, no thread and
/// no clock, only frame numbers and a `FrameClock`.
///
/// A request waits until its first frame is at most two periods ahead of what has been rendered; then its frame is
/// fixed from the newest fit. Since a whole buffer lies before the frame that is rendered, that is
/// at least one buffer and one period before it is heard, and no earlier.
struct PlaybackCore {
  /// A cut sound fades within 2 ms.
  static let cutFrames = 2 * Clip.rateHz / 1000
  /// A sound as soon as possible waits for a usable frame clock, but no longer than this many frames (half a second).
  static let patienceFrames = Int64(Clip.rateHz / 2)

  struct Placed {
    var request: SoundRequest
    var start: Int64
    var late: Bool
    /// Frame from which it fades; nil while it plays to its end.
    var cutAt: Int64?
    var isCommitted = false

    var end: Int64 {
      let whole = start + Int64(request.clip.samples.count)
      return cutAt.map { min(whole, $0 + Int64(PlaybackCore.cutFrames)) } ?? whole
    }
    var onset: Int64 { start + Int64(request.clip.onsetFrame) }
  }

  struct Waiting {
    var request: SoundRequest
    /// Frames rendered when it came.
    var since: Int64
  }

  let periodFrames: Int
  let channels: Int
  /// Between a frame's leaving the output and its being heard, as measured for the device.
  var latency: Duration
  /// The next frame to render.
  private(set) var rendered: Int64 = 0
  private(set) var waiting: [Waiting] = []
  private(set) var placed: [Placed] = []
  /// The frame after the last one that any sound rendered so far has: silence since then.
  private(set) var silentFrom: Int64 = 0
  private var mix: [Float]

  init(periodFrames: Int, channels: Int, latency: Duration) {
    self.periodFrames = periodFrames
    self.channels = channels
    self.latency = latency
    mix = Array(repeating: 0, count: periodFrames)
    waiting.reserveCapacity(64)
    placed.reserveCapacity(64)
  }

  /// True while any sound is still to be heard.
  var isSounding: Bool { !placed.isEmpty }

  mutating func add(_ request: SoundRequest) {
    waiting.append(Waiting(request: request, since: rendered))
  }

  /// Renders one period of interleaved frames into `output` (`periodFrames` × `channels` samples).
  mutating func render(into output: UnsafeMutableBufferPointer<Int16>, clock: FrameClock) {
    place(clock: clock)
    for index in mix.indices { mix[index] = 0 }
    for sound in placed { add(sound) }
    if silentFrom <= rendered { keepAwake() }
    for frame in 0..<periodFrames {
      let value = SampleFormat.int16(mix[frame])
      for channel in 0..<channels { output[frame * channels + channel] = value }
    }
    rendered += Int64(periodFrames)
  }

  /// Two samples of the smallest step, up and down, in a period of nothing else: −90 dB, which nobody hears. Converters
  /// and amplifiers that mute, or go to sleep, after a run of zeros swallow the beginning of what follows.
  private mutating func keepAwake() {
    guard periodFrames >= 2 else { return }
    mix[0] = 1 / 32_767
    mix[1] = -1 / 32_767
  }

  /// Fixes the frame of every waiting sound whose time has come.
  private mutating func place(clock: FrameClock) {
    guard !waiting.isEmpty else { return }
    let horizon = rendered + 2 * Int64(periodFrames)
    waiting.removeAll { entry in
      let wanted: Int64
      if let onsetAt = entry.request.onsetAt {
        guard let frame = clock.frame(at: onsetAt - latency) else { return false }
        wanted = frame - Int64(entry.request.clip.onsetFrame)
        guard wanted < horizon else { return false }
      } else {
        guard clock.isUsable || rendered - entry.since > PlaybackCore.patienceFrames else { return false }
        wanted = rendered
      }
      placed.append(Placed(request: entry.request, start: max(wanted, rendered), late: wanted < rendered))
      return true
    }
  }

  private mutating func add(_ sound: Placed) {
    let first = max(sound.start, rendered)
    let last = min(sound.end, rendered + Int64(periodFrames))
    guard first < last else { return }
    silentFrom = max(silentFrom, last)
    sound.request.clip.samples.withUnsafeBufferPointer { samples in
      for frame in first..<last {
        var value = samples[Int(frame - sound.start)]
        if let cutAt = sound.cutAt, frame >= cutAt {
          value *= 1 - Float(frame - cutAt + 1) / Float(PlaybackCore.cutFrames)
        }
        mix[Int(frame - rendered)] += value
      }
    }
  }

  /// Marks the sounds whose first frame is among the `written` frames handed over so far, and returns them.
  mutating func commit(upTo written: Int64) -> [Placed] {
    guard placed.contains(where: { !$0.isCommitted && $0.start < written }) else { return [] }
    var committed: [Placed] = []
    for index in placed.indices where !placed[index].isCommitted && placed[index].start < written {
      placed[index].isCommitted = true
      committed.append(placed[index])
    }
    return committed
  }

  /// Removes and returns the sounds whose last frame has left when the frames before `position` have. One that was
  /// cut is among them only in so far as its report was not given when it was cut.
  mutating func finish(upTo position: Int64) -> [Placed] {
    guard placed.contains(where: { $0.end <= position }) else { return [] }
    let finished = placed.filter { $0.end <= position && $0.cutAt == nil }
    placed.removeAll { $0.end <= position }
    return finished
  }

  /// Drops every waiting sound, and cuts those that play with a short ramp from the next frame to be rendered. Returns
  /// the ids of all that are cancelled by it, and of those whose first frames leave without the word's onset.
  mutating func cancelAll() -> (cancelled: [Int], unheard: [Int]) {
    var ids: [Int] = []
    var unheard: [Int] = []
    placed.removeAll { sound in
      guard sound.start >= rendered else { return false }
      ids.append(sound.request.id)
      return true
    }
    for index in placed.indices where placed[index].cutAt == nil && placed[index].end > rendered {
      placed[index].cutAt = rendered
      if placed[index].onset < rendered {
        ids.append(placed[index].request.id)
      } else {
        unheard.append(placed[index].request.id)
      }
    }
    ids += waiting.map(\.request.id)
    waiting.removeAll(keepingCapacity: true)
    return (ids, unheard)
  }

  /// The output stopped after the frames before `position`, and starts again with the next frame rendered. Sounds
  /// whose onset had not left have no trustworthy time: they are removed and returned. One that
  /// was fixed but not begun goes back to wait for the new frame clock.
  mutating func interrupt(at position: Int64) -> [Placed] {
    var failed: [Placed] = []
    placed.removeAll { sound in
      guard sound.onset >= position || sound.start >= rendered else { return false }
      if sound.isCommitted || sound.start < rendered {
        if sound.cutAt == nil { failed.append(sound) }
      } else {
        waiting.append(Waiting(request: sound.request, since: rendered))
      }
      return true
    }
    return failed
  }
}
