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
    public var requirement: RequirementID {
      switch self {
      case .strayLine, .blankLine, .missingText, .missingSeparator: "959:4.2:reply-line"
      case .bareLineFeed, .carriageReturnOnly, .unterminatedLine: "854:nvt:crlf-one-unit"
      case .bareCarriageReturn: "854:nvt:cr-nul"
      case .nul: "854:nvt:nul-only-after-cr"
      case .invalidUTF8: "2640:3.1:utf8-replies"
      case .telnetCommand: "3659:2.2:no-telnet-options"
      case .unescapedIAC: "854:nvt:iac-doubled"
      case .codeOutOfRange: "959:4.2:digit-ranges"
      case .repeatedCode, .unpaddedDigits: "959:4.2:multiline-padding"
      case .otherCodeAtEnd: "959:4.2:multiline-end"
      }
    }

    /// What the requirement demands, as a phrase.
    public var expectation: String {
      switch self {
      case .strayLine, .blankLine: "three digits at the start of a reply"
      case .bareLineFeed, .carriageReturnOnly, .unterminatedLine: "CR LF at the end of a line"
      case .bareCarriageReturn: "CR only before LF or NUL"
      case .nul: "NUL only after CR"
      case .invalidUTF8: "text in UTF-8"
      case .telnetCommand: "no Telnet command"
      case .unescapedIAC: "byte 255 doubled"
      case .missingText, .missingSeparator: "a space or a hyphen after the code"
      case .codeOutOfRange: "1 to 5, then 0 to 5"
      case .repeatedCode, .unpaddedDigits: "no three digits at the start of a line inside a reply"
      case .otherCodeAtEnd: "the code of the first line in the last"
      }
    }

    /// The deviation as a clause: what the line does.
    public var summary: String {
      switch self {
      case .strayLine: "begins with no reply code and comes before a reply"
      case .blankLine: "is empty and comes before a reply"
      case .bareLineFeed: "ends with LF without CR"
      case .bareCarriageReturn: "holds a CR that is followed neither by LF nor by NUL"
      case .carriageReturnOnly: "ends with CR without LF"
      case .unterminatedLine: "has no line end before the close"
      case .nul: "holds a NUL that does not follow a CR"
      case .invalidUTF8: "holds 8-bit bytes that are not UTF-8"
      case .telnetCommand: "holds a Telnet command"
      case .unescapedIAC: "holds a byte 255 that is not doubled"
      case .missingText: "has neither space nor text after its code"
      case .missingSeparator: "has neither space nor hyphen after its code"
      case .codeOutOfRange: "has a code outside the grammar"
      case .repeatedCode: "repeats the code inside a multi-line reply"
      case .unpaddedDigits: "begins with three digits inside a multi-line reply"
      case .otherCodeAtEnd: "ends a multi-line reply with another code than its first line"
      }
    }
  }
}

extension ReplyDeviation: CustomStringConvertible {
  /// One sentence: the line, counted from 1, what it does and the requirement.
  public var description: String { "line \(line &+ 1) \(kind.summary) (\(requirement))" }
}
