/// The simplex search of J. A. Nelder and R. Mead, The Computer Journal 7, 1965, with their coefficients: for a few
/// parameters and a smooth function without derivatives.
enum NelderMead {
  /// The point at which `cost` was smallest, from a simplex with edges of `step` at `start`. Ends when all corners agree
  /// within 10⁻⁷ in every parameter, or after 600 evaluations.
  static func minimum(of cost: ([Double]) -> Double, from start: [Double], step: Double) -> [Double] {
    var corners = [(point: start, cost: cost(start))]
    for i in start.indices {
      var point = start
      point[i] += step
      corners.append((point, cost(point)))
    }
    var evaluations = corners.count
    let last = corners.count - 1
    func blend(_ centre: [Double], _ point: [Double], _ factor: Double) -> [Double] {
      zip(centre, point).map { $0 + factor * ($1 - $0) }
    }
    while evaluations < 600 {
      // Equal costs keep their order, so that the way does not depend on the sort.
      corners = corners.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
        .map(\.element)
      let spread = start.indices.map { i in
        corners.map { abs($0.point[i] - corners[0].point[i]) }.max() ?? 0
      }
      if spread.allSatisfy({ $0 < 1e-7 }) { break }
      let centre = start.indices.map { i in
        corners[..<last].reduce(0) { $0 + $1.point[i] } / Double(last)
      }
      let worst = corners[last]
      let reflected = blend(centre, worst.point, -1)
      let reflectedCost = cost(reflected)
      evaluations += 1
      if reflectedCost < corners[0].cost {
        let expanded = blend(centre, worst.point, -2)
        let expandedCost = cost(expanded)
        evaluations += 1
        corners[last] = expandedCost < reflectedCost ? (expanded, expandedCost) : (reflected, reflectedCost)
      } else if reflectedCost < corners[last - 1].cost {
        corners[last] = (reflected, reflectedCost)
      } else {
        let isOutside = reflectedCost < worst.cost
        let contracted = blend(centre, isOutside ? reflected : worst.point, 0.5)
        let contractedCost = cost(contracted)
        evaluations += 1
        if contractedCost < min(reflectedCost, worst.cost) {
          corners[last] = (contracted, contractedCost)
        } else {
          for i in 1...last {
            corners[i].point = blend(corners[0].point, corners[i].point, 0.5)
            corners[i].cost = cost(corners[i].point)
            evaluations += 1
          }
        }
      }
    }
    return corners.min { $0.cost < $1.cost }?.point ?? start
  }
}
