/// A value of a YAML document, with the place where it stands. Anchors, aliases and tags do not occur: the
/// reader refuses them, so a small file cannot grow into a large tree.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    /// Text, with quotes, escapes and folding done. Everything that is not a list or a mapping is text.
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  var content: Content
  var location: SourceLocation
  /// True for unquoted text on one line: a part of the text then stands at the same offset in the source.
  var isPlain: Bool

  var scalar: String? {
    if case .scalar(let text) = content { text } else { nil }
  }

  /// What stands there, for messages.
  enum Kind: String, Sendable {
    case text, list, mapping, nothing

    var text: String {
      switch self {
      case .text, .nothing: rawValue
      case .list, .mapping: "a \(rawValue)"
      }
    }
  }

  var kind: Kind {
    switch content {
    case .scalar(let text): text.isEmpty ? .nothing : .text
    case .sequence: .list
    case .mapping: .mapping
    }
  }

  /// The place of `length` characters from character `offset` of the text; the whole node where the text does
  /// not stand in the source as it is.
  func location(offset: Int, length: Int) -> SourceLocation {
    guard isPlain else { return location }
    return SourceLocation(line: location.line, column: location.column + offset, length: max(1, length))
  }
}

/// A key of a mapping and its value.
struct YAMLEntry: Sendable {
  var key: String
  var keyLocation: SourceLocation
  var value: YAMLNode
}
