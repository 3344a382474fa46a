import FTPConversation
import FTPProtocol

/// The replies that have arrived and wait to be taken, and the commands whose replies are dropped.
///
/// Which command a reply answers is the judge's finding; here are only the numbers of these commands.
struct ReplyInbox {
  /// A reply and the number of the command that it answers; nil for none.
  typealias Delivery = (reply: Reply, ordinal: Int?)

  /// The replies that were not taken, oldest first.
  private(set) var kept: [Delivery] = []
  /// The number of bytes in these replies.
  private var byteCount = 0
  /// How many were dropped since the last one was kept.
  private var overflow = 0
  /// Commands whose replies no caller awaits, because the call that sent them was cancelled.
  private var disowned: Set<Int> = []
  /// Commands of the call that sets up a transfer, until their final replies have arrived.
  private(set) var owed: [Int] = []

  /// The final reply to a command, or to none for nil, if it was kept.
  func final(to command: Int?) -> Reply? {
    kept.first { $0.ordinal == command && !$0.reply.code.isPreliminary }?.reply
  }

  /// Takes the oldest reply; nil if there is none.
  mutating func take() -> Reply? { kept.isEmpty ? nil : take(at: 0) }

  /// Takes the oldest reply to any of several commands, with the number of the one that it answers.
  mutating func take(toAnyOf commands: some Collection<Int>) -> (reply: Reply, ordinal: Int)? {
    for (index, next) in kept.enumerated() {
      guard let ordinal = next.ordinal, commands.contains(ordinal) else { continue }
      return (take(at: index), ordinal)
    }
    return nil
  }

  private mutating func take(at index: Int) -> Reply {
    let reply = kept.remove(at: index).reply
    byteCount -= reply.byteCount
    if kept.isEmpty { overflow = 0 }
    return reply
  }

  /// Keeps a reply, or drops it if its command was disowned; false if there is no room for it.
  ///
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server sends too many unasked.
  mutating func keep(_ next: Delivery, within limits: RecordingLimits) throws(FTPClientError) -> Bool {
    if isDisowned(next) { return true }
    let most = limits.untakenReplies
    guard kept.count + overflow < most else {
      throw .unexpectedReply(next.reply, to: "nothing", expected: "at most \(most) unsolicited replies")
    }
    let count = next.reply.byteCount
    guard overflow == 0, count <= limits.untakenBytes - byteCount else {
      overflow += 1
      return false
    }
    byteCount += count
    kept.append(next)
    return true
  }

  /// Whether a reply is dropped; after the final one, its command is forgotten.
  mutating func isDisowned(_ next: Delivery) -> Bool {
    guard !disowned.isEmpty, let ordinal = next.ordinal, disowned.contains(ordinal) else { return false }
    if !next.reply.code.isPreliminary { disowned.remove(ordinal) }
    return true
  }

  /// Drops the replies to a command, those that were kept and those to come.
  mutating func disown(_ command: Int) {
    let isAnswered = final(to: command) != nil
    for index in kept.indices.reversed() where kept[index].ordinal == command { _ = take(at: index) }
    if !isAnswered { disowned.insert(command) }
  }

  /// Begins to note the commands that set up a transfer.
  mutating func beginSetUp() { owed = [] }

  /// Notes a command that sets up a transfer.
  mutating func owe(_ command: Int) { owed.append(command) }

  /// Notes that the final reply to such a command has arrived.
  mutating func settle(_ command: Int) { owed.removeAll { $0 == command } }

  /// Drops the replies to these commands.
  mutating func disownOwed() { owed.forEach { disown($0) } }
}
