/// The ways in which a command line deviates from the grammar and can be read anyway.
package enum CommandFault: String, Hashable, Sendable, CaseIterable {
  /// An empty line.
  case blankLine
  /// A space before the verb.
  case leadingSpace
  /// A line that ends with LF alone.
  case bareLineFeed
  /// A CR that is followed neither by LF nor by NUL.
  case bareCarriageReturn
  /// A NUL that does not follow a CR.
  case nul
  /// A verb with something other than letters.
  case verbNotLetters
  /// A Telnet command other than IP and DM.
  case telnetCommand
  /// A byte 255 that is neither doubled nor followed by a Telnet command.
  case unescapedIAC

  /// The deviation, after this many bytes of the line as received.
  func deviation(at offset: Int) -> ValueDeviation {
    ValueDeviation(requirement, text, at: UInt64(max(0, offset)))
  }

  private var requirement: RequirementID {
    switch self {
    case .blankLine, .leadingSpace, .verbNotLetters: "959:5.3:verb-letters"
    case .bareLineFeed: "959:4.1.3:command-line-ends"
    case .bareCarriageReturn: "854:nvt:cr-nul"
    case .nul: "854:nvt:nul-only-after-cr"
    case .telnetCommand: "1123:4.1.2.12:client-no-telnet"
    case .unescapedIAC: "854:nvt:iac-doubled"
    }
  }

  /// The fault as a clause: what the line does.
  package var text: String {
    switch self {
    case .blankLine: "is empty"
    case .leadingSpace: "begins with a space"
    case .bareLineFeed: "ends with LF without CR"
    case .bareCarriageReturn: "holds a CR that is followed neither by LF nor by NUL"
    case .nul: "holds a NUL that does not follow a CR"
    case .verbNotLetters: "has a verb with something other than letters"
    case .telnetCommand: "holds a Telnet command other than IP and DM"
    case .unescapedIAC: "holds a byte 255 that is not doubled"
    }
  }
}
