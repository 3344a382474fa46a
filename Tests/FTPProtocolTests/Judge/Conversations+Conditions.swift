extension Conversation {
  /// Conditions that decide alone: everything else in these conversations says the opposite.
  static let conditions: [Conversation] =
    [
      Conversation(
        "REIN under way at 221 is no transfer",
        "LOGIN\nC> REIN\nS> 120 x\nC> QUIT\nS> 221 x\n!! 959:4.2:replies-in-order\n@@ closing\n-- end server"),
      Conversation(
        "a mark after 221",
        "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> QUIT\nS> 221 x\nS> 110 MARK a = b\n!! 959:4.1.1:quit-221-close"),
      Conversation(
        "250 repeats no end of a transfer",
        "LOGIN\nPASV\nC> STOR f\nS> 150 x\nS> 250 x\nC> NOOP\nS> 250 x\n!! 959:5.4:noop-codes\n=> simple success"
      ),
      Conversation(
        "226 in other words, where 250 is meant",
        "LOGIN\nPASV\nC> STOR f\nS> 150 x\nS> 226 x\nC> CWD d\nS> 226 y\n!! 959:5.4:cwd-codes\n=> simple success"
      ),
      Conversation(
        "an account given twice",
        "LOGIN\nC> CWD f\nS> 332 x\nC> ACCT c\nC> ACCT c\nS> 230 x\nS> 202 x\n=> acct success\n-- end server"),
      Conversation(
        "an empty line that was passed over gets no late reply",
        "LOGIN\nB> \\r\\n\n!! 959:5.3:verb-letters client\nC> NOOP\nS> 200 x\nS> 500 x\n!! 959:5.4:nothing-spontaneous"
      ),
      Conversation("HOST sent with REIN", "LOGIN\nC> REIN\nC> HOST h\nS> 220 x\nS> 220 x\n=> simple success"),
    ] + marks + protectionAlone + connections + words

  /// Each part of a restart mark, wrong alone.
  private static let marks = ["mark a = b", "MARK a : b", "MARK  = b", "MARK a = ", "MARK a = b c"].map {
    Conversation(
      "110 \($0)",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 110 \($0)\n!! 1123:4.1.3.4:mark-reply-form\nS> 226 x")
  }

  private static let protectionAlone: [Conversation] = [
    Conversation(
      "CCC during an exchange", "S> 220 x\nC> AUTH X\nS> 334 x\nC> CCC\nS> 200 x\n!! 2228:3:ccc-unprotected"),
    Conversation(
      "MIC after an exchange, answered in clear",
      "S> 220 x\nC> AUTH X\nS> 234 x\nC> MIC YQ==\nS> 200 x\n!! 1123:4.1.2.11:standard-codes"),
    Conversation(
      "ADAT in place", "S> 220 x\nC> AUTH X\nS> 334 x\nC> ADAT YQ==\nS> 235 x\nC> CCC\nS> 200 x"),
    Conversation(
      "PROT after a PBSZ that was refused",
      "LOGIN\nC> PBSZ 0\nS> 503 x\nC> PROT P\n!! 4217:9:pbsz-prot-order client\nS> 503 x"),
    Conversation(
      "a pipelined PBSZ and PROT",
      "S> 220 x\nC> AUTH X\nS> 234 x\nC> PBSZ 0\nC> PROT C\nS> 200 x\nS> 200 x\n=> simple success"),
    Conversation(
      "PROT twice after one PBSZ",
      "S> 220 x\nC> AUTH X\nS> 234 x\nC> PBSZ 0\nS> 200 x\nC> PROT C\nS> 200 x\nC> PROT P\nS> 200 x"),
  ]

  /// What each event of a data connection means for the reply.
  private static let connections: [Conversation] = [
    Conversation(
      "a file of no bytes",
      "LOGIN\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- close 0\nS> 226 x\n=> transfer success bytes=0"),
    Conversation(
      "a refusal after a connection without bytes",
      "LOGIN\nPASV\nC> RETR f\n-- open\n-- close 0\nS> 550 x\n=> transfer failure\n@@ dataAnnounced"),
    Conversation(
      "a refusal after bytes",
      "LOGIN\nPASV\nC> RETR f\n-- open\n-- first\n-- close 3\nS> 550 x\n=> transfer failure bytes=3\n@@ loggedIn"
    ),
    Conversation(
      "bytes without a first one, and then 150",
      "LOGIN\nPASV\nC> RETR f\n-- open\n-- close 5\nS> 150 x\n!! 959:4.2:preliminary-before-data\nS> 226 x"),
    Conversation(
      "the second transfer of a connection",
      "LOGIN\nC> MODE B\nS> 200 x\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- first\nS> 250 x\nC> RETR g\nS> 125 x\n-- first\n-- close 9\nS> 250 x\n=> transfer success bytes=9"
    ),
    Conversation(
      "226 after the server's end of the connection, with bytes still to be read",
      "LOGIN\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- ended\nS> 226 x\n-- first\n-- close 5\n=> none bytes=5"),
    Conversation(
      "226 where bytes were not seen",
      "LOGIN\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- missing\nS> 226 x\n-- first\n-- close 5"),
    Conversation(
      "226 with bytes after it, and before it",
      "LOGIN\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- first\nS> 226 x\n!! 959:5.2:final-after-close\n-- first"),
  ]

  /// The words of verdicts.
  private static let words: [Conversation] = [
    ("S> 331 x", "959:5.4:greeting", "1yz, 2yz, 4yz, 5yz to the connection; received 331"),
    ("S> 530 x", "959:5.4:greeting", "220, 120 or 421; received 530"),
    ("LOGIN\nC> NOOP\nS> 150 x", "959:6:simple-commands", "2yz, 4yz, 5yz to NOOP; received 150"),
    (
      "LOGIN\nC> PASV\nS> 229 x (|||1025|)", "959:4.1.2:pasv-listens",
      "in the form of 227; received 229 in answer to PASV"
    ),
    ("LOGIN\nC> PASV\nS> 227 x", "959:4.1.2:pasv-listens", "received no address"),
    ("LOGIN\nC> SYST\nC> PWD\nS> 257 \"x\"", "959:4.2:replies-in-order", "SYST; received 257 to PWD"),
    ("LOGIN\nC> NOOP\nS> 421 x\nS> 200 x", "959:4.2:close-after-421", "after 421; received 200"),
  ].map { script, rule, words in
    Conversation("words: \(words)", "\(script)\n!! \(rule)\n%% \(words)")
  }
}
