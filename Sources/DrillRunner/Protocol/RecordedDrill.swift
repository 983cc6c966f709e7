import MotionCore

/// How a drill is recorded that includes other files: its exact bytes, and after them each of the files, so that the
/// record needs nothing else and runs again as it is.
///
/// Each file is a further YAML document with its exact text, behind one that names it:
///
///     ...
///     ---
///     included: "words/german.yaml"
///     ...
///     cue_set: 1
///     …
enum RecordedDrill {
  /// The bytes to record; a drill without includes stays as it is. A byte order mark of an included file is left out.
  static func bytes(_ drill: [UInt8], with included: [IncludedFile]) -> [UInt8] {
    var all = drill
    for file in included {
      if let last = all.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") {
        all.append(UInt8(ascii: "\n"))
      }
      // A JSON string is a YAML string in double quotes (YAML 1.2.2, 1.3).
      let name = JSONValue.string(file.name).text()
      all += Array("...\n---\nincluded: \(name)\n...\n".utf8)
      all +=
        file.bytes.starts(with: byteOrderMark) ? file.bytes.dropFirst(byteOrderMark.count) : file.bytes[...]
    }
    return all
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
