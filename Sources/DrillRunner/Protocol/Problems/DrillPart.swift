/// A mapping of a drill file whose keys are known, as messages name it.
enum DrillPart: Hashable, Sendable {
  case drill
  case cueSet
  case lossPolicy
  case cue(String)
  case block
  /// By its kind, the first key: "rest".
  case step(String)

  /// "a block", for what is wrong in it.
  var anyName: String {
    switch self {
    case .drill: "a drill"
    case .cueSet: "a cue set"
    case .lossPolicy: "on_loss"
    case .cue: "a cue"
    case .block: "a block"
    case .step(let kind): "\(kind == "ask" ? "an" : "a") \(kind) step"
    }
  }

  /// "the block", for what is missing in it.
  var name: String {
    switch self {
    case .drill: "the drill"
    case .cueSet: "the cue set"
    case .lossPolicy: "on_loss"
    case .cue(let name): "the cue \"\(name)\""
    case .block: "the block"
    case .step(let kind): "the \(kind) step"
    }
  }
}

/// A value of a drill file, as messages name it. What stands behind a key is named by the key, written as a literal.
enum DrillValueName: Hashable, Sendable, ExpressibleByStringLiteral {
  case key(String)
  /// What defines a cue.
  case cue(String)
  // An item of a list, or a value whose key is the author's.
  case cueName
  case step
  case answer
  case buttonAction

  init(stringLiteral key: String) { self = .key(key) }

  var text: String {
    switch self {
    case .key(let key): key
    case .cue(let name): "the cue \(name)"
    case .cueName: "a cue's name"
    case .step: "a step"
    case .answer: "an answer"
    case .buttonAction: "a button's action"
    }
  }
}
