import MotionCore

/// Which read delivered which bytes, and from that, when a byte can have begun on the wire.
///
/// A UART sends ten bits a byte (start, eight data, stop). A byte that was followed by n − 1 others in the bytes
/// read up to some receipt began at the latest n · 10 / baud before it. The earliest of these bounds over all
/// reads since is taken.
struct ArrivalTimes: Sendable {
  private struct Chunk {
    var end: Int
    var receipt: HostTime
  }

  /// Nanoseconds a byte takes; 0 where the wire is not a UART and nothing may be back-dated.
  let nanosecondsPerByte: Double
  private var chunks: [Chunk] = []
  private(set) var end = 0

  init(baud: Int?) {
    nanosecondsPerByte = baud.map { 10e9 / Double($0) } ?? 0
  }

  /// So many more bytes have come with one read.
  mutating func add(_ count: Int, receipt: HostTime) {
    end += count
    chunks.append(Chunk(end: end, receipt: receipt))
  }

  /// Receipt of the read that delivered the byte before number `end`: the last of a frame.
  func receipt(ofFrameEndingAt end: Int) -> HostTime? {
    (chunks.first { $0.end >= end } ?? chunks.last)?.receipt
  }

  /// The latest instant at which byte number `start` can have begun, in host nanoseconds.
  func began(_ start: Int) -> Int64? {
    chunks.lazy.filter { $0.end > start }.map { chunk in
      chunk.receipt.nanoseconds - Int64((Double(chunk.end - start) * nanosecondsPerByte).rounded())
    }.min()
  }

  /// Forgets reads of which no byte from `offset` on is needed any more.
  mutating func forget(before offset: Int) {
    chunks.removeAll { $0.end <= offset }
  }
}
