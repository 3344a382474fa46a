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
    RequirementID(rawValue: Words.of("commands", rawValue, 0) ?? "")
  }

  /// The fault as a clause: what the line does.
  package var text: String { Words.of("commands", rawValue, 1) ?? "" }
}
