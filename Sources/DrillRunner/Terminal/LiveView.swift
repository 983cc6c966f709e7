import MotionCore

/// Draws a `LiveStatus` as lines of text. Pure: the same status and size give the same lines.
///
/// The screen is made of parts in a fixed order. Each has a rank, and where not all fit the least important ones are left
/// out: a window of any size shows what it can, and the one line that says whether this is being recorded is always there.
enum LiveView {
  /// Lines that belong together, and how soon they are given up: 0 never, more sooner.
  struct Part {
    var rank: Int
    var lines: [ScreenLine]

    init(_ rank: Int, _ lines: [ScreenLine]) {
      self.rank = rank
      self.lines = lines
    }

    init(_ rank: Int, _ line: String, _ style: ScreenLine.Style = .plain) {
      self.init(rank, [ScreenLine(line, style)])
    }
  }

  /// At most `height` lines of at most `width` columns, without control characters; ASCII alone unless `unicode`.
  static func render(_ status: LiveStatus, width: Int, height: Int, unicode: Bool) -> [ScreenLine] {
    guard width > 0, height > 0 else { return [] }
    let parts = self.parts(status, width: width, height: height, unicode: unicode).filter {
      !$0.lines.isEmpty
    }
    var kept: Set<Int> = []
    var left = height
    for index in parts.indices.sorted(by: { (parts[$0].rank, $0) < (parts[$1].rank, $1) })
    where parts[index].lines.count <= left {
      kept.insert(index)
      left -= parts[index].lines.count
    }
    return parts.indices.filter(kept.contains).flatMap { parts[$0].lines }.map { line in
      let text = LiveView.shown(line.text, unicode: unicode)
      let isBar = line.style == .bar || line.style == .recordingBar
      let fitted =
        isBar ? DisplayWidth.fit(text, to: width) : DisplayWidth.cut(text, to: width).rightTrimmed
      return ScreenLine(unicode ? fitted : ScreenText.ascii(fitted), line.style)
    }
  }

  private static func parts(_ status: LiveStatus, width: Int, height: Int, unicode: Bool) -> [Part] {
    let word: ScreenLine.Style =
      switch status.mood {
      case .ordinary: .strong
      case .attention: .attention
      case .good: .good
      }
    func big(_ text: String, _ style: ScreenLine.Style) -> [ScreenLine] {
      guard let lines = BigText.lines(text, unicode: unicode), lines[0].count <= width else { return [] }
      let margin = lines[0].count < width ? " " : ""
      return lines.map { ScreenLine(margin + $0, style) }
    }
    var parts = [
      Part(0, sign(status), status.isRecording ? .recordingBar : .bar),
      Part(4, heading(status)), Part(8, big(status.state.text, word)),
    ]
    parts += ending(status, width: width, unicode: unicode)
    parts += words(status, width: width, height: height, unicode: unicode)
    parts += [Part(17, ""), Part(1, timing(status)), Part(11, big(bigTiming(status), .strong))]
    switch status.angles {
    case .value(let angles):
      parts += [
        Part(18, ""), Part(5, labelled("angles", text(angles))), Part(12, big(bigAngles(angles), .strong)),
      ]
    case .unavailable(let reason):
      parts += [Part(18, ""), Part(15, labelled("angles", ViewWord.anglesUnknown(reason: reason.text).text))]
    case nil: break
    }
    parts.append(Part(19, ""))
    parts.append(Part(2, labelled("sensor", sensor(status))))
    parts += LiveView.streams(status, width: width)
    parts += conditions(status)
    // What does not fit one line goes on below where there is room.
    let sound = TextColumns.wrapped(
      shown(status.sound.isEmpty ? ViewWord.soundUnknown.text : status.sound, unicode: unicode), width: width,
      first: labelled("sound", ""), rest: "".padded(to: labelWidth))
    parts += [Part(12, sound[0])] + sound.dropFirst().map { Part(14, $0) }
    parts += marker(status, unicode: unicode)
    if !status.keys.isEmpty { parts.append(Part(9, labelled("keys", status.keys))) }
    if case .unavailable(let reason)? = status.battery {
      parts.append(Part(16, labelled("battery", ViewWord.batteryUnknownFor(reason: reason.text).text)))
    }
    return parts + messages(status, width: width, height: height, unicode: unicode)
  }

  // MARK: Lines

  /// The first line: whether this is being recorded, in words, with a sign, and in colour.
  private static func sign(_ status: LiveStatus) -> String {
    let recording = (status.isRecording ? ViewWord.recording : .notRecording).text
    let synthetic = status.isSynthetic ? "  SYNTHETIC" : ""
    let left = status.remaining.map { "  " + ViewWord.timeLeft(minutes($0)).text } ?? ""
    return " \(recording)\(synthetic)  \(status.state.text.uppercased())  "
      + "\(CheckReport.clock(status.elapsed))\(left)"
  }

  private static func heading(_ status: LiveStatus) -> String {
    // That it is being recorded stands above.
    let stage = status.stage.map { $0 == .recording ? "" : $0.text } ?? ""
    let place = [stage, status.step].filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? status.drillTitle : "\(status.drillTitle) — \(place)"
  }

  /// "next      LEFT in 2.3 s   last CENTER 1.2 s ago", or when what is going on ends.
  private static func timing(_ status: LiveStatus) -> String {
    var texts: [String] = []
    if let next = status.nextCue { texts.append("\(next.name) in \(seconds(next.distance)) s") }
    if let countdown = status.countdown {
      texts.append("\(countdown.what.text) in \(seconds(countdown.left)) s")
    }
    if texts.isEmpty { texts.append("–") }
    if let last = status.lastCue { texts.append("last \(last.name) \(seconds(last.distance)) s ago") }
    return labelled("next", texts.joined(separator: "   "))
  }

  /// Whole seconds, rounded up: what is left of them is seen from afar, and the screen changes once a second.
  private static func bigTiming(_ status: LiveStatus) -> String {
    func whole(_ time: Duration) -> String {
      let seconds = max(0, Int(time.inSeconds.rounded(.up)))
      return seconds < 60 ? String(seconds) : minutes(.seconds(seconds))
    }
    if let next = status.nextCue { return "\(next.name) \(whole(next.distance))" }
    return status.countdown.map { whole($0.left) } ?? ""
  }

  /// "L 12°  F 3°": to the left, and forward; R is right, B back.
  private static func bigAngles(_ angles: LiveStatus.Angles) -> String {
    func side(_ value: Double, _ positive: String, _ negative: String) -> String {
      guard value.isFinite, abs(value) < 1000 else { return "?" }
      let degrees = Int(value.rounded())
      return degrees == 0 ? "0°" : "\(degrees < 0 ? negative : positive) \(abs(degrees))°"
    }
    return side(angles.lateral, "L", "R") + "  " + side(angles.forward, "F", "B")
  }

  private static func sensor(_ status: LiveStatus) -> String {
    let text = [status.sensorName, status.sensorState?.text ?? ""].filter { !$0.isEmpty }.joined(
      separator: ": ")
    return text.isEmpty ? ViewWord.sensorUnknown.text : text
  }

  /// A line for each stream: rates, delivery age, rows; further down, where there is room, interval and gaps.
  private static func streams(_ status: LiveStatus, width: Int) -> [Part] {
    let names = max(9, status.streams.map { DisplayWidth.of(Printable.text($0.name)) }.max() ?? 0) + 1
    let asked = status.requestedHz.map { "asked \(tenths($0))" } ?? ViewWord.rateNotAsked.text
    return status.streams.enumerated().flatMap { index, stream -> [Part] in
      let rate = stream.measuredHz.map { "measured \(tenths($0)) Hz" } ?? ViewWord.rateNotMeasured.text
      let age = stream.sampling.map(SamplingText.age) ?? ViewWord.ageUnknown.text
      let name = Printable.text(stream.name).padded(to: names)
      var line = "\(name)\(rate), \(asked)  \(age)  \(stream.count) rows"
      if DisplayWidth.of(line) > width {
        let short = stream.measuredHz.map { "\(tenths($0)) Hz" } ?? "? Hz"
        let median = stream.sampling.map(SamplingText.medianAge) ?? "age ?"
        line = "\(name)\(short)  \(median)  \(stream.count) rows"
      }
      // Those of one sensor first; more of them give way to the rest of the screen.
      var parts = [Part(index < 2 ? 6 : 13, line)]
      if let sampling = stream.sampling {
        parts.append(Part(15, "".padded(to: names) + SamplingText.intervals(sampling)))
      }
      return parts
    }
  }

  /// Losses, disk and battery.
  private static func conditions(_ status: LiveStatus) -> [Part] {
    let disk = status.diskFreeBytes.map { "disk \(gigabytes($0)) free" } ?? ViewWord.diskUnknown.text
    let battery =
      switch status.battery {
      case nil, .unavailable?: ViewWord.batteryUnknown.text
      case let charge?: "battery \(charge.text)"
      }
    let losses = status.losses.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    guard !losses.isEmpty else {
      return [Part(7, labelled("losses", "\(ViewWord.noLossSeen.text)   \(disk)   \(battery)"))]
    }
    let list = losses.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return [
      Part(3, labelled("losses", list), .attention),
      Part(7, "".padded(to: labelWidth) + "\(disk)   \(battery)"),
    ]
  }

  /// The latest message may take three lines where the window has some height; older ones have one each.
  private static func messages(_ status: LiveStatus, width: Int, height: Int, unicode: Bool) -> [Part] {
    guard let newest = status.messages.last else { return [] }
    func text(_ message: LiveStatus.Message) -> String {
      let time = message.at.map { minutes($0) + " " } ?? ""
      let times = message.times > 1 ? " (\(ViewWord.repeated(message.times).text))" : ""
      return shown("! " + time + message.text + times, unicode: unicode)
    }
    var lines = TextColumns.wrapped(text(newest), width: max(3, width), rest: "  ")
    let most = height < 12 ? 1 : 3
    // Cut where it is too long all the same.
    lines = capped(lines, to: most)
    let older = status.messages.dropLast().enumerated().map { index, message in
      Part(14 + status.messages.count - index, text(message))
    }
    return [Part(20, "")] + older + [Part(3, lines.map { ScreenLine($0, .attention) })]
  }

  // MARK: Words

  static let labelWidth = 10

  static func labelled(_ label: String, _ text: String) -> String {
    label.padded(to: labelWidth) + text
  }

  /// "left 12.3°  forward 0.4°  turned right 3.1° (heading drifts)".
  private static func text(_ angles: LiveStatus.Angles) -> String {
    func side(_ value: Double, _ positive: String, _ negative: String) -> String {
      "\(value < 0 ? negative : positive) \(tenths(abs(value)))°".padded(to: positive.count + 8)
    }
    return side(angles.lateral, "left", "right") + side(angles.forward, "forward", "back")
      + "turned \(angles.axial < 0 ? "right" : "left") \(tenths(abs(angles.axial)))°"
      + (angles.headingDrifts ? " (\(ViewWord.headingDrifts.text))" : "")
  }

  /// Visible, and of characters that the terminal has.
  static func shown(_ text: String, unicode: Bool) -> String {
    let text = Printable.text(text)
    return unicode ? text : ScreenText.ascii(text)
  }

  /// Seconds to the tenth.
  private static func seconds(_ time: Duration) -> String { tenths(time.inSeconds) }

  /// Minutes and whole seconds: "1:04".
  static func minutes(_ time: Duration) -> String {
    String(CheckReport.clock(.seconds(Int(time.inSeconds))).dropLast(2))
  }

  private static func gigabytes(_ bytes: Int64) -> String {
    bytes < 1_000_000_000 ? "\(bytes / 1_000_000) MB" : tenths(Double(bytes) / 1e9) + " GB"
  }

  private static func tenths(_ value: Double) -> String {
    value.isFinite && abs(value) < 1e9 ? FixedNumber.text(value, digits: 1) : "?"
  }
}
