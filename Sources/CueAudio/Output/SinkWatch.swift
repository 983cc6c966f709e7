import Foundation
import MotionCore

/// Looks whether a sound server still plays on the sink that was opened. A server moves streams in silence: when their
/// sink goes away, or when somebody chooses another default.
///
/// Looking runs a program, so it has a queue of its own; a server that does not answer holds up nothing else.
final class SinkWatch: Sendable {
  /// Dispatch sources may be cancelled from any thread, but are not marked so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// Calls `moved` once, when this process's stream plays on another sink than `sink`. No answer is no move.
  init(
    sink: ServerSink, every interval: Duration, sinks: ServerSinks = ServerSinks(),
    moved: @escaping @Sendable (ServerSink) -> Void
  ) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "cue output sink watch"))
    timer.schedule(deadline: .now() + interval.inSeconds, repeating: interval.inSeconds)
    let timer = timer
    timer.setEventHandler {
      guard let now = sinks.playing(), now.name != sink.name else { return }
      timer.cancel()
      moved(now)
    }
    timer.resume()
  }

  func end() { timer.cancel() }
}
