import Foundation
import MotionCore

/// What an opened output is.
struct OutputIdentity: Hashable, Sendable {
  var pcm: String
  /// The name for a person.
  var card: String
  /// The same for the same device after a restart of the machine.
  var stableID: String
  var timingClass: TimingClass
  var isUSB: Bool
  var granted: PCMConfiguration

  /// Reads who `pcm` is, from alsa-lib and, for a kernel card, /proc/asound (Documentation/sound/designs/procfile.rst
  /// of the kernel): the card's id, and for USB its vendor and product.
  init(of pcm: PCM) {
    self.pcm = pcm.name
    granted = pcm.granted
    card = pcm.description ?? pcm.name
    guard let number = pcm.card else {
      // A plugin calls itself by the name of the PCM.
      if card == pcm.name { card = "sound server" }
      stableID = "pcm:\(pcm.name)"
      timingClass = .server
      isUSB = false
      return
    }
    let folder = "/proc/asound/card\(number)"
    let id = OutputIdentity.line(of: folder + "/id") ?? String(number)
    let usbID = OutputIdentity.line(of: folder + "/usbid")
    stableID = usbID.map { "usb:\($0):\(id)" } ?? "card:\(id)"
    timingClass = pcm.isMonotonic ? .hardware : .server
    isUSB = usbID != nil
  }

  private static func line(of path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The label of a sound's audible time.
  func timing(latencyConstant: Duration?) -> CueTiming {
    timingClass == .hardware || latencyConstant != nil ? .measured : .estimated
  }

  /// Standard uncertainty of the constant offset, ns: 0 once it was measured. Else it is taken to be evenly
  /// distributed over one period on a sound server (a null sink's block), over 5 ms on a USB card (what such
  /// cards were seen to keep to themselves), and one frame on other cards.
  func offsetUncertaintyNs(latencyConstant: Duration?) -> Double {
    if latencyConstant != nil { return 0 }
    let frameNs = 1e9 / Double(granted.rateHz)
    let width =
      switch timingClass {
      case .server: Double(granted.periodFrames) * frameNs
      case .hardware: isUSB ? 5e6 : frameNs
      case .none: 0.0
      }
    return width / 12.0.squareRoot()
  }
}
