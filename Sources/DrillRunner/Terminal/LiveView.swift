import MotionCore

/// Draws a `LiveStatus` as lines of text. Pure: the same status and size give the same lines.
enum LiveView {
  /// At most `height` lines of at most `width` columns. The most important come first, so that a small window
  /// loses the least. Without `color` there is no escape code in them.
  static func render(_ status: LiveStatus, width: Int, height: Int, color: Bool) -> [String] {
    guard width > 0, height > 0 else { return [] }
    var lines = [sign(status, width: width, color: color), plain(heading(status), width)]
    for (label, text) in rows(status) {
      lines.append(plain(label.padded(to: 10) + text, width))
    }
    let space = max(0, height - lines.count - 1)
    let messages = status.messages.suffix(space)
    if !messages.isEmpty {
      lines.append("")
      lines += messages.map { plain("! " + $0, width) }
    }
    return Array(lines.prefix(height))
  }

  /// The first line: whether this is being recorded, in words, with a sign, and in colour.
  private static func sign(_ status: LiveStatus, width: Int, color: Bool) -> String {
    let recording = status.isRecording ? "● REC  RECORDING" : "○ NOT RECORDING"
    let synthetic = status.isSynthetic ? "  SYNTHETIC" : ""
    let text =
      " \(recording)\(synthetic)  \(status.state.uppercased())  \(CheckReport.clock(status.elapsed))"
    guard color else { return plain(text, width) }
    let attributes = status.isRecording ? "\u{1B}[1;7;31m" : "\u{1B}[7m"
    return attributes + DisplayWidth.fit(Printable.text(text), to: width) + "\u{1B}[0m"
  }

  private static func heading(_ status: LiveStatus) -> String {
    status.step.isEmpty ? status.drillTitle : "\(status.drillTitle) — \(status.step)"
  }

  private static func rows(_ status: LiveStatus) -> [(String, String)] {
    var rows: [(String, String)] = []
    rows.append(("next", status.nextCue.map { "\($0.name) in \(seconds($0.distance)) s" } ?? "–"))
    if let countdown = status.countdown { rows.append(("ends", "in \(seconds(countdown)) s")) }
    if let angles = status.angles { rows.append(("angles", text(angles))) }
    rows.append(("last", status.lastCue.map { "\($0.name) \(seconds($0.distance)) s ago" } ?? "–"))
    if let remaining = status.remaining { rows.append(("remains", CheckReport.clock(remaining))) }
    let sensor = [status.sensorName, status.sensorState].filter { !$0.isEmpty }.joined(separator: ": ")
    rows.append(("sensor", sensor.isEmpty ? "unknown" : sensor))
    let requested = status.requestedHz.map { "asked \(hertz($0)) Hz" } ?? "rate not asked"
    for stream in status.streams {
      let measured = stream.measuredHz.map { "measured \(hertz($0)) Hz" } ?? "rate not measured yet"
      rows.append(("", "\(stream.name.padded(to: 14)) \(stream.count) rows, \(requested), \(measured)"))
      if let sampling = stream.sampling {
        rows.append(("", "".padded(to: 15) + SamplingText.brief(sampling)))
      }
    }
    let losses = status.losses.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    rows.append(
      (
        "losses",
        losses.isEmpty ? "none seen" : losses.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      ))
    let sound = status.sound.isEmpty ? "unknown" : status.sound
    rows.append(("sound", status.timingClass.isEmpty ? sound : "\(sound) (timing: \(status.timingClass))"))
    rows.append(("disk", status.diskFreeBytes.map { "\(gigabytes($0)) free" } ?? "unknown"))
    if !status.keys.isEmpty { rows.append(("keys", status.keys)) }
    return rows
  }

  /// "left 12.3°  forward 0.4°  turned right 3.1° (heading drifts)".
  private static func text(_ angles: LiveStatus.Angles) -> String {
    func side(_ value: Double, _ positive: String, _ negative: String) -> String {
      "\(value < 0 ? negative : positive) \(tenths(abs(value)))°".padded(to: positive.count + 8)
    }
    return side(angles.lateral, "left", "right") + side(angles.forward, "forward", "back")
      + "turned \(angles.axial < 0 ? "right" : "left") \(tenths(abs(angles.axial)))°"
      + (angles.headingDrifts ? " (heading drifts)" : "")
  }

  private static func plain(_ text: String, _ width: Int) -> String {
    DisplayWidth.cut(Printable.text(text), to: width)
  }

  /// Seconds to the tenth.
  private static func seconds(_ time: Duration) -> String { tenths(time.inSeconds) }

  /// Hertz to the tenth.
  static func hertz(_ value: Double) -> String { tenths(value) }

  private static func gigabytes(_ bytes: Int64) -> String {
    bytes < 1_000_000_000 ? "\(bytes / 1_000_000) MB" : tenths(Double(bytes) / 1e9) + " GB"
  }

  private static func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "?" }
    let whole = Int64((value * 10).rounded())
    return (whole < 0 ? "-" : "") + "\(abs(whole) / 10).\(abs(whole) % 10)"
  }
}
