import MotionCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A drill file, read: its bytes, and the drill or what is wrong with it.
struct DrillFile: Sendable {
  /// More than any drill written by hand.
  static let maximumBytes = 256 * 1024

  /// The path as it was named.
  var path: String
  /// The bytes that ran, those of included files after them (`RecordedDrill`); they are stored in the bundle.
  var bytes: [UInt8]
  /// nil where `problems` holds an error.
  var drill: Drill?
  /// Errors and warnings, in the order of the file.
  var problems: [DrillError]

  /// Reads and checks a file and what it includes; a clip that it names must exist.
  static func load(_ path: String, faults: FaultPlan? = nil) throws(DrillFileError) -> DrillFile {
    let bytes = try contents(path, faults: faults)
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
    return parse(
      bytes, path: path, folder: folder, calls: FyamlCalls(faults: faults),
      reading: { path in
        do throws(DrillFileError) {
          return .success(try contents(path, faults: faults))
        } catch {
          return .failure(error)
        }
      }, looksForClips: true)
  }

  /// Checks the text of a drill. What it includes is read by `reading`; without it no file can be included.
  static func parse(
    _ bytes: [UInt8], path: String, folder: String = "", calls: FyamlCalls = FyamlCalls(),
    reading: IncludeReading? = nil, looksForClips: Bool = false
  ) -> DrillFile {
    do {
      let source = try DrillSource(path: path, bytes: bytes)
      let read = DrillReader.read(source, folder: folder, calls: calls, reading: reading)
      var file = DrillFile(
        path: path, bytes: RecordedDrill.bytes(bytes, with: read.included), drill: read.drill,
        problems: read.problems)
      if looksForClips { file.check(read.clips) }
      return file
    } catch {
      return DrillFile(path: path, bytes: bytes, drill: nil, problems: [notText(path, at: error.location)])
    }
  }

  static func notText(_ path: String, at location: SourceLocation) -> DrillError {
    DrillError(
      severity: .error, file: path, location: location, problem: .yaml(.notUTF8), sourceLine: "")
  }

  private mutating func check(_ clips: [DrillReader.ClipUse]) {
    var missing = 0
    for clip in clips {
      guard missing < DrillReader.maximumProblems else { return }
      guard let problem = DrillFile.problem(of: clip) else { continue }
      missing += 1
      problems.append(
        DrillError(
          severity: .error, file: clip.source.path, location: clip.location, problem: .step(problem),
          sourceLine: clip.source.line(clip.location.line)))
      drill = nil
    }
  }

  /// Why a clip cannot be read; nil where it can. A pipe or a device would keep the run waiting.
  private static func problem(of clip: DrillReader.ClipUse) -> StepProblem? {
    var status = stat()
    guard stat(clip.path, &status) == 0, access(clip.path, R_OK) == 0 else {
      return .clipUnreadable(cue: clip.cue, path: clip.path, reason: systemErrorText(errno))
    }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    return isRegular ? nil : .clipNotRegular(cue: clip.cue, path: clip.path)
  }

  /// The bytes of a regular file of bounded size. Never waits for a pipe or a device.
  private static func contents(_ path: String, faults: FaultPlan?) throws(DrillFileError) -> [UInt8] {
    let calls = DrillFileCalls(faults: faults)
    let descriptor = calls.open(path)
    guard descriptor >= 0 else {
      throw descriptor == -ENOENT
        ? .missing(
          path: path, looked: path.contains("/") ? [] : InstalledDrills.standard.folders,
          known: InstalledDrills.standard.names)
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
