import FTPConversation
import FTPProtocol

/// What was sent last before a party went away: something of it may have brought it down.
struct LastSeen: Sendable {
  private static let mostNamed = 8

  /// A case whose connection was lost.
  let id: CaseID
  /// The command that got no reply before, if there is one, and how long that took.
  private let command: (line: String, wait: Duration)?

  /// Looks at the last attempt at a case; nil if it did not lose its connection.
  init?(_ id: CaseID, _ attempt: CaseAttempt?) {
    guard let attempt, attempt.isCutOff, attempt.verdict == .error || attempt.verdict == .fail else {
      return nil
    }
    self.id = id
    command = attempt.conversations.compactMap(\.transcript.lastUnanswered).min { $0.wait < $1.wait }
  }

  /// The commands and their cases, to be read after the problem: what was sent just before comes first.
  static func words(of all: [LastSeen]) -> String {
    let sorted = all.enumerated().sorted { left, right in
      let (first, second) = (left.element.command?.wait, right.element.command?.wait)
      return first == second
        ? left.offset < right.offset : (first ?? .seconds(1 << 40)) < (second ?? .seconds(1 << 40))
    }.map(\.element).prefix(mostNamed)
    guard !sorted.isEmpty else { return "" }
    let names = sorted.map { seen in seen.command.map { "\($0.line) (\(seen.id))" } ?? seen.id.rawValue }
    return "; one of these may have brought it down: \(names.joined(separator: ", "))"
  }
}

extension CaseAttempt {
  /// Whether the party dropped the connection.
  var isCutOff: Bool { ending == .reset || ending == .wrong }
}

extension Transcript {
  /// The last command, if no reply to it came before the other side closed, and how long that took.
  fileprivate var lastUnanswered: (line: String, wait: Duration)? {
    guard let place = events.lastIndex(where: { $0.lineSent != nil }), let line = events[place].lineSent,
      let close = events[place...].first(where: \.isCloseByPeer),
      !events[place...].contains(where: { if case .reply = $0.content { true } else { false } })
    else { return nil }
    return (Escaping.ascii(line, limit: 60), close.time - events[place].time)
  }
}
