import Foundation
import MotionCore
import Synchronization

@testable import DrillRunner

/// Runs commands of the program in this process, in a folder of its own, and hears every message that they print.
final class HeardMessages: Sendable {
  private let heard = Mutex<[String]>([])
  private let printed = Mutex("")
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "messages-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { _ = try? FileManager.default.removeItem(atPath: folder) }

  var console: Console {
    let write: @Sendable (String) -> Void = { [self] text in printed.withLock { $0 += text } }
    var console = Console(
      out: .init(write: write, isTerminal: false), err: .init(write: write, isTerminal: false))
    console.told = { [self] message in heard.withLock { $0.append(message.messageID) } }
    return console
  }

  /// The ids of what a command told, and all that it printed.
  func run(_ words: [String]) -> (ids: [String], text: String) {
    told { _ = CommandRegistry.main(words, console: $0) }
  }

  /// The ids of what is told to a console, and all that is printed on it.
  func told(_ body: (Console) throws -> Void) rethrows -> (ids: [String], text: String) {
    heard.withLock { $0 = [] }
    printed.withLock { $0 = "" }
    try body(console)
    return (heard.withLock { $0 }, printed.withLock { $0 })
  }

  /// A file of the folder; returns its path.
  @discardableResult
  func write(_ text: String, _ name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A drill that a rehearsal plays in a moment.
  static let drill = """
    drill: 1
    title: Short
    seed: 1
    cues:
      CENTER: {say: Center, expect: center}
      LEFT: {say: Left, expect: left}
    steps:
      - stationary: 3 s
      - block: {name: one, cues: [LEFT, CENTER], repeat: 2, interval: 5 s}
    """
}
