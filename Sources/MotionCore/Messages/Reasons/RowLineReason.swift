import CSimdjson

/// Why a line of a stream is no row.
public enum RowLineReason: Hashable, Sendable {
  case unparsed(said: String)
  case moreAfterBrace
  case noSequence
  case noReceipt
  case noRowTime
  case receiptBeyond
  case kernelTimeBeyond
  case tooLongForRow

  /// What the reader of rows found.
  init(_ damage: csimdjson_damage) {
    switch damage.fault {
    case csimdjson_row_more_after: self = .moreAfterBrace
    case csimdjson_row_no_sequence: self = .noSequence
    case csimdjson_row_no_receipt: self = .noReceipt
    case csimdjson_row_no_time: self = .noRowTime
    case csimdjson_row_receipt_beyond: self = .receiptBeyond
    case csimdjson_row_kernel_beyond: self = .kernelTimeBeyond
    case csimdjson_row_too_long: self = .tooLongForRow
    default: self = .unparsed(said: damage.said.map { String(cString: $0) } ?? "")
    }
  }
}

extension RowLineReason: CatalogueMessage {
  public static let section = MessageSection("row-line", "Lines that are no rows", .notice, .file)
  public static let examples: [RowLineReason] = [
    .unparsed(said: "The JSON document has an improper structure"), .moreAfterBrace, .noSequence, .noReceipt,
    .noRowTime,
    .receiptBeyond, .kernelTimeBeyond, .tooLongForRow,
  ]

  public var wording: MessageWording {
    let verify = "`drillrunner verify` tells whether the files are as they were sealed"
    let member = "every row has this member (docs/session-schema.md)"
    let range = "no clock counts so far: the number was changed"
    return switch self {
    case .unparsed(let said): MessageWording(said, cause: "the line is cut or was changed", next: verify)
    case .moreAfterBrace:
      MessageWording(
        "there is more after the row's closing brace", cause: "two lines ran together", next: verify)
    case .noSequence: MessageWording("it has no sequence number i", cause: member, next: verify)
    case .noReceipt: MessageWording("it has no receipt time h", cause: member, next: verify)
    case .noRowTime: MessageWording("it has no time t", cause: member, next: verify)
    case .receiptBeyond: MessageWording("its receipt time h lies beyond 2^61 ns", cause: range, next: verify)
    case .kernelTimeBeyond:
      MessageWording("its kernel time k lies beyond 2^61 ns", cause: range, next: verify)
    case .tooLongForRow:
      MessageWording(
        "it is longer than a row can be", cause: "a line end is missing, or the file is another", next: verify
      )
    }
  }
}
