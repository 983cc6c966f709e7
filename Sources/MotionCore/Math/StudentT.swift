/// Student's t distribution.
enum StudentT {
  /// The 97.5 % quantile for `degreesOfFreedom` ≥ 5: the factor of a 95 % interval. The expansion 26.7.5 of
  /// M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 1964, good to 0.001 from 5 on.
  static func quantile975(degreesOfFreedom: Int) -> Double {
    let z = 1.959963984540054
    let n = Double(degreesOfFreedom)
    let z2 = z * z
    let g1 = z * (z2 + 1) / 4
    let g2 = z * ((5 * z2 + 16) * z2 + 3) / 96
    let g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384
    let g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160
    return z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n
  }
}
