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
