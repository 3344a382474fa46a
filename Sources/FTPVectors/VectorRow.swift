import FTPConversation

package struct VectorRow: Sendable {
  package var content: Content
  /// The line of the file, counted from 1; 0 for a row that was not read from one.
  ///
  /// Two rows are equal if their contents are, whatever their lines.
  package var line: Int

  package init(_ content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  /// The possible contents of a row.
  package enum Content: Hashable, Sendable {
    /// `C>`: bytes of the client on the control connection.
    case command(VectorLine)
    /// `S>`: bytes of the server on the control connection.
    case reply(VectorLine)
    /// `D>` and `D<`: bytes on the data connection.
    case data(DataDirection, VectorLine)
    /// `=>`: the meaning of the reply above.
    case meaning(ExpectedMeaning)
    /// `!!`: a verdict that the judge must give on the rows above.
    case verdict(ExpectedVerdict)
    /// `@@`: the state of the conversation.
    case state(ExpectedState)
    /// `~~`: what may differ on one target, and why.
    case difference(ExpectedDifference)
    /// `--`: an event of a connection.
    case mark(ConversationMark)
    /// `#`: words for the reader.
    case comment(String)
    /// An empty line.
    case blank
  }
}

extension VectorRow: Hashable {
  /// Whether both rows have the same content.
  package static func == (left: VectorRow, right: VectorRow) -> Bool { left.content == right.content }

  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension VectorRow.Content {
  /// The bytes of the row, or nil.
  package var line: VectorLine? {
    switch self {
    case .command(let line), .reply(let line), .data(_, let line): line
    default: nil
    }
  }

  /// Whether the row only states an expectation, or nothing: it is not an event of the conversation.
  package var isRemark: Bool {
    switch self {
    case .meaning, .verdict, .state, .difference, .comment, .blank: true
    case .command, .reply, .data: false
    case .mark(let mark):
      if case .note = mark { true } else { false }
    }
  }
}
