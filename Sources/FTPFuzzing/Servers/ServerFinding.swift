import FTPProtocol
import FTPVectors

/// What a campaign has found: a sequence that breaks an oracle, minimized.
package struct ServerFinding: Sendable {
  /// Which oracle is broken, and what was seen.
  package let fault: ServerFault
  /// The number of the sequence in the campaign, from 0; nil if it was given.
  package let run: Int?
  /// The minimized sequence.
  package let sequence: ServerSequence
  /// How many command rows the sequence had when it was found.
  package let originalCount: Int
  /// How often the minimized sequence was repeated, and how often it showed the same fault.
  package let trials: Int
  package let shown: Int
  /// The conversation of the last run that showed the fault, in vector notation.
  package let transcript: String

  /// Whether this is certainly a fault of the server, breaks a MUST, and shows each time.
  ///
  /// A crash is certain at once, and so is a server that refuses connections. A server that merely serves no more
  /// sessions may be full because of earlier sequences.
  package var isCertain: Bool {
    guard fault.kind.oracle.isCertain, !fault.isLenient else { return false }
    if fault.kind.oracle == .crash { return true }
    if fault.kind.oracle == .service, fault.kind.rule == "refused" { return true }
    return trials > 0 && shown == trials
  }

  /// A name for its file: letters, digits and hyphens.
  package var fileName: String { FindingName.file(fault.kind.oracle.rawValue, fault.kind.rule, "ftpv") }

  /// The contents of its file: a vector with the client's side, and details of the finding in comments.
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
