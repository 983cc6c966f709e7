/// What the store met while it recorded, and handled.
public enum StoreTrouble: Hashable, Sendable {
  case diskNearlyFull(availableMB: Int64, neededMB: Int64)
  case diskFull(file: String)
  /// A call failed; the rows go on in another file.
  case movedOn(call: String, file: String, reason: String, next: String)
  /// A call failed, and no further file could be opened.
  case gaveUp(call: String, file: String, reason: String, why: String)
  case rowsLost
  case slowSync(seconds: Double)
}

extension StoreTrouble: CatalogueMessage {
  public static let section = MessageSection("store", "The disk while a run is recorded", .view, .file)
  public static let examples: [StoreTrouble] = [
    .diskNearlyFull(availableMB: 40, neededMB: 84), .diskFull(file: "gyroscope.jsonl"),
    .movedOn(
      call: "fdatasync", file: "gyroscope.jsonl", reason: "Input/output error", next: "gyroscope.1.jsonl"),
    .gaveUp(
      call: "write", file: "gyroscope.jsonl", reason: "Input/output error", why: "Read-only file system"),
    .rowsLost, .slowSync(seconds: 2),
  ]

  public var wording: MessageWording {
    switch self {
    case .diskNearlyFull(let available, let needed):
      MessageWording(
        "the disk is nearly full: \(available) MB are free, and the rest of the run may need \(needed) MB",
        cause: "something else fills the disk, or the run takes longer than its drill",
        next: "free disk space now, or stop the run: what is recorded is kept")
    case .diskFull(let file):
      MessageWording(
        "the disk is full: \(file) cannot grow", cause: "the disk or your quota on it has no room left",
        next: "free disk space: the session is sealed with what reached the disk, and says so")
    case .movedOn(let call, let file, let reason, let next):
      MessageWording(
        "\(call) failed on \(file): \(reason); its rows go on in \(next)",
        cause: "the disk reported an error; nothing that was confirmed is written again",
        next: "copy the session elsewhere after the run, and check the disk")
    case .gaveUp(let call, let file, let reason, let why):
      MessageWording(
        "\(call) failed on \(file): \(reason); no further file could be opened (\(why)), its rows are lost from here "
          + "on",
        cause: "the disk takes nothing any more",
        next: "stop using the disk, copy the session from it, and replace it")
    case .rowsLost:
      MessageWording(
        "the disk does not keep up: rows are being lost",
        cause: "rows come faster than they are written, and the queue is full",
        next: "record on a faster disk, or let other programs leave it alone; the losses are counted")
    case .slowSync(let seconds):
      MessageWording(
        "the disk is slow: a sync has taken more than \(seconds) s",
        cause: "another program writes much, or the disk is failing or an SD card at its limit",
        next: "let other programs leave it alone; rows wait in memory meanwhile")
    }
  }
}
