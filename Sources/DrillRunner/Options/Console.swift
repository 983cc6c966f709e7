import Foundation
import MotionCore

#if canImport(Glibc)
  import Glibc
#endif

/// Where a command prints: results on stdout, messages on stderr. A closed pipe is not an error.
///
/// Nothing that is printed here can command the terminal: what a file or a device has put into a text is made
/// visible (`Printable`), whoever made the text.
struct Console: Sendable {
  /// A place to print to.
  struct Stream: Sendable {
    var write: @Sendable (String) -> Void
    var isTerminal: Bool
    /// The width of the terminal, in columns; nil for none, or where it does not tell.
    var columns: Int?
    /// Whether whoever reads has no other characters than those of ASCII.
    var isASCII = false

    /// Writes what a person reads.
    func tell(_ text: String) { write(isASCII ? ScreenText.ascii(text) : text) }
  }

  var out: Stream
  var err: Stream
  /// Gets every message that is printed, before it is: what text alone does not tell, a test sees here.
  var told: @Sendable (any CatalogueMessage) -> Void = { _ in }

  static let standard = Console(out: .descriptor(STDOUT_FILENO), err: .descriptor(STDERR_FILENO))

  // All that a person is told is of the catalogue of messages; what is no message is a document.

  /// Prints a table, a document or help.
  func document(_ text: String) { out.tell(Console.line(text)) }
  /// Prints what a program reads, whatever characters a person could read.
  func data(_ text: String) { out.write(Console.line(text)) }
  /// Prints a JSON document, keys sorted.
  func json(_ value: JSONValue) { data(value.text(.indented, sortedKeys: true)) }
  /// Prints how what was asked for went.
  func result(_ line: ResultLine) {
    told(line)
    let text = Console.line(Printable.text(line.text))
    out.tell(out.columns.map { Console.wrapped(text, columns: $0) } ?? text)
  }
  /// Prints what to do next.
  func result(_ step: NextStep) {
    told(step)
    out.tell(Console.line(Console.wrapped(Printable.text(step.text), columns: width(of: out))))
  }
  /// Prints something that must be known beside the result.
  func notice(_ notice: Notice) {
    told(notice)
    tell(notice.printed)
  }
  /// Prints the warnings of a drill that can run.
  func warning(_ problems: DrillProblems) {
    hear(problems)
    tell("\(problems)")
  }
  /// Prints an error as a person needs it.
  func error(_ error: any Error) {
    let message = error as? any DiagnosedError & CatalogueMessage ?? UnexpectedError(error)
    hear(message)
    // The errors of a drill file each say that they are errors, after their place.
    tell(message is DrillProblems ? "\(message)" : "error: \(message)")
  }
  /// Prints help that was asked for, in lines that fit.
  func help(_ text: (_ width: Int) -> String) { out.tell(Console.line(text(width(of: out)))) }
  /// Prints help that nobody asked for.
  func usage(_ text: (_ width: Int) -> String) { err.tell(Console.line(text(width(of: err)))) }
  /// Prints a list of things with their names, its long lines broken at spaces.
  func list(_ text: (_ width: Int) -> String) {
    let width = width(of: out)
    out.tell(Console.line(Console.wrapped(text(width), columns: width)))
  }

  /// Lines longer than this are hard to read, and shorter ones hold no text beside a column of names.
  private static let readable = 40...110
  /// The columns that text may take: those of the terminal, or of a page.
  private func width(of stream: Stream) -> Int {
    min(max(stream.columns ?? TextColumns.page, Console.readable.lowerBound), Console.readable.upperBound)
  }

  /// What is wrong with a drill is several messages, one for each place.
  private func hear(_ message: any CatalogueMessage) {
    told(message)
    for problem in (message as? DrillProblems)?.problems ?? [] { told(problem.problem.catalogued) }
  }

  private func tell(_ text: String) {
    let line = Console.line(text)
    err.tell(err.columns.map { Console.wrapped(line, columns: $0) } ?? line)
  }

  /// Long lines broken at spaces, for a terminal would break them inside words. What is longer than a line by itself, a
  /// path, stays whole, so that it can be copied; a line of a drill with the mark below it (" | ") stays as it is.
  static func wrapped(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard DisplayWidth.of(String(line)) > columns, !line.contains(" | ") else { return String(line) }
      let indent = String(line.prefix { $0 == " " })
      var rows = [""]
      for word in line.dropFirst(indent.count).split(separator: " ").map(String.init) {
        if rows[rows.count - 1].isEmpty {
          rows[rows.count - 1] = indent + word
        } else if DisplayWidth.of(rows[rows.count - 1]) + 1 + DisplayWidth.of(word) <= columns {
          rows[rows.count - 1] += " " + word
        } else {
          rows.append(indent + "  " + word)
        }
      }
      return rows.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func line(_ text: String) -> String {
    let safe = Printable.lines(text)
    return safe.hasSuffix("\n") ? safe : safe + "\n"
  }
}

extension Console.Stream {
  /// A file descriptor. What cannot be written, because the reader is gone, is dropped.
  static func descriptor(_ descriptor: Int32) -> Console.Stream {
    Console.Stream(
      write: { text in
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
          let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
          if written > 0 {
            bytes = bytes.dropFirst(written)
          } else if written < 0, errno == EAGAIN {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&ready, 1, 1000) > 0 else { return }
          } else if written < 0, errno != EINTR {
            return
          }
        }
      }, isTerminal: isatty(descriptor) == 1, columns: TerminalCalls().windowSize(descriptor)?.columns,
      isASCII: !ScreenText.isUnicode(ProcessInfo.processInfo.environment))
  }
}
