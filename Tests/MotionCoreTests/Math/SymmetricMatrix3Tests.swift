import MotionCore
import Testing

@Suite struct SymmetricMatrix3Tests {
  /// [[2,1,0],[1,2,0],[0,0,5]]: 5 along z, 3 along (1,1,0), 1 along (1,−1,0).
  @Test func knownEigenvectors() {
    let eigen = SymmetricMatrix3(xx: 2, xy: 1, xz: 0, yy: 2, yz: 0, zz: 5).eigen()
    let half = 0.5.squareRoot()
    let expected: [(Double, Vector3)] = [
      (5, Vector3(0, 0, 1)), (3, Vector3(half, half, 0)), (1, Vector3(half, -half, 0)),
    ]
    for (found, wanted) in zip(eigen, expected) {
      #expect(abs(found.value - wanted.0) < 1e-14)
      // A vector's sign is arbitrary.
      #expect(abs(abs(found.vector.dot(wanted.1)) - 1) < 1e-14)
    }
  }

  /// R·diag(7, 2, −1)·Rᵀ for an orthonormal R that is written down: rows of thirds.
  @Test func eigenvaluesOfARotatedDiagonal() {
    let r = [
      (1.0 / 3) * Vector3(1, 2, 2), (1.0 / 3) * Vector3(2, 1, -2), (1.0 / 3) * Vector3(2, -2, 1),
    ]
    let values = [7.0, 2, -1]
    func entry(_ a: KeyPath<Vector3, Double>, _ b: KeyPath<Vector3, Double>) -> Double {
      (0..<3).reduce(0) { $0 + values[$1] * r[$1][keyPath: a] * r[$1][keyPath: b] }
    }
    let eigen = SymmetricMatrix3(
      xx: entry(\.x, \.x), xy: entry(\.x, \.y), xz: entry(\.x, \.z), yy: entry(\.y, \.y),
      yz: entry(\.y, \.z), zz: entry(\.z, \.z)
    ).eigen()
    for i in 0..<3 {
      #expect(abs(eigen[i].value - values[i]) < 1e-13)
      #expect(abs(abs(eigen[i].vector.dot(r[i])) - 1) < 1e-13)
    }
  }

  @Test func oneVectorsOuterProductHasItsOwnDirectionAndSquare() {
    var matrix = SymmetricMatrix3()
    matrix.addOuterProduct(Vector3(1, -2, 2))
    let eigen = matrix.eigen()
    #expect(abs(eigen[0].value - 9) < 1e-13)
    #expect(abs(eigen[1].value) < 1e-13)
    #expect(abs(abs(eigen[0].vector.dot(Vector3(1, -2, 2))) - 3) < 1e-13)
  }

  @Test func equalEigenvaluesAndNonFiniteInputEnd() {
    #expect(SymmetricMatrix3(xx: 4, xy: 0, xz: 0, yy: 4, yz: 0, zz: 4).eigen().map(\.value) == [4, 4, 4])
    #expect(SymmetricMatrix3(xx: .nan, xy: 1, xz: 0, yy: 1, yz: 0, zz: 1).eigen().count == 3)
    #expect(SymmetricMatrix3().eigen().map(\.value) == [0, 0, 0])
  }
}
