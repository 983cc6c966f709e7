import Foundation
import MotionCore

/// Finds a drill that is named without a path: `drillrunner run garage`.
struct InstalledDrills: Sendable {
  /// The folders that are looked in, in this order.
  var folders: [String]

  /// protocols/ of the present folder, then the drills that came with the program: PREFIX/share/drillrunner/protocols
  /// for a program in PREFIX/bin.
  static let standard: InstalledDrills = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let prefix = (((program as NSString).deletingLastPathComponent) as NSString).deletingLastPathComponent
    let share = (prefix as NSString).appendingPathComponent("share/drillrunner/protocols")
    return InstalledDrills(folders: ["protocols", share])
  }()

  /// The file that `word` means: the path itself where it is one or where there is such a file; else the drill of that
  /// name; else the word as it is, so that the error names what was written.
  func path(of word: String) -> String {
    guard !word.isEmpty, !word.contains("/"), !FileManager.default.fileExists(atPath: word) else {
      return word
    }
    let name = word.hasSuffix(".yaml") ? word : word + ".yaml"
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) } ?? word
  }

  /// The names of all drills that can be named so, sorted.
  var names: [String] {
    let files = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
    return Set(files.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.map { String($0.dropLast(5)) })
      .sorted()
  }
}
