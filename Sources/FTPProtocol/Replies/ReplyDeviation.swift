/// One deviation of a reply from the grammar that did not prevent reading it.
public struct ReplyDeviation: Hashable, Sendable, Codable {
  /// What is wrong.
  public let kind: Kind
  /// The line it is in: an index into ``Reply/lines``.
  public let line: Int
  /// Where it is: an offset into ``Reply/bytes``.
  public let offset: Int

  /// The requirement that is not met.
  public var requirement: RequirementID { kind.requirement }

  /// The ways in which the bytes of a reply deviate from the grammar.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A line before the reply that begins with no code.
    case strayLine
    /// An empty line before the reply.
    case blankLine
    /// A line that ends with LF alone.
    case bareLineFeed
    /// A CR inside a line that is followed neither by LF nor by NUL.
    case bareCarriageReturn
    /// A line that ends with CR alone, as ``Leniency/carriageReturnEndsLine`` allows.
    case carriageReturnOnly
    /// A last line without a line end, before the close of the connection.
    case unterminatedLine
    /// A NUL that does not follow a CR.
    case nul
    /// Bytes above 127 that are not UTF-8.
    case invalidUTF8
    /// A Telnet command from the server.
    case telnetCommand
    /// A byte 255 that is neither doubled nor followed by a Telnet command.
    case unescapedIAC
    /// A code followed by the line end: neither space nor text.
    case missingText
    /// A code followed by something other than space, hyphen or line end.
    case missingSeparator
    /// A first digit of 0 or above 6, or a second digit above 5.
    case codeOutOfRange
    /// A line inside a multi-line reply that begins with the code of the reply, not followed by a space.
    case repeatedCode
    /// A line inside a multi-line reply that begins with three digits that are not its code.
    case unpaddedDigits
    /// A multi-line reply ended by a line with another code, as ``Leniency/MultilineEnd/anyCode`` allows.
    case otherCodeAtEnd

    /// The requirement that is not met.
    public var requirement: RequirementID { RequirementID(rawValue: words(0)) }

    /// What the requirement demands, as a phrase.
    public var expectation: String { words(1) }

    /// The deviation as a clause: what the line does.
    public var summary: String { words(2) }

    private func words(_ column: Int) -> String { Words.of("replies", rawValue, column) ?? "" }
  }
}

extension ReplyDeviation: CustomStringConvertible {
  /// One sentence: the line, counted from 1, what it does and the requirement.
  public var description: String { "line \(line &+ 1) \(kind.summary) (\(requirement))" }
}
