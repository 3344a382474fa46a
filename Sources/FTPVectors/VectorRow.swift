import FTPConversation
import FTPProtocol

/// One row of a vector.
package struct VectorRow: Sendable {
  /// What the row says.
  package var content: Content
  /// The line of the file, counted from 1; 0 for a row that was not read from one.
  ///
  /// Two rows are equal where they say the same, whatever their lines.
  package var line: Int

  /// Makes a row.
  package init(_ content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  /// What a row can say.
  package enum Content: Hashable, Sendable {
    /// `C>`: bytes of the client on the control connection.
    case command(VectorLine)
    /// `S>`: bytes of the server on the control connection.
    case reply(VectorLine)
    /// `D>` and `D<`: bytes on the data connection.
    case data(DataDirection, VectorLine)
    /// `=>`: what the reply above means.
    case meaning(ExpectedMeaning)
    /// `!!`: a departure that the judge has to find in what stands above.
    case verdict(ExpectedVerdict)
    /// `@@`: where the conversation stands.
    case state(ExpectedState)
    /// `~~`: what may be otherwise on one target, and why.
    case difference(LegitimateDifference)
    /// `--`: what happened to a connection.
    case mark(ConversationMark)
    /// `#`: words for the reader.
    case comment(String)
    /// An empty line.
    case blank
  }
}

extension VectorRow: Hashable {
  /// Whether both rows say the same.
  package static func == (left: VectorRow, right: VectorRow) -> Bool { left.content == right.content }

  /// Feeds what the row says.
  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension VectorRow.Content {
  /// The bytes, where the row has some.
  package var line: VectorLine? {
    switch self {
    case .command(let line), .reply(let line), .data(_, let line): line
    default: nil
    }
  }

  /// Whether the row only says what is expected, or nothing: it is no event of the conversation.
  package var isRemark: Bool {
    switch self {
    case .meaning, .verdict, .state, .difference, .comment, .blank: true
    case .command, .reply, .data: false
    case .mark(let mark):
      if case .note = mark { true } else { false }
    }
  }
}
