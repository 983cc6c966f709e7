/// How a chip sits on its board: "a, b, c; d, e, f; g, h, i", rows first. A vector of the chip becomes one of
/// the board by multiplication with it (Documentation/ABI/testing/sysfs-bus-iio, "in_mount_matrix").
struct MountMatrix: Hashable, Sendable {
  var rows: [[Double]]

  /// The attributes that may hold the matrix of channels that begin with `prefix`, the most specific first.
  static func attributes(prefix: String) -> [String] {
    ["\(prefix)_mount_matrix", "in_mount_matrix", "mount_matrix"]
  }

  /// How far R·Rᵀ may be from 1: device trees write such numbers as 0.707.
  private static let tolerance = 0.01

  init(parsing text: String) throws(MountMatrixProblem) {
    rows = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map {
        Double($0.filter { !$0.isWhitespace }) ?? .nan
      }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) }) else {
      throw .notNineNumbers
    }
    for i in 0..<3 {
      for j in 0..<3 {
        let product = (0..<3).reduce(0) { $0 + rows[i][$1] * rows[j][$1] }
        guard abs(product - (i == j ? 1 : 0)) <= MountMatrix.tolerance else {
          throw .notARotation
        }
      }
    }
    guard determinant > 0 else {
      throw .reflection
    }
  }

  private var determinant: Double {
    let (a, b, c) = (rows[0], rows[1], rows[2])
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
      + a[2] * (b[0] * c[1] - b[1] * c[0])
  }
}
