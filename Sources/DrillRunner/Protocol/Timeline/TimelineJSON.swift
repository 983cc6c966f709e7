import MotionCore

extension Timeline {
  /// `timeline.json`: the seed, and every step and cue with its drawn interval, in whole milliseconds.
  var json: JSONValue {
    var document: JSONObject = [
      "version": 1, "drill": .integer(Int64(Drill.format)), "title": .string(title),
    ]
    if let language { document.append("language", .string(language)) }
    document.append("seed", .integer(Int64(seed)))
    document.append("nominal_ms", Timeline.milliseconds(nominalDuration))
    document.append(
      "steps",
      .array(
        steps.enumerated().map { index, step in
          var object: JSONObject = ["step": .integer(Int64(index + 1))]
          for member in Timeline.members(of: step).members { object.append(member.key, member.value) }
          return .object(object)
        }))
    return .object(document)
  }

  private static func members(of step: Step) -> JSONObject {
    switch step {
    case .say(let text): return ["kind": "say", "text": .string(text)]
    case .rest(let time): return ["kind": "rest", "duration_ms": milliseconds(time)]
    case .countdown(let time): return ["kind": "countdown", "duration_ms": milliseconds(time)]
    case .waitStill: return ["kind": "wait", "for": "still"]
    case .stationary(let time, let place):
      return [
        "kind": "stationary", "duration_ms": milliseconds(time), "where": .string(place.rawValue),
      ]
    case .calibrate(let step):
      return [
        "kind": "calibrate", "target": .string(step.target == .neutral ? "neutral" : "axes"),
        "method": .string(step.target == .standardAxes ? "standard" : "gestures"),
        "required": .bool(step.isRequired),
      ]
    case .ask(let question):
      var object: JSONObject = [
        "kind": "ask", "name": .string(question.name), "text": .string(question.text),
        "answers": .array(question.answers.map { .string($0.rawValue) }),
      ]
      if let tap = question.tap { object.append("tap", .string(tap.rawValue)) }
      object.append("within_ms", milliseconds(question.within))
      return object
    case .block(let block):
      let definition = block.definition
      var object: JSONObject = [
        "kind": "block", "name": .string(definition.name), "intent": .string(definition.intent.rawValue),
      ]
      if let say = definition.say { object.append("say", .string(say)) }
      object.append("order", .string(definition.order.rawValue))
      if let most = definition.mostAlike { object.append("most_alike", .integer(Int64(most))) }
      object.append("interval", .string(definition.interval.text))
      object.append("slots", .array(block.slots.map(json)))
      return object
    }
  }

  private static func json(_ slot: Slot) -> JSONValue {
    var object: JSONObject = [
      "cue": slot.cue.map { .string($0) } ?? .null, "expect": .string(slot.expect.rawValue),
    ]
    if let trial = slot.trial { object.append("trial", .integer(Int64(trial))) }
    object.append("interval_ms", milliseconds(slot.interval))
    return .object(object)
  }

  private static func milliseconds(_ duration: Duration) -> JSONValue {
    .integer((duration.wholeNanoseconds + 500_000) / 1_000_000)
  }
}
