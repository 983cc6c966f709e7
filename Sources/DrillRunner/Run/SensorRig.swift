import IMUDriver
import MotionCore

/// The sensors of one run, opened, with the names that they and their streams have in the bundle. The first is
/// the primary one: its loss concerns the run; the loss of another is recorded, and the run goes on.
struct SensorRig: Sendable {
  struct Member: Sendable {
    var name: String
    var source: any SensorSource
    /// The source's driver, asked for once: a sensor's description is made anew from what its reader has found out.
    let driver: String
    /// The bundle's numbers of the source's streams.
    var streams: Range<Int>

    /// A replay or a table of values: it is played from its first row, and a stream of it may be empty.
    var isFile: Bool { source is any VirtualTimeSource && !(source is any CueHearing) }
  }

  private(set) var members: [Member] = []
  /// For the manifest, in order.
  private(set) var streams: [StreamDescription] = []
  private(set) var clocks: [ClockDescription] = []

  /// Adds an opened sensor. Streams and clocks of every sensor but the first get `@name` behind their own names.
  mutating func add(_ source: any SensorSource, name: String) {
    let suffix = members.isEmpty ? "" : "@\(name)"
    members.append(
      Member(
        name: name, source: source, driver: source.sensor.driver,
        streams: streams.count..<streams.count + source.streams.count))
    for var stream in source.streams {
      stream.name += suffix
      stream.sensor = name
      if stream.clock != "host" { stream.clock += suffix }
      streams.append(stream)
    }
    for var clock in source.clocks {
      clock.name += suffix
      clocks.append(clock)
    }
  }

  /// The sensors as the manifest names them; their settings are read now.
  var sensors: [(name: String, sensor: SensorDescription)] {
    members.map { member in
      var sensor = member.source.sensor
      sensor.location = member.name
      return (member.name, sensor)
    }
  }

  var isSynthetic: Bool { members.contains { $0.source.isSynthetic } }

  /// The primary sensor's streams.
  var primaryStreams: Range<Int> { members.first?.streams ?? 0..<0 }

  /// The simulated rider among them, who hears the cues.
  var rider: (any CueHearing)? {
    members.lazy.compactMap { $0.source as? any CueHearing }.first
  }
}
