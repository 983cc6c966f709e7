import MotionCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A drill file, read: its exact bytes, and the drill or what is wrong with it.
struct DrillFile: Sendable {
  /// More than any drill written by hand.
  static let maximumBytes = 256 * 1024

  /// The path as it was named.
  var path: String
  /// The bytes that ran; they are stored in the bundle.
  var bytes: [UInt8]
  /// nil where `problems` holds an error.
  var drill: Drill?
  /// Errors and warnings, in the order of the file.
  var problems: [DrillError]

  /// Reads and checks a file; a clip that it names must exist.
  static func load(_ path: String, faults: FaultPlan? = nil) throws(DrillFileError) -> DrillFile {
    let bytes = try contents(path, faults: faults)
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
    var file = parse(bytes, path: path, folder: folder, calls: FyamlCalls(faults: faults))
    file.checkClips()
    return file
  }

  /// Checks the text of a drill, without looking for its clips.
  static func parse(
    _ bytes: [UInt8], path: String, folder: String = "", calls: FyamlCalls = FyamlCalls()
  ) -> DrillFile {
    do {
      let source = try DrillSource(path: path, bytes: bytes)
      let (drill, problems) = DrillReader.read(source, folder: folder, calls: calls)
      return DrillFile(path: path, bytes: bytes, drill: drill, problems: problems)
    } catch {
      let problem = DrillError(
        severity: .error, file: path, location: error.location, message: "this is not UTF-8 text",
        hint: "save the file in the encoding UTF-8", sourceLine: "")
      return DrillFile(path: path, bytes: bytes, drill: nil, problems: [problem])
    }
  }

  private mutating func checkClips() {
    guard let cues = drill?.cues, let source = try? DrillSource(path: path, bytes: bytes) else { return }
    var missing = 0
    for cue in cues {
      guard missing < DrillReader.maximumProblems else { return }
      guard case .clip(let clip) = cue.speech, let reason = DrillFile.reasonAgainst(clip) else { continue }
      missing += 1
      let line = (1...max(1, source.lineCount)).first { DrillFile.names(source.line($0), clip: clip) } ?? 1
      problems.append(
        DrillError(
          severity: .error, file: path, location: SourceLocation(line: line, column: 1, length: 1),
          message: "the clip of \"\(cue.name)\" cannot be read: \(clip): \(reason)",
          hint: "put the sound file there, or use say:", sourceLine: source.line(line)))
      drill = nil
    }
  }

  /// Why a clip cannot be read; nil where it can. A pipe or a device would keep the run waiting.
  private static func reasonAgainst(_ clip: String) -> String? {
    var status = stat()
    guard stat(clip, &status) == 0, access(clip, R_OK) == 0 else { return systemErrorText(errno) }
    return status.st_mode & S_IFMT == S_IFREG ? nil : "it is not a regular file"
  }

  private static func names(_ line: String, clip: String) -> Bool {
    line.contains("clip") && line.contains(clip.split(separator: "/").last ?? "")
  }

  /// The bytes of a regular file of bounded size. Never waits for a pipe or a device.
  private static func contents(_ path: String, faults: FaultPlan?) throws(DrillFileError) -> [UInt8] {
    let calls = DrillFileCalls(faults: faults)
    let descriptor = calls.open(path)
    guard descriptor >= 0 else {
      throw descriptor == -ENOENT
        ? .missing(path: path, known: InstalledDrills.standard.names)
        : .notOpened(path: path, reason: systemErrorText(-descriptor))
    }
    defer { calls.close(descriptor) }
    guard calls.isRegular(descriptor) else { throw .notRegular(path: path) }
    var bytes: [UInt8] = []
    while bytes.count <= maximumBytes {
      switch calls.read(descriptor, upTo: 65_536) {
      case .success(let more) where more.isEmpty: return bytes
      case .success(let more): bytes += more
      case .failure(let error):
        throw .readFailed(path: path, reason: systemErrorText(error.code))
      }
    }
    throw .tooLarge(path: path, limitKiB: maximumBytes / 1024)
  }
}

/// The system calls that read a drill, one thin function each; results are negative errno on failure.
struct DrillFileCalls {
  struct Failure: Error {
    var code: Int32
  }

  var faults: FaultPlan?

  /// open(2), without waiting for the other end of a pipe.
  func open(_ path: String) -> Int32 {
    if let code = faults?.note("open") { return code }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    return descriptor < 0 ? -errno : descriptor
  }

  /// fstat(2).
  func isRegular(_ descriptor: Int32) -> Bool {
    if faults?.note("fstat") != nil { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// read(2); empty at the end. Repeats after EINTR.
  func read(_ descriptor: Int32, upTo count: Int) -> Result<[UInt8], Failure> {
    while true {
      if let code = faults?.note("read") {
        if code == -EINTR { continue }
        return .failure(Failure(code: -code))
      }
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let result = Glibc.read(descriptor, buffer.baseAddress, count)
        code = result < 0 ? errno : 0
        filled = max(0, result)
      }
      if code == 0 { return .success(bytes) }
      if code != EINTR { return .failure(Failure(code: code)) }
    }
  }

  /// close(2).
  func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }
}
