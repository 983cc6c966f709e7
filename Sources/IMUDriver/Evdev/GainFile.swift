import Foundation
import MotionCore

#if canImport(Glibc)
  import Glibc
#endif

/// The user's gains: factors by which the values of one unit are to be multiplied, where its scale is known to
/// be off (some Joy-Con gyroscopes read 0.858 of the truth).
///
/// `$XDG_CONFIG_HOME/drillrunner/gains.json` (`~/.config` by default), by stable id and stream:
///
///     {"evdev-057e-2007-aabbccddeeff": {"gyroscope": [1.1655, 1.1655, 1.1655]}}
///
/// The three gains belong to the device's own x, y and z, before the mount matrix.
struct GainFile: Sendable {
  let path: String

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let config =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    path = "\(config)/drillrunner/gains.json"
  }

  /// Gains of one unit, by stream; empty where there is no file, or the unit is not in it.
  func gains(of stableID: String) throws(SensorError) -> [StreamKind: [Double]] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PosixFileSystem().readFile(path, limit: 1 << 20)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return [:] }
      throw .badGains(path: path, line: nil, .unreadable(call: error.call, reason: error.cause))
    }
    return try GainFile.parse(bytes, path: path)[stableID] ?? [:]
  }

  /// Reads the whole file, also what is not asked for: a mistake anywhere in it is said.
  static func parse(_ bytes: [UInt8], path: String) throws(SensorError) -> [String: [StreamKind: [Double]]] {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue.parse(bytes)
    } catch {
      throw .badGains(
        path: path, line: error.offset.map { line(at: $0, of: bytes) }, .notJSON(reason: error.cause))
    }
    /// The line of the first place where all of `keys` have come, in this order.
    func problem(_ problem: GainProblem, at keys: [String]) -> SensorError {
      var position = 0
      for key in keys {
        let wanted = Array(JSONValue.string(key).text().utf8)
        position = bytes[position...].firstRange(of: wanted)?.lowerBound ?? position
      }
      return .badGains(path: path, line: line(at: position, of: bytes), problem)
    }
    guard let units = document.object else {
      throw problem(.notObject, at: [])
    }
    var gains: [String: [StreamKind: [Double]]] = [:]
    for unit in units.members {
      guard let streams = unit.value.object else {
        throw problem(.unitNotObject(unit.key), at: [unit.key])
      }
      for stream in streams.members {
        let place = [unit.key, stream.key]
        guard let kind = StreamKind(rawValue: stream.key), kind == .accelerometer || kind == .gyroscope else {
          throw problem(.notStream(stream.key), at: place)
        }
        let values = stream.value.array?.map(\.double) ?? []
        let numbers = values.compactMap { $0 }.filter { $0.isFinite && $0 != 0 }
        guard values.count == 3, numbers.count == 3 else {
          throw problem(.notThreeNumbers(stream.key), at: place)
        }
        gains[unit.key, default: [:]][kind] = numbers
      }
    }
    return gains
  }

  private static func line(at offset: Int, of bytes: [UInt8]) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}
