import FTPProtocol
import FTPVectors

/// What a campaign has found: a sequence that breaks an oracle, minimized.
package struct ServerFinding: Sendable {
  /// What is broken, and what was seen.
  package let fault: ServerFault
  /// The number of the sequence in the campaign, from 0; nil if it was given.
  package let run: Int?
  /// The sequence, as small as it goes.
  package let sequence: ServerSequence
  /// How many rows of commands it had when it was found.
  package let originalCount: Int
  /// How often the small one was tried again, and how often it has shown the same.
  package let trials: Int
  package let shown: Int
  /// The conversation in which it showed last, in vector notation.
  package let transcript: String

  /// Whether it is a fault of the server, by a rule that is a MUST, and shows each time.
  ///
  /// A server that has ended was seen to end; one that has no room any more, and cannot be tried again, may have none
  /// for what came before.
  package var isCertain: Bool {
    guard fault.kind.oracle.isCertain, !fault.isLenient else { return false }
    if fault.kind.oracle == .crash { return true }
    if fault.kind.oracle == .service, fault.kind.rule == "refused" { return true }
    return trials > 0 && shown == trials
  }

  /// The name of a file for it: letters, digits, hyphens.
  package var fileName: String { FindingName.file(fault.kind.oracle.rawValue, fault.kind.rule, "ftpv") }

  /// The file: a vector with the client's side, and what came of it in comments.
  package func file(reproducedBy command: String) -> String {
    var vector = sequence.vector
    var comment = [
      "\(fault.kind.oracle): \(fault.kind.oracle.claim).", "Seen: \(fault.detail)",
      "Shown \(shown) of \(trials) times. Again:", "  \(command)",
    ]
    let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if !transcript.isEmpty {
      comment += ["", "The conversation:"] + lines.prefix(200).map { "  " + $0 }
    }
    vector.comment = comment.map { line in
      var line = Substring(FindingName.comment(line))
      while line.hasSuffix(" ") { line = line.dropLast() }
      return String(line)
    }
    return vector.description
  }
}
