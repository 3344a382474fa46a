import EmbeddedTexts
import FTPProtocol
import FTPText

/// How to send a command of the state diagram without harm to the server's files, the session and data connections, or
/// why not to send it.
///
/// Every verb of every row has an entry in `EmbeddedTexts/sequences.txt`, which a test checks. Most commands are sent: any
/// reply, even the 502 of a server without the command, must follow an arrow of the row. `{directory}` is replaced by
/// the empty directory of the case.
package enum SequenceStep: Hashable, Sendable {
  /// These lines, which need a login but no data connection.
  case lines([String])
  /// This command, over a data connection if the server wants one.
  case transfer(String)
  /// The connection has sent it before the steps begin.
  case begun
  /// Not sent by these cases, for a reason. The judge checks the same arrows in every other case anyway.
  case left(String)

  /// How a verb is sent in a state.
  package static func entry(_ step: ReplyState, _ verb: Verb) -> SequenceStep? {
    entries[verb.name + (step == .restarted ? " after REST" : "")]
  }

  private static let entries: [String: SequenceStep] = embedded_sequences().tables.reduce(into: [:]) {
    entries, table in
    for row in table.rows {
      switch table.heading {
      case "sent": entries[row.name] = .lines(row.columns)
      case "sent over a data connection": entries[row.name] = .transfer(row.text)
      case "begun": entries[row.name] = .begun
      case "left out": entries[row.name] = .left(row.text)
      default: break
      }
    }
  }
}

extension StateDiagram {
  /// Each command of a state, and how it is sent; the greeting is not a command.
  func commands(in state: ReplyState) -> [(verb: Verb, step: SequenceStep)] {
    row(state).verbs.compactMap { verb in SequenceStep.entry(state, verb).map { (verb, $0) } }
  }

  /// The first digits for which a state has arrows to the boxes in question: `2yz`, `4yz`, `5yz`.
  func digits(_ state: ReplyState, where isMeant: (ReplyOutcome) -> Bool) -> [String] {
    let row = row(state)
    return (UInt8(1)...5).filter { isMeant(row.box(firstDigit: $0)) }.map { "\($0)yz" }
  }

  /// The same digits in words: `2yz, 4yz or 5yz`.
  func choice(_ state: ReplyState, where isMeant: (ReplyOutcome) -> Bool) -> String {
    digits(state, where: isMeant).choice
  }
}

extension [String] {
  /// The strings as a choice, each of them once: `2yz, 4yz or 5yz`.
  var choice: String {
    let different = indices.filter { !self[..<$0].contains(self[$0]) }.map { self[$0] }
    guard let last = different.last, different.count > 1 else { return first ?? "nothing" }
    return different.dropLast().joined(separator: ", ") + " or " + last
  }
}
