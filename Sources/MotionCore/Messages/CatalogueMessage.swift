/// Something that the program can say, print or write for a person to read. Every such message is a value of a type
/// that conforms: an enum whose cases are the messages and whose associated values are what a moment fills in. All of
/// them together are the catalogue, docs/messages.md.
public protocol CatalogueMessage: Sendable {
  /// What they are about, and where they appear.
  static var section: MessageSection { get }
  /// One of each, filled with what might stand there. A test compares them with the cases that the type really has.
  static var examples: [Self] { get }
  /// The enum whose cases are the messages: the type itself, or that of the part which tells them apart.
  static var variants: Any.Type { get }
  /// Which of the messages of its type it is: the name of the case; empty where the type has only one.
  var variant: String { get }
  /// What tells several examples of one case apart; empty for most.
  var detail: String { get }
  /// What it says, why, and what to do next.
  var wording: MessageWording { get }
}

/// What a message says, why it is said, and what to do next.
public struct MessageWording: Hashable, Sendable {
  public var text: String
  public var cause: String
  /// Nil is for what cannot happen in the catalogue: a message without a next step fails its test.
  public var nextStep: String?

  public init(_ text: String, cause: String, next: String?) {
    self.text = text
    self.cause = cause
    nextStep = next
  }
}

/// A group of messages of one type.
public struct MessageSection: Hashable, Sendable {
  /// Begins the ids of its messages: "sensor".
  public var id: String
  /// What the messages are about, as a heading.
  public var title: String
  public var channels: [MessageChannel]

  public init(_ id: String, _ title: String, _ channels: MessageChannel...) {
    self.id = id
    self.title = title
    self.channels = channels
  }
}

/// Where a message reaches a person.
public enum MessageChannel: String, Hashable, Sendable, CaseIterable {
  /// The run's voice.
  case spoken
  /// On stderr; it ends the command.
  case error
  /// On stderr; the command goes on.
  case notice
  /// In the live view, or as a line of `--plain`.
  case view
  /// On stdout, in what a command was asked for.
  case result
  /// In the session's files, or in what is made of them.
  case file
}

extension CatalogueMessage {
  public static var variants: Any.Type { Self.self }
  public var variant: String { EnumCase.name(of: self) ?? "" }
  public var detail: String { "" }

  /// By which it is looked up: "sensor.none-found".
  public var messageID: String {
    ([Self.section.id] + [variant, detail].filter { !$0.isEmpty }.map(EnumCase.dashed)).joined(separator: ".")
  }

  /// What it says.
  public var text: String { wording.text }
}

extension CatalogueMessage where Self: DiagnosedError {
  public var wording: MessageWording { MessageWording(summary, cause: cause, next: remedy) }
}
