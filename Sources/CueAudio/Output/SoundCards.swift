import Foundation

/// The kernel's sound cards and their stable names, from /proc/asound (Documentation/sound/designs/procfile.rst of the
/// kernel): the card's id, and for USB its vendor and product.
struct SoundCards: Sendable {
  var folder = "/proc/asound"

  /// "usb:0d8c:0014:Device" or "card:PCH": the same for the same card after a restart, whatever its number.
  func stableID(ofCard number: Int) -> String {
    let id = line("card\(number)/id") ?? String(number)
    return usbID(ofCard: number).map { "usb:\($0):\(id)" } ?? "card:\(id)"
  }

  func isUSB(card number: Int) -> Bool { usbID(ofCard: number) != nil }

  /// The number of the card of that stable name; nil where it is not connected.
  func card(withStableID stableID: String) -> Int? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { $0.hasPrefix("card") ? Int($0.dropFirst(4)) : nil }.sorted()
      .first { self.stableID(ofCard: $0) == stableID }
  }

  private func usbID(ofCard number: Int) -> String? { line("card\(number)/usbid") }

  private func line(_ path: String) -> String? {
    (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
