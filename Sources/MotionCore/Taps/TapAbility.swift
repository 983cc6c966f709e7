/// Whether double taps can be told from rows of a certain rate, and how well.
public enum TapAbility: Hashable, Sendable {
  /// Not known: too few rows have come.
  case unknown
  case good
  /// Possible, with the reason why it is not good.
  case limited(reason: TapReason)
  case unavailable(reason: TapReason)

  /// Below this a knock of 5 to 15 ms falls between the rows too often, rows/s.
  public static let lowestRate = 45.0
  /// Below this many moderate taps are missed (docs/double-tap.md), rows/s.
  public static let goodRate = 90.0

  /// `rowsPerSecond` is what is delivered; nil where that is not known yet.
  public init(rowsPerSecond: Double?) {
    guard let rate = rowsPerSecond else {
      self = .unknown
      return
    }
    let rows = Int(rate.rounded())
    if rate < TapAbility.lowestRate {
      self = .unavailable(reason: .tooSlow(rowsPerSecond: rows))
    } else if rate < TapAbility.goodRate {
      self = .limited(reason: .slow(rowsPerSecond: rows))
    } else {
      self = .good
    }
  }

  var isPossible: Bool {
    switch self {
    case .good, .limited: true
    case .unknown, .unavailable: false
    }
  }
}

/// Rows a second, by counting those of at least a second. A measured rate: rows may come in bunches.
struct RowRate: Sendable {
  private var began: HostTime?
  private var count = 0
  private(set) var perSecond: Double?

  mutating func add(_ time: HostTime) {
    guard let began else {
      began = time
      return
    }
    count += 1
    let elapsed = time - began
    guard elapsed >= .seconds(1) else { return }
    perSecond = Double(count) / elapsed.inSeconds
    self.began = time
    count = 0
  }
}
