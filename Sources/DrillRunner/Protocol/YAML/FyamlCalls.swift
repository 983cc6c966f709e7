import CFyaml
import MotionCore

/// The calls of libfyaml (0.7.12), one thin function per C function. Handles are the library's own; who calls
/// `…Create` must call the matching `…Destroy`. Calls that can fail ask the fault plan first.
struct FyamlCalls {
  /// Makes chosen calls fail, in tests.
  var faults: FaultPlan?

  init(faults: FaultPlan? = nil) {
    self.faults = faults
  }

  /// fy_diag_create(3): a sink for diagnostics that collects errors and prints nothing. nil: out of memory.
  func diagnosticsCreate() -> OpaquePointer? {
    if faults?.note("fy_diag_create") != nil { return nil }
    var configuration = fy_diag_cfg()
    fy_diag_cfg_default(&configuration)
    configuration.fp = nil
    configuration.level = FYET_ERROR
    configuration.colorize = false
    guard let diagnostics = fy_diag_create(&configuration) else { return nil }
    fy_diag_set_collect_errors(diagnostics, true)
    return diagnostics
  }

  /// fy_diag_unref(3); the sink is gone with its last reference.
  func diagnosticsRelease(_ diagnostics: OpaquePointer) {
    fy_diag_unref(diagnostics)
  }

  /// fy_diag_errors_iterate(3): all errors collected so far, as the library words them. Line and column count
  /// from 1; the column counts characters.
  func collectedErrors(_ diagnostics: OpaquePointer) -> [(line: Int, column: Int, message: String)] {
    var found: [(line: Int, column: Int, message: String)] = []
    var position: UnsafeMutableRawPointer?
    while let error = fy_diag_errors_iterate(diagnostics, &position) {
      let message = error.pointee.msg.map { String(cString: $0) } ?? ""
      found.append((Int(error.pointee.line), Int(error.pointee.column), message))
    }
    return found
  }

  /// fy_parser_create(3). nil: out of memory.
  func parserCreate(diagnostics: OpaquePointer) -> OpaquePointer? {
    if faults?.note("fy_parser_create") != nil { return nil }
    // The parser takes over one reference of the sink, also where it is destroyed later.
    var configuration = fy_parse_cfg(
      search_path: nil, flags: FYPCF_QUIET, userdata: nil, diag: diagnostics)
    return fy_parser_create(&configuration)
  }

  /// fy_parser_destroy(3).
  func parserDestroy(_ parser: OpaquePointer) {
    fy_parser_destroy(parser)
  }

  /// fy_parser_set_string(3). The bytes must outlive the parser. Returns 0, or negative.
  func parserSetString(_ parser: OpaquePointer, _ bytes: UnsafeBufferPointer<CChar>) -> Int32 {
    if let code = faults?.note("fy_parser_set_string") { return code }
    return fy_parser_set_string(parser, bytes.baseAddress, bytes.count)
  }

  /// fy_parser_parse(3): the next event; nil at the end of the stream and after an error
  /// (`parserHasError` tells them apart). To be given back with `eventFree`.
  func parserParse(_ parser: OpaquePointer) -> UnsafeMutablePointer<fy_event>? {
    if faults?.note("fy_parser_parse") != nil { return nil }
    return fy_parser_parse(parser)
  }

  /// fy_parser_event_free(3).
  func eventFree(_ parser: OpaquePointer, _ event: UnsafeMutablePointer<fy_event>) {
    fy_parser_event_free(parser, event)
  }

  /// fy_parser_get_stream_error(3).
  func parserHasError(_ parser: OpaquePointer) -> Bool {
    fy_parser_get_stream_error(parser)
  }

  /// fy_event_start_mark(3) and fy_event_end_mark(3): the event's byte offsets in the input; nil where the
  /// event has none.
  func eventRange(_ event: UnsafeMutablePointer<fy_event>) -> Range<Int>? {
    guard let start = fy_event_start_mark(event) else { return nil }
    let first = start.pointee.input_pos
    let end = fy_event_end_mark(event)?.pointee.input_pos ?? first
    return first..<max(first, end)
  }

  /// fy_token_get_text(3): the text of a token with escapes and folding done. nil: out of memory.
  func tokenText(_ token: OpaquePointer) -> String? {
    if faults?.note("fy_token_get_text") != nil { return nil }
    var length = 0
    guard let text = fy_token_get_text(token, &length) else { return nil }
    return String(
      decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  /// fy_token_scalar_style(3).
  func isPlain(_ token: OpaquePointer) -> Bool {
    fy_token_scalar_style(token) == FYSS_PLAIN
  }
}
