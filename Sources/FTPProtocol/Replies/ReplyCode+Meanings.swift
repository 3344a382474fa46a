extension ReplyCode {
  /// The meaning of a code in one document.
  package struct Meaning: Hashable, Sendable {
    /// A short phrase, such as `need password`.
    package let name: String
    /// One sentence.
    package let text: String
    /// The document and section that define the code for this use.
    package let source: String
    /// The requirement that names the code, if there is one.
    package let requirement: RequirementID?
  }

  /// The meanings of this code in the documents: none for a code that no document defines, several if documents use one code
  /// for different things.
  ///
  /// The answered command decides which of them is meant.
  package var meanings: [Meaning] { ReplyCode.table[self] ?? [] }

  /// True if documents use the code for unrelated failures: 521 and 522.
  public var isAmbiguous: Bool { self == 521 || self == 522 }

  /// Every code that a document defines, in order.
  public static let known: [ReplyCode] = table.keys.sorted()

  private static let table: [ReplyCode: [Meaning]] = Dictionary(grouping: rows, by: \.0).mapValues {
    $0.map(\.1)
  }

  private static func row(
    _ code: ReplyCode, _ name: String, _ text: String, _ requirement: RequirementID? = nil,
    from source: String = "RFC 959, section 4.2.2"
  ) -> (ReplyCode, Meaning) {
    (code, Meaning(name: name, text: text, source: source, requirement: requirement))
  }

  private static let rows: [(ReplyCode, Meaning)] =
    preliminaryRows + completionRows + intermediateRows + transientFailureRows + permanentFailureRows
    + protectedRows

  private static let preliminaryRows: [(ReplyCode, Meaning)] = [
    row(
      110, "restart marker",
      "A restart marker of the transfer, as the exact text MARK yyyy = mmmm; the transfer goes on.",
      "959:4.2:mark-reply"),
    row(
      120, "service ready soon",
      "The server is not ready yet and says in how many minutes it will be; 220 follows.",
      "959:5.4:greeting"),
    row(
      125, "data connection already open",
      "The data connection is open and the transfer starts; a final reply follows.",
      "959:4.2:preliminary-then-final"),
    row(
      150, "opening data connection",
      "The file is fine and the data connection is about to be opened; a final reply follows.",
      "959:4.2:preliminary-then-final"),
  ]

  private static let completionRows: [(ReplyCode, Meaning)] = [
    row(200, "command okay", "The command was carried out."),
    row(
      202, "superfluous",
      "The command is not implemented because this server has no need of it; nothing is wrong.",
      "959:4.2:unimplemented-502"),
    row(211, "system status", "The status of the server, or its help."),
    row(
      211, "feature list", "The extensions that the server has, one a line, or that it has none.",
      "2389:3.2:feat-listing", from: "RFC 2389, section 3.2"),
    row(212, "directory status", "Information on a directory."),
    row(213, "file status", "Information on a file."),
    row(
      213, "size or time", "The size of a file in bytes after SIZE, its modification time after MDTM.",
      from: "RFC 3659, sections 3.1 and 4.1"),
    row(
      213, "changed facts", "The facts of a file as they have been set.",
      from: "draft-somers-ftp-mfxx, sections 3 to 5"),
    row(213, "hash", "The hash of a file or of a part of it.", from: "draft-bryan-ftpext-hash, section 3"),
    row(
      214, "help message", "How to use the server or one of its commands; for the human reader.",
      "959:4.1.3:help-answer"),
    row(
      215, "system type", "The name of the server's system, an official one first.",
      "959:4.1.3:syst-system-name"),
    row(220, "service ready", "The server is ready for a user.", "959:5.4:greeting"),
    row(
      220, "virtual host accepted",
      "The server has turned to the named virtual host and is ready for a user.",
      from: "RFC 7151, section 3"),
    row(
      221, "closing control connection", "The server says goodbye and closes the control connection.",
      "959:4.1.1:quit-221-close"),
    row(
      225, "data connection open", "The data connection is open and nothing is being transferred.",
      "959:4.1.3:abor-idle"),
    row(
      226, "transfer complete",
      "The transfer, or its abort, has succeeded, and the data connection is being closed."),
    row(
      227, "passive mode", "The server listens on the host and port in the text, as six numbers.",
      "959:4.1.2:pasv-listens"),
    row(
      228, "long passive mode", "The server listens on the long address in the text.",
      from: "RFC 1639, section 3"),
    row(
      229, "extended passive mode", "The server listens on the port in the text, at its own address.",
      from: "RFC 2428, section 3"),
    row(230, "logged in", "The user is logged in."),
    row(
      232, "logged in by security data",
      "The user is logged in by what the security exchange has proved; no password is needed.",
      "2228:4:user-232", from: "RFC 2228, section 5.1"),
    row(
      234, "security exchange complete",
      "The security mechanism is accepted and needs no more data; with TLS the handshake begins now.",
      from: "RFC 2228, section 5.1"),
    row(
      235, "security data accepted",
      "The security exchange is complete; the text may carry the last piece of data for the client.",
      from: "RFC 2228, section 5.1"),
    row(250, "file action completed", "What was asked for a file or directory has been done."),
    row(257, "pathname", "The name between the quotes was created, or is the current directory."),
  ]

  private static let intermediateRows: [(ReplyCode, Meaning)] = [
    row(331, "need password", "The user name is fine; PASS is to follow."),
    row(332, "need account", "An account is needed to log in; ACCT is to follow.", "959:4.1.1:acct-needed"),
    row(
      334, "need security data", "The security mechanism is accepted; ADAT is to follow.",
      from: "RFC 2228, section 5.1"),
    row(
      335, "need more security data",
      "The security data is accepted and more of it is needed; ADAT is to follow.",
      from: "RFC 2228, section 5.1"),
    row(
      336, "need password for challenge",
      "The user name is fine; PASS is to follow with the answer to the challenge in the text.",
      from: "RFC 2228, section 5.1"),
    row(350, "pending further information", "The command is accepted and waits for another to complete it."),
    row(
      350, "range accepted", "The byte range is kept for the transfer that follows.",
      from: "draft-bryan-ftp-range, section 3"),
  ]

  private static let transientFailureRows: [(ReplyCode, Meaning)] = [
    row(
      421, "service not available",
      "The server shuts down or gives up this session, and closes the control connection; it may answer "
        + "any command.", "959:4.2:close-after-421"),
    row(425, "cannot open data connection", "The data connection cannot be opened."),
    row(
      426, "transfer aborted", "The data connection is closed and the transfer cut short.",
      "959:4.1.3:abor-426-226"),
    row(
      431, "security resource unavailable",
      "Something that the security mechanism needs is unavailable at the moment.", "2228:3:auth-refused",
      from: "RFC 2228, section 5.1"),
    row(
      450, "file unavailable for now",
      "The file cannot be used at the moment, for example because it is busy."),
    row(451, "local error", "The action was given up because of an error in the server."),
    row(452, "insufficient storage", "There is not enough room in the server's system."),
  ]

  private static let permanentFailureRows: [(ReplyCode, Meaning)] = [
    row(
      500, "syntax error", "The command is not recognized, or its line is too long.",
      "959:4.2:unknown-command-500"),
    row(
      501, "syntax error in an argument", "The command is known and its argument is not well formed.",
      "959:4.2:syntax-error-501"),
    row(502, "not implemented", "The command is known and not implemented.", "959:4.2:unimplemented-502"),
    row(
      503, "bad sequence", "The command is out of place: another has to come first.",
      "959:4.2:bad-sequence-503"),
    row(
      504, "parameter not implemented", "The command is implemented, but not with this parameter.",
      "959:4.2:unimplemented-parameter-504"),
    row(
      504, "unknown virtual host", "The server knows no virtual host of this name.",
      from: "RFC 7151, section 3"),
    row(
      521, "directory exists", "The directory already exists, and nothing was done (after MKD or XMKD).",
      from: "RFC 775; RFC 959, appendix II"),
    row(
      521, "address family not supported",
      "The address family is not supported; the text lists those that are (after LPRT or LPSV).",
      from: "RFC 1639, section 4"),
    row(
      521, "protection level not acceptable",
      "The data connection cannot be opened with this PROT setting (after a transfer command).",
      from: "RFC 4217, section 10.2"),
    row(
      522, "network protocol not supported",
      "The network protocol is not supported; the text lists the numbers of those that are (after EPRT or "
        + "EPSV).", "2428:2:eprt-unsupported-522", from: "RFC 2428, section 2"),
    row(
      522, "TLS negotiation failed",
      "TLS could not be set up on the data connection, or its session was not that of the control "
        + "connection (after a transfer command).", "4217:10.2:data-tls-failure-522",
      from: "RFC 4217, section 10.2"),
    row(
      530, "not logged in", "The user is not logged in, and the command needs it; or the login was refused.",
      "959:4.2:not-logged-in-530"),
    row(532, "need account for storing", "Storing files needs an account.", "959:4.1.1:acct-needed"),
    row(
      533, "command protection level denied", "Policy forbids commands with this level of protection.",
      from: "RFC 2228, section 5.1"),
    row(
      534, "denied by policy", "The request is refused for reasons of policy.",
      from: "RFC 2228, section 5.1"),
    row(
      535, "security check failed", "The security data, or the protection of a command, fails the check.",
      from: "RFC 2228, section 5.1"),
    row(
      536, "PROT level not supported",
      "The security mechanism lacks the level of protection that PROT names.",
      "2228:3:prot-unsupported-level", from: "RFC 2228, section 5.1"),
    row(
      537, "command protection level not supported",
      "The security mechanism lacks the level of protection of this command.", from: "RFC 2228, section 5.1"),
    row(
      550, "file unavailable",
      "The file or directory cannot be used: it is not there, or access to it is refused."),
    row(551, "page type unknown", "The action was given up because the type of a page is not known."),
    row(
      552, "storage allocation exceeded",
      "The room that is granted to the directory or the file is used up."),
    row(553, "file name not allowed", "The server does not allow this name."),
    row(
      554, "bad restart", "The parameter of the REST before is not possible for this transfer.",
      "1123:4.1.3.4:bad-restart-554", from: "RFC 1123, section 4.1.3.4"),
    row(
      555, "type or structure mismatch",
      "The type or structure in force does not fit the file that is to be appended to or resumed.",
      "1123:4.1.3.4:mismatch-555", from: "RFC 1123, section 4.1.3.4"),
    row(
      556, "hash not possible", "The server does not compute this hash.",
      from: "draft-bryan-ftpext-hash, section 3.5"),
  ]

  private static let protectedRows: [(ReplyCode, Meaning)] = [
    row(
      631, "reply protected for integrity", "The reply proper is inside, protected for integrity.",
      "2228:5.2:protected-replies", from: "RFC 2228, section 5.2"),
    row(
      632, "reply protected for confidentiality and integrity",
      "The reply proper is inside, protected for confidentiality and integrity.",
      "2228:5.2:protected-replies", from: "RFC 2228, section 5.2"),
    row(
      633, "reply protected for confidentiality",
      "The reply proper is inside, protected for confidentiality.", "2228:5.2:protected-replies",
      from: "RFC 2228, section 5.2"),
  ]
}
