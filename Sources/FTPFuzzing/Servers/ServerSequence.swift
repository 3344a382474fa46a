import FTPConversation
import FTPProtocol
import FTPVectors

/// What a client does to a server, step by step: one case of `fuzz server`.
///
/// After each row of commands, the client waits for the replies that are due; it waits for nothing else. What the
/// server says is not part of the value.
package struct ServerSequence: Hashable, Sendable {
  /// Where a sequence begins.
  package enum Start: String, Hashable, Sendable, CaseIterable {
    /// After the greeting.
    case ready
    /// Logged in, in a folder that no other sequence uses if one can be made.
    case loggedIn = "logged in"
  }

  /// One thing that the client does: a row of its side, or a note for what vectors have no row for.
  package typealias Action = VectorRow.Content

  /// Where the sequence begins.
  package var start: Start
  /// The actions, in order.
  package var actions: [Action]

  package init(_ start: Start = .loggedIn, _ actions: [Action]) {
    self.start = start
    self.actions = actions
  }

  /// The number of rows of commands.
  package var commandCount: Int {
    actions.count { if case .command = $0 { true } else { false } }
  }

  /// The same without impossible actions: data without a connection, and anything after the end of the control
  /// connection.
  package var normalized: ServerSequence {
    var open = 0
    var isOver = false
    let actions = actions.filter { action in
      guard !isOver else { return false }
      switch action {
      case .command, .urgent, .atOnce, .openDataByStranger, .halfCloseControl: return true
      case .resetControl: isOver = true
      case .openData:
        guard open < 2 else { return false }
        open += 1
      case .closeData, .resetData:
        guard open > 0 else { return false }
        open -= 1
      default: return open > 0
      }
      return true
    }
    return ServerSequence(start, actions)
  }
}

extension ServerSequence.Action {
  /// Connects to the address that the server announced last, or waits for the server to connect, even if a connection
  /// is open already.
  static let openData = mark(.dataOpened(.first, ConversationMark.Opening()))
  static let halfCloseData = mark(.dataHalfClosed(.first, by: .client))
  static let closeData = mark(.dataClosed(.first, ConversationMark.Closing(ending: .closedByClient)))
  static let resetData = mark(.dataClosed(.first, ConversationMark.Closing(ending: .resetByClient)))
  static let halfCloseControl = mark(.controlHalfClosed(by: .client))
  static let resetControl = mark(.controlClosed(.lost))
  /// Sends the last byte of the next row as urgent data.
  static let urgent = mark(.note("urgent: the last byte of the next row"))
  /// Does not wait for the replies to the row before.
  static let atOnce = mark(.note("at once: no wait for replies"))
  /// Connects from another address to the one that the server announced last, and stays connected.
  static let openDataByStranger = mark(.note("another address connects for the data"))
  static let download = mark(.note("read data to its end"))

  /// Sends this many bytes of data.
  static func uploadBytes(_ count: Int) -> Self { mark(.note("send \(count) bytes of data")) }

  /// The number in ``uploadBytes(_:)``, as it is written; nil for any other action.
  var uploadCount: Substring? {
    guard case .mark(.note(let text)) = self, text.hasPrefix("send "), text.hasSuffix(" bytes of data") else {
      return nil
    }
    return text.dropFirst(5).dropLast(14)
  }

  /// A command line after which the client waits for replies.
  static func line(_ text: String) -> Self { .command(VectorLine("\(text)\r\n".utf8)) }

  /// A command line with a placeholder as its argument.
  static func line(_ verb: Verb, _ kind: PlaceholderKind) -> Self {
    .command(
      VectorLine([
        .bytes(Array("\(verb) ".utf8)), .placeholder(Placeholder("", kind)), .bytes([0x0D, 0x0A]),
      ]))
  }
}
