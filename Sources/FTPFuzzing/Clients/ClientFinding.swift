import FTPProtocol

/// What a campaign has found: a script that breaks an oracle, minimized.
package struct ClientFinding: Sendable {
  /// Which oracle is broken, and what was seen.
  package let fault: ClientFault
  /// The number of the run in the campaign; nil if the script was given.
  package let run: UInt64?
  /// The minimized script, in the form of a file.
  package let script: String
  /// How many rules the script has, and how many it had when it was found.
  package let ruleCount: Int
  package let originalCount: Int
  /// How often the minimized script was repeated, and how often it showed the same fault.
  package let trials: Int
  package let shown: Int
  /// The conversations of the last run that showed the fault, in vector notation.
  package let transcript: String
  /// The end of what the client wrote in that run, in printable ASCII without the password.
  package let output: [String]

  /// Whether this is certainly a fault of the client and shows each time.
  package var isCertain: Bool { !fault.isLenient && shown == trials }

  /// A name for its file: letters, digits and hyphens.
  package var fileName: String { FindingName.file(fault.kind.oracle.rawValue, fault.kind.rule, "rules") }

  /// The contents of its file: the rules for `serve --script`, with details of the finding in comments.
  ///
  /// - Parameters:
  ///   - command: The command line that tries the script again.
  ///   - serve: The command line that serves it to any client.
  /// - Returns: the contents of the file.
  package func file(reproducedBy command: String, servedBy serve: String) -> String {
    var comment = [
      "\(fault.kind.oracle): \(fault.kind.oracle.claim).", "Seen: \(fault.detail)",
      "Shown \(shown) of \(trials) times. Again:", "  \(command)", "By hand:", "  \(serve)",
    ]
    if !output.isEmpty { comment += ["", "The client wrote:"] + output.map { "  " + $0 } }
    let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if !transcript.isEmpty {
      comment += ["", "The conversation:"] + lines.prefix(200).map { "  " + String($0.prefix(500)) }
    }
    let text = comment.map { line in
      var line = Substring("# " + FindingName.comment(line))
      while line.hasSuffix(" ") { line = line.dropLast() }
      return line + "\n"
    }
    return text.joined() + "\n" + script
  }
}
