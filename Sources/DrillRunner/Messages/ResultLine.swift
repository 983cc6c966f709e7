import MotionCore

/// A sentence on stdout that says how what was asked for went. Tables, documents and help are no messages.
enum ResultLine: Hashable, Sendable {
  case synthetic
  case sessionEnded(SessionState, reason: String?, bundle: String)
  case analysisStored(path: String)
  case noSessions(folder: String)
  case noNotes
  case exported(target: String)
  case bytesKept(file: String, droppedFile: String)
  case recoveredWhole(path: String)
  case recoveredInPart(path: String)
  case verified(SessionState)
  case notVerified(differences: Int)
  case latencyStored(id: String, path: String)
  case latencyDiscarded
  case latencyOfUnknownOutput
  case monitorHearsLess
  case machineFit
  case machineUnfit(count: Int, of: Int)
}

extension ResultLine: CatalogueMessage {
  static let section = MessageSection("result", "How a command went", .result)
  static let examples: [ResultLine] = [
    .synthetic, .sessionEnded(.interrupted, reason: "stopped by Ctrl-C", bundle: path),
    .analysisStored(path: "\(path)/derived/0f3c…/analysis.json"), .noSessions(folder: "/home/you/sessions"),
    .noNotes,
    .exported(target: "/home/you/ride-csv"),
    .bytesKept(file: "gyroscope.jsonl", droppedFile: "gyroscope.jsonl.dropped"), .recoveredWhole(path: path),
    .recoveredInPart(path: path), .verified(.complete), .notVerified(differences: 2),
    .latencyStored(id: "sink:alsa_output.usb", path: "/home/you/.config/drillrunner/latency.json"),
    .latencyDiscarded, .latencyOfUnknownOutput, .monitorHearsLess, .machineFit,
    .machineUnfit(count: 2, of: 10),
  ]

  private static let path = "/home/you/sessions/20261130T101502Z-5c0a1f22"

  var wording: MessageWording {
    switch self {
    case .synthetic:
      MessageWording(
        "SYNTHETIC: simulated input, not a measurement of a person", cause: "a simulated rider was recorded",
        next: "use it to try things out, never as a result")
    case .sessionEnded(let state, let reason, let bundle):
      MessageWording(
        "Session \(state.rawValue)\(reason.map { " (\($0))" } ?? ""): \(bundle)",
        cause: "the run is over and its session is sealed",
        next: "the line that begins with Next says it, for each way of ending")
    case .analysisStored(let path):
      MessageWording(
        "Analysis: \(path)", cause: "the whole document is stored beside the evidence", next: "open it")
    case .noSessions(let folder):
      MessageWording(
        "No sessions in \(folder).", cause: "nothing was recorded there yet",
        next: "run a drill, or name another folder with --sessions")
    case .noNotes:
      MessageWording(
        "No notes.", cause: "nobody has written one", next: "--add \"what you want to say\" adds one")
    case .exported(let target):
      MessageWording("Exported: \(target)", cause: "the export is whole and on the disk", next: "use it")
    case .bytesKept(let file, let droppedFile):
      MessageWording(
        "The bytes dropped from \(file) are kept in \(droppedFile).",
        cause: "they belong to no whole row: the program died while it wrote it",
        next: "keep them with the session")
    case .recoveredWhole(let path):
      MessageWording(
        "Sealed as incomplete; nothing that had reached the disk is missing: \(path)",
        cause: "every line of every file was whole",
        next: "`drillrunner analyze` shows what the session holds")
    case .recoveredInPart(let path):
      MessageWording(
        "Sealed as incomplete; something is missing: \(path)",
        cause: "rows or bytes are missing, as listed above",
        next: "`drillrunner analyze` shows what is left; gaps are stated")
    case .verified(let state):
      MessageWording(
        "Verified: the session (\(state.rawValue)) is what was sealed.",
        cause: "sizes, SHA-256 and counts agree",
        next: "nothing needs to be done")
    case .notVerified(let count):
      MessageWording(
        "NOT verified: \(count) \(count == 1 ? "difference" : "differences").",
        cause: "the session is not what was sealed, as listed above", next: "use a copy that verifies")
    case .latencyStored(let id, let path):
      MessageWording(
        "Stored as the constant of \(id) in \(path).", cause: "the measurement passed all its checks",
        next: "nothing: runs apply it as long as the output is set up the same way")
    case .latencyDiscarded:
      MessageWording(
        "Not stored, as asked.", cause: "--discard was given", next: "measure without it to store")
    case .latencyOfUnknownOutput:
      MessageWording(
        "Not stored: it is not known which output played; install pulseaudio-utils (pactl names it), or use plughw:….",
        cause: "a name of ALSA's may stand for another device tomorrow",
        next: "sudo apt-get install pulseaudio-utils")
    case .monitorHearsLess:
      MessageWording(
        "A monitor hears what the sound server mixes: what the card, a radio or the air add is not in it.",
        cause: "the recording came from the monitor of a sink",
        next: "measure with a loop cable or a microphone where the whole way counts")
    case .machineFit:
      MessageWording("Fit for a drill.", cause: "no check found anything unfit", next: "run a drill")
    case .machineUnfit(let count, let all):
      MessageWording(
        "NOT FIT in \(count) of \(all) points; → says what to do.", cause: "the checks that say NOT FIT",
        next: "do what stands behind their arrows, then `drillrunner doctor` again")
    }
  }
}
