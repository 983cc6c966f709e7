import MotionCore

/// Something about how the rider moves that is said between blocks, never in a trial. It says what was seen, and
/// judges nothing.
enum RunRemark: String, Hashable, Sendable, CaseIterable {
  case movedWhileStill = "moved_while_still"
  case movedEarly = "moved_early"
  case wrongWay = "wrong_way"
  case neverMoved = "never_moved"

  var sentence: String { wording.text }
}

extension RunRemark: CatalogueMessage {
  static let section = MessageSection("say.remark", "What the voice remarks between blocks", .spoken)
  static let examples = allCases

  var wording: MessageWording {
    switch self {
    case .movedWhileStill:
      MessageWording(
        "There was movement while you were to sit still.",
        cause: "the trunk left its place by more than 5° in a stationary phase",
        next: "sit still in such phases: noise, bias and neutral come from them")
    case .movedEarly:
      MessageWording(
        "There was movement before the word. Wait for the word, then move.",
        cause: "in the half second before a word the trunk moved by more than 5°",
        next: "come to rest before the next word; such a trial may be marked as anticipated")
    case .wrongWay:
      MessageWording(
        "Some movements went another way than the word said.",
        cause: "after a word the trunk moved by more than 8° against its direction",
        next: "listen for the word; if the direction was right, calibrate again, the sensor may have turned")
    case .neverMoved:
      MessageWording(
        "After some words no movement was seen. Move when you hear the word.",
        cause: "after a word that asks for a movement the trunk did not move by 4°",
        next: "move when you hear the word; raise the volume if it was not heard")
    }
  }
}
