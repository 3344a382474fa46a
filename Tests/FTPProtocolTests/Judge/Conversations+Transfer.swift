extension Conversation {
  /// Transfers and their data connections.
  static let transfer: [Conversation] = [
    Conversation(
      "a transfer that is refused has not carried what the one before has",
      "LOGIN\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- first\n-- close 5\nS> 226 x\n=> transfer success bytes=5\nC> STOR f\n!! 1123:4.1.2.6:pasv-per-transfer client\nS> 553 x\n=> transfer failure"
    ),
    Conversation(
      "a download",
      """
      LOGIN
      PASV
      C> RETR f
      => transfer
      -- open
      S> 150 x
      => transfer wait
      @@ transferring
      -- first
      -- close 12
      => transfer bytes=12
      S> 226 x
      => transfer success bytes=12
      @@ loggedIn
      """),
    Conversation(
      "a transfer that ends with 250", "LOGIN\nPASV\nC> STOR f\nS> 125 x\nS> 250 x\n=> transfer success"),
    Conversation(
      "a transfer that ends with 200",
      "LOGIN\nPASV\nC> STOR f\nS> 150 x\nS> 200 x\n!! 959:3.2:close-reported-226-250\n=> transfer success"),
    Conversation(
      "an active transfer",
      "LOGIN\nC> PORT 127,0,0,1,4,1\nS> 200 x\n@@ dataAnnounced\nC> LIST\n-- open\nS> 125 x\n-- close 0\nS> 226 x"
    ),
    Conversation(
      "a second 1yz",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 125 x\n!! 959:4.2:one-preliminary\n=> transfer error\n@@ transferring\nS> 226 x\n=> transfer success"
    ),
    Conversation(
      "restart marks do not count",
      """
      LOGIN
      C> MODE B
      S> 200 x
      C> STOR f
      S> 150 x
      S> 110 MARK a = b
      => transfer wait
      S> 110 MARK c = d
      S> 226 x
      """),
    Conversation(
      "a mark in another form",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 110 mark a=b\n!! 1123:4.1.3.4:mark-reply-form\n=> transfer wait\nS> 226 x"
    ),
    Conversation(
      "a mark in a listing",
      "LOGIN\nPASV\nC> LIST\nS> 150 x\nS> 110 MARK a = b\n!! 959:4.2:mark-reply\n=> transfer error\nS> 226 x"),
    Conversation(
      "a mark to a one-reply command",
      "LOGIN\nC> NOOP\nS> 110 MARK a = b\n!! 959:4.2:mark-reply\n=> simple error\nS> 200 x"),
    Conversation(
      "success without 1yz",
      "LOGIN\nPASV\nC> RETR f\n-- open\n-- first\n-- close 5\nS> 226 x\n!! 959:5.4:success-needs-preliminary\n=> transfer success bytes=5"
    ),
    Conversation(
      "success without 1yz and without data events",
      "LOGIN\nPASV\nC> RETR f\nS> 226 x\n!! 959:5.4:success-needs-preliminary\n@@ loggedIn"),
    Conversation(
      "3yz to a transfer", "LOGIN\nPASV\nC> RETR f\nS> 350 x\n!! 959:6:transfer-commands\n=> transfer error"),
    Conversation(
      "3yz after 1yz",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 350 x\n!! 959:6:transfer-commands\n=> transfer error\n@@ loggedIn"
    ),
    Conversation(
      "226 before the close",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\n-- open\n-- first\nS> 226 x\n!! 959:5.2:final-after-close"),
    Conversation(
      "data after the final reply", "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 226 x\n-- open\n-- first"),
    Conversation(
      "data after a final reply that ended the connection",
      "LOGIN\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- close 0\nS> 226 x\n-- first\n!! 959:5.2:final-after-close"
    ),
    Conversation(
      "a close after the final reply in block mode",
      "LOGIN\nC> MODE B\nS> 200 x\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- first\nS> 250 x\nC> RETR g\nS> 125 x\n-- first\nS> 250 x\n-- close 9"
    ),
    Conversation(
      "150 after the data has begun",
      "LOGIN\nPASV\nC> RETR f\n-- open\n-- first\nS> 150 x\n!! 959:4.2:preliminary-before-data\n-- close 5\nS> 226 x"
    ),
    Conversation(
      "a data connection that cannot be made",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\n-- refused\nS> 425 x\n=> transfer failure\n@@ loggedIn"),
    Conversation(
      "success without a data connection",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\n-- refused\nS> 226 x\n!! 959:4.2:success-means-done"),
    Conversation(
      "a data connection that opens after one was refused",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\n-- refused\n-- open\n-- close 3\nS> 226 x\n=> transfer success bytes=3"
    ),
    Conversation(
      "a file that is missing",
      "LOGIN\nPASV\nC> RETR f\nS> 550 x\n=> transfer failure\n@@ dataAnnounced\nC> RETR g\nS> 150 x\nS> 226 x"
    ),
    Conversation(
      "a late error", "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 550 x\n=> transfer failure practice=550"),
    Conversation(
      "425 at once, as is practice", "LOGIN\nPASV\nC> RETR f\nS> 425 x\n=> transfer failure practice=425"),
    Conversation(
      "a code that is not listed",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 553 x\n!! 959:5.4:retr-codes\n=> transfer failure"),
    Conversation(
      "two transfers, each set up",
      "LOGIN\nPASV\nC> LIST\nS> 150 x\nS> 226 x\nPASV\nC> LIST\nS> 150 x\nS> 226 x"),
    Conversation(
      "a transfer on the address of another",
      "LOGIN\nPASV\nC> LIST\nS> 150 x\nS> 226 x\nC> LIST\n!! 1123:4.1.2.6:pasv-per-transfer client\nS> 425 x\n=> transfer failure practice=425"
    ),
    Conversation(
      "an active transfer on the address of another",
      "LOGIN\nC> PORT 127,0,0,1,4,1\nS> 200 x\nC> LIST\nS> 150 x\nS> 226 x\nC> LIST\n!! 1123:4.1.2.5:setup-per-transfer client\nS> 150 x\nS> 226 x"
    ),
    Conversation(
      "a transfer on the default port",
      "LOGIN\nC> LIST\n!! 1123:4.1.2.5:setup-per-transfer client\nS> 150 x\nS> 226 x"),
    Conversation(
      "a transfer after a refused PASV",
      "LOGIN\nC> PASV\nS> 502 x\n@@ loggedIn\nC> LIST\n!! 1123:4.1.2.5:setup-per-transfer client\nS> 425 x"),
    Conversation(
      "a pipelined transfer",
      "LOGIN\nC> PASV\nC> LIST\nS> 227 (127,0,0,1,4,1)\nS> 150 x\nS> 226 x\n@@ loggedIn"),
    Conversation("a listing for machines", "LOGIN\nPASV\nC> MLSD\nS> 150 x\nS> 226 x"),
    Conversation(
      "a restart",
      "LOGIN\nC> REST 100\nS> 350 x\n=> rest then(restarted)\nPASV\nC> RETR f\n=> restarted\nS> 150 x\n=> restarted wait\nS> 226 x\n=> restarted success"
    ),
    Conversation(
      "a restart with TYPE in between",
      "LOGIN\nC> REST 100\nS> 350 x\nC> TYPE I\nS> 200 x\nPASV\nC> STOR f\n=> restarted\nS> 150 x\nS> 226 x"),
    Conversation(
      "a restart with NOOP in between",
      "LOGIN\nPASV\nC> REST 100\nS> 350 x\nC> NOOP\n=> simple between=rest\nS> 200 x\nC> RETR f\n=> restarted\nS> 150 x\nS> 226 x"
    ),
    Conversation(
      "a restart with CWD in between",
      "LOGIN\nPASV\nC> REST 100\nS> 350 x\nC> CWD d\nS> 250 x\nC> RETR f\n!! 3659:5.3:rest-last-before-transfer client\n=> restarted\nS> 150 x\nS> 226 x"
    ),
    Conversation(
      "a restart of a listing",
      "LOGIN\nPASV\nC> REST 100\nS> 350 x\nC> LIST\n!! 959:6:rest-command client\n=> transfer\nS> 150 x\nS> 226 x"
    ),
    Conversation(
      "a restart of STOU",
      "LOGIN\nPASV\nC> REST 100\nS> 350 x\nC> STOU\n=> transfer\nS> 150 FILE: a\nS> 226 x"),
    Conversation(
      "a restart refused",
      "LOGIN\nPASV\nC> REST 100\nS> 501 x\n=> rest failure\nC> RETR f\n=> transfer\nS> 150 x\nS> 226 x"),
    Conversation(
      "a restart taken back",
      "LOGIN\nPASV\nC> REST 100\nS> 350 x\nC> REST 0\nS> 350 x\nC> LIST\nS> 150 x\nS> 226 x"),
    Conversation(
      "a pipelined restart",
      "LOGIN\nPASV\nC> REST 100\nC> RETR f\n=> restarted\nS> 350 x\nS> 150 x\n=> restarted wait\nS> 226 x"),
    Conversation(
      "a marker serves one transfer",
      "LOGIN\nPASV\nC> REST 100\nS> 350 x\nC> RETR f\nS> 150 x\nS> 226 x\nPASV\nC> RETR f\n=> transfer\nS> 150 x\nS> 226 x"
    ),
    Conversation("REST answered 200", "LOGIN\nC> REST 100\nS> 200 x\n!! 959:6:rest-command\n=> rest error"),
    Conversation(
      "3yz to a restarted transfer",
      "LOGIN\nPASV\nC> REST 1\nS> 350 x\nC> RETR f\nS> 350 x\n!! 959:6:rest-command\n=> restarted error"),
    Conversation(
      "a range",
      "LOGIN\nPASV\nC> RANG 0 9\nS> 350 x\n=> rest then(restarted)\nC> RETR f\n=> restarted\nS> 150 x\nS> 226 x"
    ),
  ]

  /// ABOR, STAT, QUIT and the rest during a transfer.
  static let interruption: [Conversation] = [
    Conversation(
      "ABOR",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> ABOR\n=> simple\nS> 426 x\n=> transfer failure\nS> 226 x\n=> simple success\n@@ loggedIn"
    ),
    Conversation(
      "ABOR after the end",
      "LOGIN\nPASV\nC> RETR f\n-- open\nS> 150 x\n-- first\nC> ABOR\nS> 226 x\n=> transfer success\nS> 226 x\n=> simple success"
    ),
    Conversation(
      "ABOR answered 225", "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> ABOR\nS> 426 x\nS> 225 x\n=> simple success"),
    Conversation("ABOR when idle", "LOGIN\nC> ABOR\nS> 226 x\nC> ABOR\nS> 225 x"),
    Conversation(
      "ABOR releases a listener",
      "LOGIN\nPASV\nC> ABOR\nS> 226 x\n@@ loggedIn\nC> LIST\n!! 1123:4.1.2.5:setup-per-transfer client\nS> 425 x"
    ),
    Conversation(
      "ABOR answered once, before the next command",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> ABOR\nS> 226 x\nC> NOOP\nS> 200 x\n!! 959:4.1.3:abor-426-226\n=> simple success\nC> PWD\nS> 257 \"x\"\n=> simple success"
    ),
    Conversation(
      "ABOR answered once, before a failure",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> ABOR\nS> 426 x\nC> CWD d\nS> 550 x\n!! 959:4.1.3:abor-426-226\n=> simple failure"
    ),
    Conversation(
      "ABOR answered 225 alone",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> ABOR\nS> 225 x\n!! 959:4.1.3:abor-426-226\n@@ loggedIn\nC> NOOP\nS> 200 x"
    ),
    Conversation(
      "ABOR refused during a transfer",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> ABOR\nS> 502 x\n=> simple failure ahead=1\n@@ transferring\nS> 226 x\n=> transfer success"
    ),
    Conversation(
      "ABOR before the 1yz",
      "LOGIN\nPASV\nC> RETR f\nC> ABOR\nS> 426 x\n=> transfer failure\nS> 226 x\n=> simple success"
    ),
    Conversation(
      "the connection ends after one reply to ABOR",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> ABOR\nS> 426 x\n-- end server\n!! 959:4.2:every-command-answered"),
    Conversation(
      "STAT answered at once",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> STAT\nS> 213 x\n=> simple success ahead=1\n@@ transferring\nS> 226 x\n=> transfer success"
    ),
    Conversation(
      "STAT answered at the end",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> STAT\nS> 226 x\n=> transfer success\nS> 211-x~ y~211 z\n=> simple success lines=3"
    ),
    Conversation(
      "STAT refused during a transfer",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> STAT\nS> 502 x\n=> simple failure ahead=1\nS> 226 x"),
    Conversation(
      "NOOP during a transfer, answered at once",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> NOOP\n=> simple between=transfer\nS> 200 x\n=> simple success ahead=1\nS> 226 x"
    ),
    Conversation(
      "NOOP during a transfer, answered at the end",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> NOOP\nS> 226 x\n=> transfer success\nS> 200 x"),
    Conversation(
      "CWD during a transfer",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> CWD d\n!! 959:5.4:wait-for-final client\nS> 226 x\n=> transfer success\nS> 250 x\n=> simple success"
    ),
    Conversation(
      "QUIT during a transfer",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> QUIT\nS> 226 x\n=> transfer success\nS> 221 x\n=> simple success\n@@ closing\n-- end server\n@@ closed"
    ),
    Conversation(
      "QUIT answered before the transfer",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> QUIT\nS> 221 x\n=> simple success ahead=1\n@@ closing\nS> 226 x\n=> transfer success\n-- end server\n@@ closed"
    ),
    Conversation(
      "QUIT answered, and the transfer not",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nC> QUIT\nS> 221 x\n@@ closing\n-- end server\n!! 959:4.1.1:quit-during-transfer\n@@ closed"
    ),
    Conversation(
      "421 during a transfer",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\nS> 421 x\n=> transfer failure\n@@ closing\n-- end server"),
  ]
}
