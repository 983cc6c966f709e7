import MotionCore

/// `drillrunner sessions`: what has been recorded, and in which state it is.
enum SessionsCommand {
  static let spec = CommandSpec(
    name: "sessions", arguments: "", argumentCount: 0...0,
    summary: "list the recorded sessions with their state",
    details: """
      Lists every session of the sessions folder: complete, interrupted, recording (now, by another process),
      incomplete (its process ended without sealing it), or unreadable, with the reason; beside it the drill, how
      long it lasted, how many trials are valid of how many (– until analyze has looked), and the number of notes.
      """,
    flags: [.sessions, .json],
    run: { invocation, console in
      let list = try SessionList(store: invocation.store)
      if invocation.has(.json) {
        console.json(list.json)
      } else if list.isEmpty {
        console.result(.noSessions(folder: invocation.store.folder))
      } else {
        console.list { list.text(width: $0) }
      }
      return .done
    })
}
