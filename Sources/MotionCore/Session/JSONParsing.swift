import CSimdjson

/// A text that is not JSON: what is wrong, and where, as far as simdjson says.
public struct JSONError: DiagnosedError, Hashable {
  public var cause: String
  /// Bytes from the start of the text; nil where not known.
  public var offset: Int?

  public var failure: String { offset.map { "not JSON at byte \($0)" } ?? "not JSON" }
  public var remedy: String? { "correct the text at that place: a JSON checker, such as jq, shows it" }
}

extension JSONError: CatalogueMessage {
  public static let section = MessageSection("json", "JSON documents", .error, .file)
  public static let examples = [JSONError(cause: "the JSON document has an improper structure", offset: 214)]
}

extension JSONValue {
  /// Arrays and objects may be nested so deep, and no deeper.
  public static let defaultMaximumDepth = 128

  /// Reads one JSON document (RFC 8259) through simdjson. Keys keep their order, a repeated key stands twice
  /// (`JSONObject` finds the first). Numbers without fraction and exponent are integers where they fit Int64;
  /// larger ones, as well as all others, become the nearest double.
  public static func parse(
    _ bytes: some Collection<UInt8>, maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONError) -> JSONValue {
    let copy = Array(bytes)
    guard let document = csimdjson_document_parse(copy, copy.count, maximumDepth) else {
      throw JSONError(cause: "out of memory", offset: nil)
    }
    defer { csimdjson_document_free(document) }
    if let error = csimdjson_document_error(document) {
      let offset = csimdjson_document_error_offset(document)
      throw JSONError(cause: String(cString: error), offset: offset < 0 ? nil : Int(offset))
    }
    var count = 0
    guard let nodes = csimdjson_document_nodes(document, &count) else {
      throw JSONError(cause: "empty document", offset: 0)
    }
    var position = 0
    return build(UnsafeBufferPointer(start: nodes, count: count), &position)
  }

  /// Reads one JSON document from a string.
  public static func parse(_ text: String) throws(JSONError) -> JSONValue {
    try parse(Array(text.utf8))
  }

  private static func build(
    _ nodes: UnsafeBufferPointer<csimdjson_node>, _ position: inout Int
  ) -> JSONValue {
    let node = nodes[position]
    position += 1
    switch node.kind {
    case csimdjson_false: return .bool(false)
    case csimdjson_true: return .bool(true)
    case csimdjson_integer: return .integer(node.integer)
    case csimdjson_real: return .real(node.real)
    case csimdjson_string: return .string(text(of: node))
    case csimdjson_array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(node.count)
      for _ in 0..<node.count { elements.append(build(nodes, &position)) }
      return .array(elements)
    case csimdjson_object:
      var object = JSONObject()
      for _ in 0..<node.count {
        let key = text(of: nodes[position])
        position += 1
        object.append(key, build(nodes, &position))
      }
      return .object(object)
    default: return .null
    }
  }

  private static func text(of node: csimdjson_node) -> String {
    guard node.length > 0, let text = node.text else { return "" }
    return text.withMemoryRebound(to: UInt8.self, capacity: node.length) {
      String(decoding: UnsafeBufferPointer(start: $0, count: node.length), as: UTF8.self)
    }
  }
}
