extension MotionStream {
  /// Stands in `kernelNs` and `counter` where other rows have the key and this one has not. The session's
  /// problems then say so.
  public static let absent = Int64.min

  /// Leaves out rows that stand again in a later segment: after a failed sync the rows that it left in doubt
  /// are written again, and the later copy is the good one.
  mutating func removeOverlap(segmentStarts: [Int]) {
    var keep: [Int] = []
    keep.reserveCapacity(count)
    for (number, start) in segmentStarts.enumerated() {
      let end = number + 1 < segmentStarts.count ? segmentStarts[number + 1] : count
      let later = segmentStarts[(number + 1)...].filter { $0 < count }.map { sequence[$0] }.min()
      keep += (start..<end).filter { sequence[$0] < later ?? .max }
    }
    keepOnly(keep)
  }

  /// Leaves out rows whose sequence number does not go on from those before in the same file: after a crash,
  /// what stands in a place that was never written. As many rows as can be are kept. `segmentStarts` are the
  /// first rows of the files. Returns how many were left out.
  mutating func removeDisorder(segmentStarts: inout [Int]) -> Int {
    guard zip(sequence, sequence.dropFirst()).contains(where: { $0 >= $1 }) else { return 0 }
    var keep: [Int] = []
    var starts: [Int] = []
    for (number, start) in segmentStarts.enumerated() {
      let end = number + 1 < segmentStarts.count ? segmentStarts[number + 1] : count
      starts.append(keep.count)
      keep += RowOrder.longestIncreasing(Array(sequence[start..<end])).map { start + $0 }
    }
    segmentStarts = starts
    let removed = count - keep.count
    keepOnly(keep)
    return removed
  }

  /// Keeps the rows with these indices, which ascend.
  private mutating func keepOnly(_ keep: [Int]) {
    guard keep.count < count else { return }
    func pick<Value>(_ values: [Value]) -> [Value] { keep.map { values[$0] } }
    func pick(_ column: Column) -> Column {
      switch column {
      case .integers(let values): .integers(pick(values))
      case .reals(let values): .reals(pick(values))
      }
    }
    let newIndex = Dictionary(uniqueKeysWithValues: keep.enumerated().map { ($1, $0) })
    sequence = pick(sequence)
    deviceTime = pick(deviceTime)
    receiptNs = pick(receiptNs)
    kernelNs = kernelNs.map(pick)
    counter = counter.map(pick)
    temperature = temperature.map(pick)
    values = values.map(pick)
    badRows = badRows.compactMap { newIndex[$0] }
    invalid = Dictionary(
      uniqueKeysWithValues: invalid.compactMap { row, keys in newIndex[row].map { ($0, keys) } })
  }

  /// Leaves out value columns that no row has.
  mutating func removeEmptyColumns(present: [Int]) {
    let kept = values.indices.filter { present[$0] > 0 }
    description.valueKeys = kept.map { description.valueKeys[$0] }
    values = kept.map { values[$0] }
  }
}

/// The order of rows by their sequence numbers.
enum RowOrder {
  /// The indices of a longest strictly increasing part of `numbers` (C. Schensted, "Longest increasing and
  /// decreasing subsequences", Canadian Journal of Mathematics 13, 1961), in n log n steps. One number that is
  /// far too large costs itself and not all that follow.
  static func longestIncreasing(_ numbers: [Int64]) -> [Int] {
    // ends[k]: index of the smallest number that ends an increasing part of length k + 1.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for index in numbers.indices {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      // Of equal numbers the first one stays.
      if low == ends.count {
        ends.append(index)
      } else if numbers[ends[low]] != numbers[index] {
        ends[low] = index
      }
    }
    var found: [Int] = []
    var next = ends.last ?? -1
    while next >= 0 {
      found.append(next)
      next = previous[next]
    }
    return found.reversed()
  }
}
