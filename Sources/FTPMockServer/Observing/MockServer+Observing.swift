import FTPProtocol

/// Questions that tests can ask a server afterwards.
///
/// A pattern matches the whole argument: `*` matches any bytes, `?` one, everything else itself. The argument of a
/// command that carries a secret is `****`; a command without an argument matches an empty pattern.
///
/// ```swift
/// try download("ftp://127.0.0.1:\(server.port)/pub/hello.txt")   // with the client under test
/// #expect(server.received("RETR", matching: "*hello.txt", times: 1))
/// #expect(server.clientViolations.isEmpty)
/// ```
extension MockServer {
  /// The commands with this verb, in the order in which they were begun.
  public func receivedCommands(_ verb: Verb, matching pattern: String = "*") -> [ReceivedCommand] {
    let glob = Glob(Array(pattern.utf8))
    return receivedCommands.filter { $0.verb == verb && glob.matches(Array(($0.argument ?? "").utf8)) }
  }

  /// Whether a command with this verb and a matching argument was received: `times` times, or at least once.
  public func received(_ verb: Verb, matching pattern: String = "*", times: Int? = nil) -> Bool {
    let count = receivedCommands(verb, matching: pattern).count
    return times.map { $0 == count } ?? (count > 0)
  }

  /// The requirements that the clients of all sessions broke, in the order in which this was found; empty
  /// without a ``Configuration/recording``, and kept even for sessions whose conversation is no longer kept.
  public var clientViolations: [ClientViolation] { core.events.violations }

  /// Whether a fault or a rule has affected a client: false if the server has so far done only what it would have done
  /// without them.
  ///
  /// A fault that changes the configuration of the server, such as its certificate, always counts.
  public var hasMisbehaved: Bool { core.hasDeparted }

  /// Events of all sessions from now on, until the server has ended.
  ///
  /// A listener that does not keep up loses the oldest events once `limit` are buffered. Later sessions are included
  /// even if the server keeps no ``Configuration/recording``.
  public func events(limit: Int = 4096) -> ServerEvents { core.events.events(limit: limit) }
}
