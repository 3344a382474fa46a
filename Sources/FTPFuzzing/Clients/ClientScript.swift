import FTPConversation
import FTPMockServer
import FTPProtocol

/// What the embedded server does to a client: rules of `serve --script`, as a value that can be changed and minimized.
///
/// The server gets ``description``, parsed again, so that the file of a finding contains all that is needed to repeat
/// it.
package struct ClientScript: Hashable, Sendable {
  /// One rule: a line of the file.
  package struct Rule: Hashable, Sendable {
    /// The verb, or `connect`.
    package var trigger: String
    /// Which match the rule is for, counted from 1; nil for all.
    package var occurrence: Int?
    /// What the server does.
    package var actions: [Action]

    /// Makes a rule.
    package init(_ trigger: String, on occurrence: Int? = nil, _ actions: [Action]) {
      self.trigger = trigger
      self.occurrence = occurrence
      self.actions = actions
    }
  }

  /// One thing that a rule does.
  package enum Action: Hashable, Sendable {
    /// Bytes on the control connection.
    case raw([UInt8], times: Int)
    /// Bytes on the data connection.
    case data([UInt8], times: Int)
    /// This many bytes of a pattern on the data connection.
    case filler(Int)
    /// Anything else, in the words of the file.
    case word(String)

    /// Text on the control connection.
    package static func raw(_ text: String) -> Action { .raw(Array(text.utf8), times: 1) }
    /// What the server would do without a script.
    package static let obey = word("obey")
    /// The same without its reply and transfer.
    package static let obeyQuietly = word("obey quietly")
    /// The end of the data connection.
    package static let closeData = word("close data")
    /// The end of the session.
    package static let close = word("close")
  }

  /// The rules.
  ///
  /// Of those that match, the first applies.
  package var rules: [Rule]

  /// Makes a script.
  package init(_ rules: [Rule] = []) { self.rules = rules }

  /// The script in the form that the server takes.
  ///
  /// - Throws: if the rules contradict each other.
  package func script() throws(ScriptError) -> Script { try Script(parsing: description) }
}

extension ClientScript: CustomStringConvertible {
  /// The lines of the file.
  package var description: String { rules.map { "\($0)\n" }.joined() }
}

extension ClientScript.Rule: CustomStringConvertible {
  /// The line of the file.
  package var description: String {
    let prefix = occurrence.map { "on the \($0)\([1: "st", 2: "nd", 3: "rd"][$0] ?? "th") " } ?? ""
    return "\(prefix)\(trigger) -> \(actions.map(\.description).joined(separator: ", "))"
  }
}

extension ClientScript.Action: CustomStringConvertible {
  /// The action in the words of the file.
  package var description: String {
    switch self {
    case .raw(let bytes, let times): "raw \(Self.quoted(bytes, times))"
    case .data(let bytes, let times): "data \(Self.quoted(bytes, times))"
    case .filler(let count): count == 1 ? "1 byte" : "\(count) bytes"
    case .word(let text): text
    }
  }

  /// Text between quotation marks.
  ///
  /// Placeholders in braces keep their meaning.
  private static func quoted(_ bytes: [UInt8], _ times: Int) -> String {
    var text = "\""
    for byte in bytes {
      switch byte {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        text += "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text + "\"" + (times == 1 ? "" : " \(times) times")
  }
}
