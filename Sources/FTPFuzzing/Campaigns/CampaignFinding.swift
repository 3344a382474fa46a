import FTPProtocol

/// What a campaign has found: a case that breaks an oracle, minimized.
package struct CampaignFinding<Case: CampaignCase, Oracle: CampaignOracle>: Sendable {
  /// Which oracle is broken, and what was seen.
  package let fault: CampaignFault<Oracle>
  /// The number of the run in the campaign; nil if the case was given.
  package let run: UInt64?
  /// The minimized case.
  package let smallest: Case
  /// The size of the case when it was found.
  package let originalSize: Int
  /// How often the minimized case was repeated, and how often it showed the same fault.
  package let trials: Int
  package let shown: Int
  /// The conversations of the last run that showed the fault, in vector notation.
  package let transcript: String
  /// The end of what a client wrote in that run, in printable ASCII without the password.
  package let output: [String]

  /// Whether this is certainly a fault of the program, breaks a MUST, and shows each time.
  ///
  /// A server that crashes, or refuses connections, has done so for certain. One that merely serves no more sessions may
  /// be full because of earlier sequences.
  package var isCertain: Bool {
    guard fault.kind.oracle.isCertain, !fault.isLenient else { return false }
    return fault.isProof || trials > 0 && shown == trials
  }

  /// A name for its file: letters, digits and hyphens, and this ending.
  package func fileName(ending: String) -> String {
    let rule = fault.kind.rule.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let words = String(rule).split(separator: "-").joined(separator: "-").lowercased()
    return fault.kind.oracle.rawValue + (words.isEmpty ? "" : "-\(words)") + ending
  }

  /// The contents of its file: the case, with details of the finding in comments.
  ///
  /// - Parameters:
  ///   - command: The command line that tries the case again.
  ///   - serve: The command line that serves it to any client; nil for a case for a server.
  /// - Returns: the contents of the file.
  package func file(reproducedBy command: String, servedBy serve: String? = nil) -> String {
    var lines = [
      "\(fault.kind.oracle): \(fault.kind.oracle.claim).", "Seen: \(fault.detail)",
      "Shown \(shown) of \(trials) times. Again:", "  \(command)",
    ]
    if let serve { lines += ["By hand:", "  \(serve)"] }
    if !output.isEmpty { lines += ["", "The client wrote:"] + output.map { "  " + $0 } }
    if !transcript.isEmpty {
      let rows = transcript.split(separator: "\n", omittingEmptySubsequences: false)
      lines += ["", "The conversation:"] + rows.prefix(200).map { "  " + $0 }
    }
    let comment = lines.map { line in
      var line = Substring(Escaping.ascii(line.utf8, limit: 2_000).replacing("\\\\", with: "\\"))
      while line.hasSuffix(" ") { line.removeLast() }
      return String(line)
    }
    return smallest.file(comment)
  }
}

extension CampaignFinding where Case: FileCase {
  package var fileName: String { fileName(ending: ".\(Case.fileExtension)") }
}
