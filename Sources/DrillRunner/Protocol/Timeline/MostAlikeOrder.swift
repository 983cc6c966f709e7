/// Which kind of cue may come next in an order in which none stands more than `most` times in a row.
///
/// Others part the cues of a kind into as many stretches as there are others, and one more, each of at most `most`; the
/// stretch that goes on at once may be begun already. As long as that holds for every kind, some kind can come
/// next and it holds again: an order is always finished. It holds at the start where the counts are equal.
struct MostAlikeOrder {
  let most: Int
  /// How often each kind is still to come.
  private(set) var left: [Int]
  private var last: Int?
  private var run = 0

  init(counts: [Int], most: Int) {
    left = counts
    self.most = most
  }

  /// The kinds that may come next, in their order.
  var open: [Int] {
    let all = left.reduce(0, +) - 1
    let largest = left.indices.max { left[$0] < left[$1] }
    let second = left.indices.filter { $0 != largest }.max { left[$0] < left[$1] }
    return left.indices.filter { kind in
      guard left[kind] > 0, kind != last || run < most else { return false }
      let own = left[kind] - 1
      let begun = kind == last ? run + 1 : 1
      guard own <= most * (all - own) + most - begun else { return false }
      guard let other = kind == largest ? second : largest else { return true }
      return left[other] <= most * (all - left[other]) + most
    }
  }

  mutating func take(_ kind: Int) {
    left[kind] -= 1
    run = kind == last ? run + 1 : 1
    last = kind
  }
}
