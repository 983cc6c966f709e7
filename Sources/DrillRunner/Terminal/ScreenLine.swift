/// One line of the live view: text without control characters, and how it stands out.
struct ScreenLine: Hashable, Sendable {
  /// What a line says by its look; the words say it too, for terminals without colour.
  enum Style: Hashable, Sendable {
    case plain
    /// Bold.
    case strong
    /// The bar at the top while nothing is recorded.
    case bar
    /// The bar while rows go into a bundle.
    case recordingBar
    /// What needs somebody's attention.
    case attention
    /// The session is safe.
    case good

    /// The control sequence that switches it on (ECMA-48, SGR); empty for none.
    var sequence: String {
      switch self {
      case .plain: ""
      case .strong: "\u{1B}[1m"
      case .bar: "\u{1B}[7m"
      case .recordingBar: "\u{1B}[1;7;31m"
      case .attention: "\u{1B}[1;33m"
      case .good: "\u{1B}[1;32m"
      }
    }
  }

  var text: String
  var style: Style

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// The bytes that turn `old`, which stands in row `row` (from 0) of the screen, into this line: the columns that
  /// changed and nothing else. `old` is nil for an empty row.
  func update(from old: ScreenLine?, row: Int, color: Bool) -> String {
    guard self != old else { return "" }
    let cells = Array(text)
    let before = Array(old?.text ?? "")
    let isRestyled = color && old.map { $0.style != style } ?? true
    // Columns are counted as characters; a line with wide ones is written as a whole.
    let isSimple = ScreenLine.isSimple(cells) && ScreenLine.isSimple(before)
    var runs: [Range<Int>] = []
    if isSimple && !isRestyled {
      for column in cells.indices where column >= before.count || cells[column] != before[column] {
        if let last = runs.last, column - last.upperBound <= ScreenLine.bridged {
          runs[runs.count - 1] = last.lowerBound..<column + 1
        } else {
          runs.append(column..<column + 1)
        }
      }
    } else if !cells.isEmpty {
      runs = [0..<cells.count]
    }
    let attributes = color ? style.sequence : ""
    var update = runs.map { run in
      "\u{1B}[\(row + 1);\(run.lowerBound + 1)H" + String(cells[run])
    }.joined()
    if !attributes.isEmpty, !update.isEmpty { update = attributes + update + "\u{1B}[0m" }
    // Behind a line that fills the screen nothing is left, and erasing there would take its last column.
    let width = DisplayWidth.of(text)
    if width < DisplayWidth.of(old?.text ?? "") { update += "\u{1B}[\(row + 1);\(width + 1)H\u{1B}[K" }
    return update
  }

  /// Unchanged columns between two changes that cost less than moving the cursor over them.
  private static let bridged = 5

  private static func isSimple(_ cells: [Character]) -> Bool {
    cells.allSatisfy { $0.unicodeScalars.count == 1 && DisplayWidth.of(String($0)) == 1 }
  }
}
