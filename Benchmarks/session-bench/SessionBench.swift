import Foundation
import MotionCore

/// Costs of the session store and of the analysis.
///
///     session-bench write FOLDER            an hour at 200 Hz, three 3-axis streams; prints the bundle's path
///     session-bench open BUNDLE             reads it once; prints seconds, CPU seconds and peak memory as JSON
///     session-bench analyze BUNDLE          reads and analyses it once; prints the CPU seconds of each part as JSON
///     session-bench record FOLDER SECONDS   records three 3-axis streams at 1 kHz; prints the CPU share as JSON
@main
struct SessionBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("write", 2): print(try BenchSession.writeHour(in: arguments[1]))
      case ("open", 2): print(try open(arguments[1]).text())
      case ("analyze", 2): print(try analyze(arguments[1]).text())
      case ("record", 3):
        guard let seconds = Int(arguments[2]), seconds > 0 else { throw Usage() }
        print(try RecordingCost.measure(in: arguments[1], seconds: seconds).text())
      default: throw Usage()
      }
    } catch {
      FileHandle.standardError.write(Data("session-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private struct Usage: Error, CustomStringConvertible {
    var description: String { "write FOLDER | open BUNDLE | analyze BUNDLE | record FOLDER SECONDS" }
  }

  private static func open(_ path: String) throws -> JSONValue {
    let began = MonotonicClock().now()
    let cpuBefore = Usages.cpuSeconds
    let session = try SessionReader.read(path)
    let wall = (MonotonicClock().now() - began).inSeconds
    let cpu = Usages.cpuSeconds - cpuBefore
    // i, t, h, x, y, z, eight bytes each.
    let rows = session.streams.reduce(0) { $0 + $1.count }
    let x = session.stream(.gyroscope)?.values.first?.doubles.reduce(0, +) ?? .nan
    return [
      "wall_s": .real(wall), "cpu_s": .real(cpu), "peak_mib": .real(Usages.peakMiB),
      "rows": .integer(Int64(rows)), "gyroscope_x_sum": .real(x),
      "columns_mib": .real(Double(rows * 6 * 8) / 1_048_576),
    ]
  }
}

extension SessionBench {
  /// The hash of the document tells whether two builds find the same numbers, to the last bit.
  private static func analyze(_ path: String) throws -> JSONValue {
    let began = MonotonicClock().now()
    let start = Usages.cpuSeconds
    let session = try SessionReader.read(path)
    let read = Usages.cpuSeconds
    let analysis = MotionAnalyzer().analyze(session)
    let analyzed = Usages.cpuSeconds
    let text = analysis.documentText
    let written = Usages.cpuSeconds
    return [
      "wall_s": .real((MonotonicClock().now() - began).inSeconds), "cpu_s": .real(written - start),
      "read_cpu_s": .real(read - start), "analyze_cpu_s": .real(analyzed - read),
      "document_cpu_s": .real(written - analyzed), "peak_mib": .real(Usages.peakMiB),
      "rows": .integer(Int64(session.streams.reduce(0) { $0 + $1.count })),
      "trials": .integer(Int64(analysis.trials.count)),
      "transitions": .integer(Int64(analysis.transitions.count)),
      "document_sha256": .string(SHA256Hash.hex(Array(text.utf8))),
    ]
  }
}

/// What the system says of this process.
enum Usages {
  /// User and system CPU time of all threads, s.
  static var cpuSeconds: Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// User and system CPU time of the calling thread, s.
  static var threadSeconds: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  /// Largest resident memory so far, MiB (ru_maxrss is in KiB on Linux).
  static var peakMiB: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
