/// Instants of a wall clock, as the anchors of a manifest give them.
enum WallTime {
  /// Nanoseconds after 1970-01-01T00:00:00Z of an RFC 3339 time such as "2026-11-30T12:15:02.5+02:00"; nil for what is
  /// none, and beyond the years 1970 to 2199, which fit 64 bits.
  static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int64? {
      guard start >= 0, bytes.count >= start + count,
        bytes[start..<start + count].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      return bytes[start..<start + count].reduce(0) { 10 * $0 + Int64($1 - UInt8(ascii: "0")) }
    }
    func isAt(_ place: Int, _ letters: String) -> Bool {
      bytes.indices.contains(place) && letters.utf8.contains(bytes[place])
    }
    guard let year = number(0, 4), (1970..<2200).contains(year), isAt(4, "-"), let month = number(5, 2),
      (1...12).contains(month), isAt(7, "-"), let day = number(8, 2), (1...31).contains(day), isAt(10, "Tt "),
      let hour = number(11, 2), hour < 24, isAt(13, ":"), let minute = number(14, 2), minute < 60,
      isAt(16, ":"), let second = number(17, 2), second <= 60
    else { return nil }
    var place = 19
    var fraction: Int64 = 0
    if isAt(place, ".") {
      place += 1
      var unit: Int64 = 100_000_000
      while let digit = number(place, 1) {
        fraction += digit * unit
        unit /= 10
        place += 1
      }
    }
    var offset: Int64 = 0
    if isAt(place, "+-") {
      guard let hours = number(place + 1, 2), let minutes = number(place + 4, 2), isAt(place + 3, ":") else {
        return nil
      }
      offset = (hours * 60 + minutes) * (isAt(place, "-") ? -1 : 1)
    } else if !isAt(place, "Zz") {
      return nil
    }
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
    return (minutes * 60 + second) * 1_000_000_000 + fraction
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar: years are counted from March, so that the leap day is the
  /// last of its year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    return year * 365 + year / 4 - year / 100 + year / 400 + (153 * monthFromMarch + 2) / 5 + day - 719_469
  }
}
