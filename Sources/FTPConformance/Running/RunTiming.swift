import FTPConversation
import FTPProtocol

/// How long a part of a run took, and what took longest in it.
package struct RunTiming: Hashable, Sendable {
  /// An attempt, and what it waited for longest.
  package struct Wait: Hashable, Sendable {
    let id: CaseID
    let duration: Duration
    let longest: Duration
    let awaited: String
  }

  private static let mostWaits = 3

  /// The part, in words for users.
  let part: String
  private(set) var duration = Duration.zero
  /// How many attempts ended in it.
  private(set) var attempts = 0
  /// The attempts that took longest, the longest first.
  private(set) var waits: [Wait] = []

  init(_ part: String, taking duration: Duration = .zero) {
    self.part = part
    self.duration = duration
  }

  /// Gives what was noted of a part its name and its time.
  init(_ part: String, _ duration: Duration, of noted: RunTiming) {
    self.init(part, taking: duration)
    (attempts, waits) = (noted.attempts, noted.waits)
  }

  /// Notes the end of an attempt.
  mutating func add(_ attempt: CaseAttempt, at id: CaseID) {
    attempts += 1
    guard waits.count < Self.mostWaits || attempt.duration > waits.last?.duration ?? .zero else { return }
    let (longest, awaited) =
      attempt.conversations.map(\.transcript.longestWait).max { $0.0 < $1.0 } ?? (.zero, "")
    keep([Wait(id: id, duration: attempt.duration, longest: longest, awaited: awaited)])
  }

  /// Adds the time of the same part at another time.
  mutating func add(_ other: RunTiming) {
    duration += other.duration
    attempts += other.attempts
    keep(other.waits)
  }

  private mutating func keep(_ more: [Wait]) {
    waits = Array((waits + more).sorted { $0.duration > $1.duration }.prefix(Self.mostWaits))
  }

  /// Whether it took long enough to tell.
  package var isNoticeable: Bool { duration >= .milliseconds(50) }

  /// The part and its time, then a line for each attempt that took longest.
  package var lines: [String] {
    let count = attempts == 0 ? "" : ", \(attempts.counted("attempt"))"
    return ["\(duration.inSeconds) \(part)\(count)"]
      + waits.map { wait in
        let words = wait.awaited.isEmpty ? "" : ", \(wait.longest.inSeconds) of it \(wait.awaited)"
        return "  \(wait.duration.inSeconds) \(wait.id)\(words)"
      }
  }
}

extension [RunTiming] {
  /// Adds a part, or its time to that of the same part.
  mutating func note(_ timing: RunTiming) {
    guard let place = firstIndex(where: { $0.part == timing.part }) else { return append(timing) }
    self[place].add(timing)
  }

  /// Notes how long a part takes.
  mutating func time<Value>(_ part: String, _ body: () async -> Value) async -> Value {
    let start = ContinuousClock.now
    let value = await body()
    note(RunTiming(part, taking: start.duration(to: .now)))
    return value
  }
}

extension CaseAttempt {
  /// Whether something that was waited for did not come within a limit.
  ///
  /// A refusal that a server delays on purpose takes long, but comes.
  func hasMissed(within limit: Duration) -> Bool {
    conversations.contains { conversation in
      let events = conversation.transcript.events
      return zip(events, events.dropFirst()).contains { event, next in
        next.time - event.time >= limit && !next.isOfServer
      }
    }
  }
}

extension ConversationEvent {
  /// Whether the server sent or closed something.
  fileprivate var isOfServer: Bool {
    switch content {
    case .reply, .unfinishedReply, .data(_, .download, _, _): true
    case .mark(.dataClosed(_, let closing)): closing.ending == .endOfFile || closing.ending == .closedByServer
    case .mark(.controlClosed): isCloseByPeer
    default: false
    }
  }
}

extension Transcript {
  /// The longest time between two events, and in words, what came then, or did not.
  fileprivate var longestWait: (Duration, String) {
    var longest = Duration.zero
    var place: Int?
    for (index, (event, next)) in zip(events, events.dropFirst()).enumerated()
    where next.time - event.time > longest {
      longest = next.time - event.time
      place = index + 1
    }
    guard let place else { return (.zero, "") }
    func words(_ verb: Verb) -> String { Escaping.ascii(verb.name.utf8, limit: 40) }
    let command = events[..<place].last { $0.lineSent != nil }?.lineSent?.command.map { words($0.verb) }
    switch events[place].content {
    case .reply(_, _, let judgement):
      return (longest, judgement.command.map { "for the reply to \(words($0.verb))" } ?? "for a reply")
    case .data, .mark(.dataClosed), .mark(.dataOpened): return (longest, "for data")
    case .command: return (longest, command.map { "for what did not come after \($0)" } ?? "before a command")
    default: return (longest, command.map { "for the end after \($0)" } ?? "for the end")
    }
  }
}
