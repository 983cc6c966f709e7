import MotionCore

/// The rates that a device offers, and which of them answers a wish.
enum RateChoice {
  /// What to write for `wanted` Hz: of the list "10 20 50" the lowest that is not slower, else the fastest; of a
  /// range "[min step max]" the next step; without either the wish itself. A rate 1 % below the wish still
  /// answers it: chips say 99.9 for 100.
  static func text(wanted: Double, available: String?) -> String {
    guard let available, !available.isEmpty else { return plain(wanted) }
    if available.hasPrefix("["), available.hasSuffix("]") {
      let numbers = available.dropFirst().dropLast().split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 3, numbers[1] > 0, numbers[0] <= numbers[2] else { return plain(wanted) }
      let steps = ((wanted - numbers[0]) / numbers[1] - 1e-9).rounded(.up)
      return plain(min(max(numbers[0] + steps * numbers[1], numbers[0]), numbers[2]))
    }
    let listed = available.split { $0.isWhitespace }.compactMap { word in
      Double(word).map { (text: String(word), hz: $0) }
    }.sorted { $0.hz < $1.hz }
    guard let fastest = listed.last else { return plain(wanted) }
    return (listed.first { $0.hz >= wanted * 0.99 } ?? fastest).text
  }

  /// "100", "12.5".
  private static func plain(_ hz: Double) -> String {
    hz == hz.rounded() && abs(hz) < 1e9 ? String(Int64(hz)) : String(hz)
  }
}

/// A rate attribute: what was wanted of it, and what it says afterwards.
struct RateSetting: Hashable, Sendable {
  /// The attribute, with the device's or trigger's name before it.
  var file: String
  var wantedHz: Double
  /// What was written; nil where the attribute refused it.
  var written: String?
  /// What was read back, in Hz.
  var readBackHz: Double?
  var available: String?
  var refusal: SensorNote?

  /// Asks for `wantedHz` through the attribute `name` of `folder`.
  init(
    asking folder: IIOFolder, _ name: String, owner: String, wantedHz: Double,
    journal: inout SettingJournal
  ) {
    file = "\(owner)/\(name)"
    self.wantedHz = wantedHz
    available = folder.text("\(name)_available") ?? folder.text("sampling_frequency_available")
    let text = RateChoice.text(wanted: wantedHz, available: available)
    do throws(SettingRefusal) {
      // 200 and 200.000000 are the same rate.
      if folder.number(name) != Double(text) { try journal.set(name, of: folder, to: text) }
      written = text
    } catch {
      refusal = error.note
    }
    readBackHz = folder.number(name).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The rate attributes of a device, those of single quantities first.
  static func files(of device: IIODevice) -> [String] {
    // A quaternion's is that of its type (info_mask_shared_by_type in hid-sensor-rotation.c).
    (device.quantities.map { "\($0 == .attitude ? "in_rot" : $0.rawValue)_sampling_frequency" }
      + ["sampling_frequency"])
      .filter(device.folder.exists)
  }

  var json: JSONValue {
    var object: JSONObject = ["file": .string(file), "wanted_hz": .real(wantedHz)]
    if let written { object["written"] = .string(written) }
    object["read_back_hz"] = readBackHz.map { .real($0) } ?? .unavailable(SensorReason.rateUnreadable)
    if let available { object["available"] = .string(available) }
    if let refusal { object["refused"] = .string(refusal.text) }
    return .object(object)
  }
}
