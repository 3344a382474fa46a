import FTPConversation
import FTPProtocol

/// What a server says to a client if all goes well, and whether it said the same in another form: in other segments, in
/// more lines, or later.
///
/// A client that ends successfully in one form must do so in the others.
struct UsualTalk: Sendable {
  /// The most bytes of a reply that counts as usual.
  private static let longest = 2_000
  /// Codes of replies whose text carries a value and must therefore be the same.
  private static let speaking: Set<ReplyCode> = [211, 213, 215, 257]
  /// Codes of replies that say where the client should connect.
  private static let announcing: Set<ReplyCode> = [227, 228, 229]

  private struct Item: Hashable {
    let verb: Verb?
    let code: ReplyCode
    /// The text, if it carries a value; if it announces a port, without the digits.
    let text: [UInt8]?
  }

  private var items: Set<Item> = []
  private var data: [Verb: [UInt8]] = [:]
  /// The commands whose data ended in order.
  private var ended: Set<Verb> = []
  /// Whether each command was answered in order, and nothing that was said is ambiguous.
  private(set) var isInOrder = true

  /// Reads the recordings of all sessions.
  init(_ transcripts: [Transcript]) {
    if transcripts.count != 1 { isInOrder = false }
    for transcript in transcripts { read(transcript) }
  }

  /// Whether the server said nothing here that it does not also say in `usual`.
  func isLike(_ usual: UsualTalk) -> Bool {
    isInOrder && items.isSubset(of: usual.items)
      && data.allSatisfy { verb, bytes in usual.data[verb]?.starts(with: bytes) ?? false }
      && ended.allSatisfy { data[$0] == usual.data[$0] }
  }

  private mutating func read(_ transcript: Transcript) {
    /// The command that waits for its reply; `.some(nil)` for the greeting.
    var open: Verb??
    open = .some(nil)
    var current: Verb?
    /// Whether no connection has come to the announced address yet, perhaps because none can.
    var isAnnounced = false
    if transcript.omittedEvents > 0 { isInOrder = false }
    for event in transcript.events {
      switch event.content {
      case .command(let line, _):
        // A command that comes too early gets the answer to something else.
        if open != nil { isInOrder = false }
        current = Command(parsing: line.bytes)?.verb
        open = .some(current)
      case .reply(let reply, _, _):
        if open == nil || !Self.isPlain(reply.bytes) { isInOrder = false }
        var text = Self.speaking.contains(reply.code) ? reply.bytes : nil
        if Self.announcing.contains(reply.code) {
          text = reply.bytes.filter { !(0x30...0x39 ~= $0) }
          isAnnounced = true
        }
        items.insert(Item(verb: current, code: reply.code, text: text))
        if !reply.code.isPreliminary { open = nil }
      case .mark(.dataOpened): isAnnounced = false
      case .data(_, .download, let bytes, let omitted):
        if omitted > 0 || open == nil { isInOrder = false }
        if let current { data[current, default: []] += bytes }
      case .mark(.dataClosed(_, let closing)):
        if open == nil || closing.ending == .resetByServer { isInOrder = false }
        if closing.ending == .closedByServer, let current { ended.insert(current) }
      case .verdict(let verdict): if verdict.party != .client { isInOrder = false }
      // A reset, too, is the client's doing if it leaves something unread: no script that says the same resets a
      // connection.
      case .mark(.controlClosed(let end)):
        if end == .byServer, open != nil || current != .quit { isInOrder = false }
      case .mark(.controlOpened), .mark(.note): break
      case .unfinishedReply, .mark: isInOrder = false
      default: break
      }
    }
    if isAnnounced { isInOrder = false }
  }

  private static func isPlain(_ reply: [UInt8]) -> Bool {
    reply.count <= longest && reply.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A || $0 == 0x0D }
  }
}
