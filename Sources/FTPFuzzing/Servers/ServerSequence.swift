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

  /// One thing that the client does.
  package enum Action: Hashable, Sendable {
    /// Writes bytes on the control connection, in segments. The last byte may be sent as urgent data, and the client
    /// may wait for the replies that are due.
    case write(VectorLine, isUrgent: Bool, waits: Bool)
    /// Connects to the address that the server announced last, or waits for the server to connect, even if a connection
    /// is open already.
    case openData
    /// Connects from another address to the one that the server announced last, and stays connected.
    case openDataByStranger
    /// Sends data.
    case upload(VectorLine)
    /// Sends this many bytes of data.
    case uploadBytes(Int)
    /// Reads data to its end.
    case download
    /// Closes the client's half of the data connection.
    case halfCloseData
    /// Closes the data connection.
    case closeData
    /// Resets the data connection.
    case resetData
    /// Closes the client's half of the control connection.
    case halfCloseControl
    /// Resets the control connection.
    case resetControl
  }

  /// Where the sequence begins.
  package var start: Start
  /// The actions, in order.
  package var actions: [Action]

  /// Makes a sequence.
  package init(_ start: Start = .loggedIn, _ actions: [Action]) {
    self.start = start
    self.actions = actions
  }

  /// The number of rows of commands.
  package var commandCount: Int {
    actions.count { if case .write = $0 { true } else { false } }
  }

  /// The same without impossible actions: data without a connection, and anything after the end of the control
  /// connection.
  package var normalized: ServerSequence {
    var open = 0
    var isOver = false
    let actions = actions.filter { action in
      guard !isOver else { return false }
      switch action {
      case .write, .openDataByStranger, .halfCloseControl: return true
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
  /// A command line after which the client waits for replies.
  static func line(_ text: String) -> Self {
    .write(VectorLine("\(text)\r\n".utf8), isUrgent: false, waits: true)
  }

  /// A command line with a placeholder as its argument.
  static func line(_ verb: Verb, _ kind: PlaceholderKind) -> Self {
    .write(
      VectorLine([
        .bytes(Array("\(verb) ".utf8)), .placeholder(Placeholder("", kind)), .bytes([0x0D, 0x0A]),
      ]), isUrgent: false, waits: true)
  }
}
