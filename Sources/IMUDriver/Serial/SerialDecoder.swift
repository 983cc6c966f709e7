import MotionCore

/// What stands at the front of the bytes.
enum FrameMatch: Hashable, Sendable {
  /// It may become a frame; more bytes are needed.
  case incomplete
  /// No frame begins here. `damaged`: it began like one and its checksum is wrong.
  case mismatch(damaged: Bool)
  /// So many bytes hold nothing of use and are left out whole: a line that is no measurement.
  case leaveOut(Int, damaged: Bool)
  /// So many bytes are a frame.
  case frame(Int)
}

/// One protocol: how its frames are told from noise, and what they say. Pure: bytes in, frames out.
protocol SerialFraming: Sendable {
  /// The device clock that its frames may carry; nil where the protocol has none.
  var clock: ClockDescription? { get }
  /// At which count the packet counter returns to zero; nil where there is none.
  var counterWrapsAt: Int64? { get }
  /// Whether text between frames is part of normal life.
  var toleratesText: Bool { get }
  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch
  /// Reads a frame that `match` has found. `start` is the number of its first byte in the byte stream,
  /// `follows` says whether it begins where the last one ended.
  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame]
  /// Forgets what came before: bytes have been thrown away.
  mutating func restart()
}

extension SerialFraming {
  var counterWrapsAt: Int64? { nil }
  var toleratesText: Bool { false }
}

/// Bytes between two frames that belong to none.
struct SkippedBytes: Hashable, Sendable {
  var count = 0
  /// Frames that had begun and whose checksum was wrong.
  var damagedFrames = 0
  /// Whether all of it was printable text.
  var isText = true

  mutating func add(_ bytes: ArraySlice<UInt8>, damaged: Bool) {
    count += bytes.count
    damagedFrames += damaged ? 1 : 0
    isText = isText && bytes.allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
  }
}

/// Finds the frames of one protocol in a byte stream. After a damaged frame one byte is dropped and the rest is
/// looked at again, so that a frame that begins inside the damage is not missed.
struct SerialDecoder: Sendable {
  enum Output: Hashable, Sendable {
    case frame(SerialFrame)
    /// Bytes since the last frame that were none.
    case skipped(SkippedBytes)
  }

  private(set) var framing: any SerialFraming
  private var held: [UInt8] = []
  private var position = 0
  /// Number of `held[0]` in the byte stream.
  private var origin = 0
  private var skipped = SkippedBytes()
  /// Before the first frame the beginning of the stream is cut, which is no damage.
  private(set) var isSynchronised = false
  /// Bytes of valid frames.
  private(set) var framedBytes = 0
  private var endOfLast = -1

  init(_ framing: any SerialFraming) {
    self.framing = framing
  }

  /// The number in the byte stream of the oldest byte that is not decided yet.
  var undecided: Int { origin + position }

  /// Takes the next bytes of the stream.
  mutating func append(_ bytes: some Collection<UInt8>) -> [Output] {
    held.append(contentsOf: bytes)
    var outputs: [Output] = []
    scan: while position < held.count {
      switch framing.match(held[position...]) {
      case .incomplete: break scan
      case .mismatch(let damaged): skip(1, damaged: damaged)
      case .leaveOut(let length, let damaged): skip(length, damaged: damaged)
      case .frame(let length):
        let start = origin + position
        if skipped.count > 0, isSynchronised { outputs.append(.skipped(skipped)) }
        skipped = SkippedBytes()
        isSynchronised = true
        framedBytes += length
        outputs += framing.decode(
          held[position..<position + length], start: start, follows: start == endOfLast
        ).map { .frame($0) }
        position += length
        endOfLast = start + length
      }
    }
    if position > 4096 || position == held.count {
      held.removeFirst(position)
      origin += position
      position = 0
    }
    return outputs
  }

  private mutating func skip(_ count: Int, damaged: Bool) {
    skipped.add(held[position..<position + count], damaged: damaged)
    position += count
  }

  /// Begins anew at byte number `offset`: what was in between has been thrown away.
  mutating func restart(at offset: Int) {
    held = []
    position = 0
    origin = offset
    skipped = SkippedBytes()
    isSynchronised = false
    endOfLast = -1
    framing.restart()
  }
}

/// Reads numbers out of the bytes of a frame.
struct FrameBytes {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  subscript(_ index: Int) -> UInt8 { bytes[bytes.startIndex + index] }

  func little<T: FixedWidthInteger>(_ index: Int, as: T.Type = T.self) -> T {
    (0..<MemoryLayout<T>.size).reduce(0) { $0 | T(truncatingIfNeeded: self[index + $1]) << (8 * $1) }
  }

  func big<T: FixedWidthInteger>(_ index: Int, as: T.Type = T.self) -> T {
    (0..<MemoryLayout<T>.size).reduce(0) { $0 << 8 | T(truncatingIfNeeded: self[index + $1]) }
  }

  /// An IEEE 754 single of little-endian bytes.
  func littleFloat(_ index: Int) -> RawNumber {
    .real(Double(Float(bitPattern: little(index))))
  }
}
