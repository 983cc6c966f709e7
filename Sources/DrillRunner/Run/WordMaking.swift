import MotionCore

/// Tells how far the making of a run's words has come, and ends it when somebody stops it. A first run takes seconds for
/// them; later ones find them in the cache.
struct WordMaking {
  let mailbox: Mailbox<RunMessage>
  let clock: any HostClock
  let tell: (RunNote) -> Void
  private var told: HostTime?

  /// How often it is told.
  static let interval: Duration = .seconds(2)

  init(_ mailbox: Mailbox<RunMessage>, clock: any HostClock, tell: @escaping (RunNote) -> Void) {
    self.mailbox = mailbox
    self.clock = clock
    self.tell = tell
  }

  /// To be called before each word, with how many there are already, and of how many. Throws
  /// `RunError.stoppedBeforeRun` after a stop signal.
  mutating func next(_ made: Int, of all: Int) throws {
    try throwIfStopped()
    let now = clock.now()
    if let told, now - told < WordMaking.interval { return }
    told = now
    tell(.makingWords(made, of: all))
  }

  /// Throws where a stop signal has come. What else was told stays in the mailbox.
  func throwIfStopped() throws {
    let messages = mailbox.take(until: clock.now(), clock: clock)
    for message in messages {
      if case .signal(let name) = message { throw RunError.stoppedBeforeRun(.signal(name)) }
    }
    for message in messages { mailbox.post(message) }
  }
}
