extension Conversation {
  /// Replies and commands in and out of order, and the form of both.
  static let order: [Conversation] = [
    Conversation("a one-reply command", "LOGIN\nC> SYST\nS> 215 UNIX\n=> simple success"),
    Conversation(
      "an unknown verb",
      "LOGIN\nC> XYZZY a\n=> simple\nS> 500 x\n=> simple failure\nC> XYZZY a\nS> 259 x\n=> simple success"),
    Conversation(
      "a reply to nothing",
      "LOGIN\nS> 200 x\n!! 959:5.4:nothing-spontaneous\n=> none error\n@@ loggedIn\nC> PWD\nS> 257 \"x\"\n=> simple success"
    ),
    Conversation(
      "a transfer that ends twice, the second time after the next command",
      """
      LOGIN
      PASV
      C> STOR f
      -- open
      S> 150 x
      -- close 5
      S> 226 x
      => transfer success bytes=5
      C> SIZE f
      S> 226 x
      !! 959:5.4:nothing-spontaneous
      => none error
      S> 213 5
      => simple success
      C> RNFR f
      S> 350 x
      """),
    Conversation(
      "a wrong code that repeats the end of a transfer for another command",
      "LOGIN\nPASV\nC> STOR f\nS> 150 x\nS> 226 x\nC> NOOP\nS> 200 x\nC> NOOP\nS> 226 x\n!! 959:5.4:noop-codes\n=> simple success"
    ),
    Conversation(
      "two final replies", "LOGIN\nC> PWD\nS> 257 \"x\"\nS> 257 \"x\"\n!! 959:5.4:nothing-spontaneous"),
    Conversation("421 to nothing", "LOGIN\nS> 421 x\n=> none failure\n@@ closing\n-- end server\n@@ closed"),
    Conversation("421 to a command", "LOGIN\nC> NOOP\nS> 421 x\n=> simple failure\n@@ closing"),
    Conversation(
      "a reply after 421", "LOGIN\nC> NOOP\nS> 421 x\nS> 200 x\n!! 959:4.2:close-after-421\n=> none error"),
    Conversation(
      "a command answered after 421",
      "LOGIN\nC> NOOP\nS> 421 x\nC> NOOP\nS> 200 x\n!! 959:4.2:close-after-421"),
    Conversation(
      "a transfer answered after 421",
      """
      LOGIN
      PASV
      C> NOOP
      C> RETR f
      S> 421 x
      S> 150 x
      !! 959:4.2:close-after-421
      => transfer error
      S> 226 x
      !! 959:4.2:close-after-421
      => transfer error
      """),
    Conversation(
      "a reply after 221", "LOGIN\nC> QUIT\nS> 221 x\n@@ closing\nS> 200 x\n!! 959:4.1.1:quit-221-close"),
    Conversation("commands after QUIT", "LOGIN\nC> QUIT\nC> NOOP\nS> 221 x\n-- end server\n@@ closed"),
    Conversation("commands after 421", "LOGIN\nC> NOOP\nC> NOOP\nS> 421 x\n-- end lost\n@@ closed"),
    Conversation("QUIT refused", "LOGIN\nC> QUIT\nS> 500 x\n=> simple failure\n@@ loggedIn"),
    Conversation(
      "1yz to a one-reply command",
      "LOGIN\nC> DELE f\nS> 150 x\n!! 959:6:simple-commands\n=> simple error\nS> 250 x\n=> simple success"),
    Conversation(
      "3yz to a one-reply command",
      "LOGIN\nC> PWD\nS> 350 x\n!! 959:6:simple-commands\n=> simple error\nC> PWD\nS> 257 \"x\""),
    Conversation(
      "a code of another command", "LOGIN\nC> MKD d\nS> 250 x\n!! 959:5.4:mkd-codes\n=> simple success"),
    Conversation("TYPE answered 226", "LOGIN\nC> TYPE I\nS> 226 x\n!! 959:5.4:type-codes\n=> simple success"),
    Conversation("a code of a later command", "LOGIN\nC> LANG\nS> 250 x\n!! 1123:4.1.2.11:standard-codes"),
    Conversation("an X verb with a wrong code", "LOGIN\nC> XPWD\nS> 250 x\n!! 775:1:x-verbs"),
    Conversation("a code that differs in the third digit", "LOGIN\nC> PWD\nS> 258 x\n=> simple success"),
    Conversation("a code that is practice", "LOGIN\nC> SITE HELP\nS> 214 x\n=> simple success practice=214"),
    Conversation(
      "a first digit of 7",
      "LOGIN\nC> NOOP\nS> 700 x\n!! 959:4.2:digit-ranges\n=> simple error\nC> NOOP\nS> 200 x"),
    Conversation(
      "a second digit of 9", "LOGIN\nC> NOOP\nS> 290 x\n!! 959:4.2:digit-ranges\n=> simple success"),
    Conversation("a first digit of 0", "LOGIN\nC> NOOP\nS> 000 x\n!! 959:4.2:digit-ranges\n=> simple error"),
    Conversation(
      "pipelined commands",
      "LOGIN\nC> NOOP\nC> SYST\nC> PWD\nS> 200 x\nS> 215 UNIX\nS> 257 \"x\"\n=> simple success"),
    Conversation(
      "pipelined commands answered in another order",
      "LOGIN\nC> SYST\nC> PWD\nS> 257 \"x\"\n!! 959:4.2:replies-in-order\n=> simple success\nS> 215 UNIX\n=> simple success"
    ),
    Conversation(
      "a pipelined command without a reply",
      "LOGIN\nC> SYST\nC> PWD\nS> 257 \"x\"\n!! 959:4.2:replies-in-order\nC> NOOP\nS> 200 x\n=> simple success\n-- end server\n!! 959:4.2:every-command-answered"
    ),
    Conversation(
      "two that were passed over",
      "LOGIN\nC> SYST\nC> STAT\nC> PWD\nS> 257 \"x\"\n!! 959:4.2:replies-in-order\nS> 211 x\nS> 215 x"),
    Conversation(
      "a reply that fits none of those passed over",
      "LOGIN\nC> SYST\nC> PWD\nS> 257 \"x\"\n!! 959:4.2:replies-in-order\nS> 257 \"x\"\n!! 959:5.4:syst-codes"
    ),
    Conversation(
      "pipelined failures are taken in order",
      "LOGIN\nC> MKD a\nC> CWD a\nS> 550 x\nS> 250 x\n=> simple success"),
    Conversation(
      "a rename", "LOGIN\nC> RNFR a\nS> 350 x\n=> rnfr then(rnto)\nC> RNTO b\nS> 250 x\n=> rnto success"),
    Conversation("a pipelined rename", "LOGIN\nC> RNFR a\nC> RNTO b\nS> 350 x\nS> 250 x\n=> rnto success"),
    Conversation(
      "RNTO alone", "LOGIN\nC> RNTO b\n!! 959:4.1.3:rnto-after-rnfr client\nS> 503 x\n=> rnto failure"),
    Conversation(
      "RNTO alone, accepted",
      "LOGIN\nC> RNTO b\n!! 959:4.1.3:rnto-after-rnfr client\nS> 250 x\n!! 959:4.1.3:rnto-after-rnfr"),
    Conversation(
      "RNTO after a refused RNFR",
      "LOGIN\nC> RNFR a\nS> 550 x\nC> RNTO b\n!! 959:4.2:group-restarts client\nS> 503 x"),
    Conversation(
      "RNTO after another command",
      "LOGIN\nC> RNFR a\nS> 350 x\nC> PWD\nS> 257 \"x\"\nC> RNTO b\n!! 959:4.1.3:rnto-directly-after client\nS> 503 x"
    ),
    Conversation(
      "RNTO after NOOP",
      "LOGIN\nC> RNFR a\nS> 350 x\nC> NOOP\n=> simple between=rnfr\nS> 200 x\nC> RNTO b\nS> 250 x"),
    Conversation(
      "RNTO twice",
      "LOGIN\nC> RNFR a\nS> 350 x\nC> RNTO b\nS> 250 x\nC> RNTO c\n!! 959:4.1.3:rnto-after-rnfr client\nS> 503 x"
    ),
    Conversation("RNFR answered 250", "LOGIN\nC> RNFR a\nS> 250 x\n!! 959:6:rename-commands\n=> rnfr error"),
    Conversation(
      "RNTO answered 350",
      "LOGIN\nC> RNFR a\nS> 350 x\nC> RNTO b\nS> 350 x\n!! 959:6:rename-commands\n=> rnto error"),
    Conversation(
      "a line that ends with LF",
      "LOGIN\nB> NOOP\\n\n!! 959:4.1.3:command-line-ends client\n=> simple\nS> 200 x"),
    Conversation(
      "a line that ends with CR", "LOGIN\nB> NOOP\\r\n!! 959:4.1.3:command-line-ends client\nS> 200 x"),
    Conversation("a line without end", "LOGIN\nB> NOOP\n!! 959:4.1.3:command-line-ends client\nS> 200 x"),
    Conversation(
      "a line with LF inside",
      "LOGIN\nB> CWD a\\nPWD\\r\\n\n!! 959:4.1.3:command-line-ends client\n=> simple\nS> 250 x\nS> 257 \"x\""),
    Conversation(
      "a line with CR inside", "LOGIN\nB> CWD a\\rb\\r\\n\n!! 854:nvt:cr-nul client\nS> 250 x"),
    Conversation("a CR in a name", "LOGIN\nB> CWD a\\r\\x00b\\r\\n\nS> 250 x"),
    Conversation(
      "two lines at once",
      "LOGIN\nB> NOOP\\r\\nSYST\\r\\n\n=> simple\nS> 200 x\nS> 215 UNIX\n=> simple success"),
    Conversation("a name in UTF-8", "LOGIN\nB> CWD \\xC3\\xA4\\r\\n\nS> 250 x"),
    Conversation("a name in Latin-1", "LOGIN\nB> CWD \\xE4\\r\\n\n!! 2640:3.1:utf8-names client\nS> 250 x"),
    Conversation(
      "IP and Synch before ABOR",
      "LOGIN\nB> \\xFF\\xF4\\xFF\\xF2ABOR\\r\\n\n=> simple\nS> 226 x\n=> simple success"),
    Conversation(
      "a Telnet option",
      "LOGIN\nB> \\xFF\\xFB\\x01NOOP\\r\\n\n!! 1123:4.1.2.12:client-no-telnet client\nS> 200 x"),
    Conversation(
      "a long line",
      "LOGIN\nB> CWD \(String(repeating: "a", count: 5000))\\r\\n\n!! 959:4.2:long-command-line client\nS> 501 x"
    ),
    Conversation(
      "a long line of security data",
      "S> 220 x\nC> AUTH X\nS> 334 x\nB> ADAT \(String(repeating: "a", count: 5000))\\r\\n\nS> 235 x"),
    Conversation(
      "a reply that is malformed", "LOGIN\nC> NOOP\nS> 200\n!! 959:4.2:reply-line\n=> simple success"),
    Conversation(
      "the server closes without a reply",
      "LOGIN\nC> NOOP\n-- end server\n!! 959:4.2:every-command-answered\n@@ closed"),
    Conversation(
      "the connection is lost",
      "LOGIN\nC> NOOP\n-- end lost\n!! 959:4.2:every-command-answered network\n@@ closed"),
    Conversation(
      "the connection is lost during a transfer",
      "LOGIN\nPASV\nC> RETR f\nS> 150 x\n-- end lost\n!! 959:4.2:preliminary-then-final network"),
    Conversation("the client closes", "LOGIN\nC> NOOP\n-- end client\n@@ closed"),
    Conversation("the server closes instead of greeting", "-- end server\n!! 959:5.4:greeting\n@@ closed"),
    Conversation(
      "the server closes instead of 221", "LOGIN\nC> QUIT\n-- end server\n!! 959:4.1.1:quit-221-close"),
    Conversation(
      "a command after the close", "LOGIN\n-- end client\nC> NOOP\nS> 200 x\n!! 959:5.4:nothing-spontaneous"),
    Conversation(
      "ABOR passed over and never answered",
      "LOGIN\nC> ABOR\nC> STAT\nC> PWD\nS> 257 \"x\"\n!! 959:4.2:replies-in-order\n-- end server\n!! 959:4.1.3:abor-426-226\n!! 959:4.2:every-command-answered"
    ),
  ]

  /// TYPE, MODE, STRU, PASV, EPSV and the like.
  static let parameters: [Conversation] = [
    Conversation("a type", "LOGIN\nC> TYPE I\nS> 200 x\n=> simple success"),
    Conversation("a type that no RFC defines", "LOGIN\nC> TYPE Q\nS> 200 x\n!! 959:4.1.2:type-unknown"),
    Conversation("a type that is refused", "LOGIN\nC> TYPE Q\nS> 504 x"),
    Conversation("a mode that no RFC defines", "LOGIN\nC> MODE Q\nS> 200 x\n!! 959:4.1.2:mode-stru-unknown"),
    Conversation(
      "a structure that no RFC defines", "LOGIN\nC> STRU Q\nS> 200 x\n!! 959:4.1.2:mode-stru-unknown"),
    Conversation("MODE Z", "LOGIN\nC> MODE Z\nS> 200 x\nC> MODE Z\nS> 451 x\n=> simple failure"),
    Conversation(
      "EPSV",
      "LOGIN\nC> EPSV\nS> 229 x (|||1025|)\n@@ dataAnnounced\nC> LIST\nS> 150 x\nS> 226 x\n@@ loggedIn"),
    Conversation("EPSV answered 227", "LOGIN\nC> EPSV\nS> 227 x (127,0,0,1,4,1)\n!! 2428:3:epsv-229"),
    Conversation("PASV answered 229", "LOGIN\nC> PASV\nS> 229 x (|||1025|)\n!! 959:4.1.2:pasv-listens"),
    Conversation("LPSV answered 227", "LOGIN\nC> LPSV\nS> 227 x (127,0,0,1,4,1)\n!! 1639:3:lpsv-228"),
    Conversation(
      "EPSV ALL",
      "LOGIN\nC> EPSV ALL\nS> 200 x\n=> simple success practice=200\n@@ loggedIn\nC> EPSV\nS> 229 (|||1025|)\nC> LIST\nS> 150 x\nS> 226 x"
    ),
    Conversation("EPSV ALL answered 229", "LOGIN\nC> EPSV ALL\nS> 229 x\n=> simple success\n@@ loggedIn"),
    Conversation(
      "EPSV ALL, then PORT",
      "LOGIN\nC> EPSV ALL\nS> 200 x\nC> PORT 127,0,0,1,4,1\n!! 2428:4:epsv-all-client client\nS> 503 x\n=> simple failure practice=503"
    ),
    Conversation(
      "EPSV ALL, then PASV accepted",
      "LOGIN\nC> EPSV ALL\nS> 200 x\nC> PASV\n!! 2428:4:epsv-all-client client\nS> 227 (127,0,0,1,4,1)\n!! 2428:3:epsv-all-refuses"
    ),
    Conversation(
      "EPSV ALL refused, then PORT", "LOGIN\nC> EPSV ALL\nS> 501 x\nC> PORT 127,0,0,1,4,1\nS> 200 x"),
    Conversation(
      "EPSV ALL ends with REIN",
      "LOGIN\nC> EPSV ALL\nS> 200 x\nC> REIN\nS> 220 x\nC> PASV\nS> 227 (127,0,0,1,4,1)"),
    Conversation("PASV answered 200", "LOGIN\nC> PASV\nS> 200 x\n!! 959:4.1.2:pasv-listens"),
    Conversation(
      "PORT refused",
      "LOGIN\nC> PORT 1,2\n!! 959:4.1.2:port-malformed client\nS> 501 x\n=> simple failure\n@@ loggedIn"),
    Conversation(
      "PORT accepted though it cannot be read",
      "LOGIN\nC> PORT 1,2\n!! 959:4.1.2:port-malformed client\nS> 200 x\n!! 959:4.1.2:port-malformed"),
    Conversation(
      "EPRT in a family that nobody has",
      "LOGIN\nC> EPRT |7|x|1025|\n!! 2428:2:eprt-unsupported-522 client\nS> 522 x (1,2)\n=> simple failure"),
    Conversation(
      "EPRT with an address of another family, accepted",
      "LOGIN\nC> EPRT |1|::1|1025|\n!! 2428:2:eprt-family-address client\nS> 200 x\n=> simple success"),
    Conversation(
      "EPRT with a port that is none",
      "LOGIN\nC> EPRT |1|127.0.0.1|0|\n!! 2428:2:eprt-port client\nS> 501 x\n=> simple failure"),
    Conversation(
      "EPRT with a port that is none, accepted",
      "LOGIN\nC> EPRT |1|127.0.0.1|0|\n!! 2428:2:eprt-port client\nS> 200 x\n!! 2428:2:eprt-errors"),
    Conversation(
      "EPRT without delimiters", "LOGIN\nC> EPRT x\n!! 2428:2:eprt-fields client\nS> 501 x\n=> simple failure"
    ),
    Conversation("EPSV answered 200", "LOGIN\nC> EPSV\nS> 200 x\n!! 2428:3:epsv-229"),
    Conversation("EPRT", "LOGIN\nC> EPRT |2|::1|1025|\nS> 200 x\n@@ dataAnnounced"),
    Conversation("LPRT", "LOGIN\nC> LPRT 4,4,127,0,0,1,2,4,1\nS> 200 x\n@@ dataAnnounced"),
    Conversation(
      "LPSV", "LOGIN\nC> LPSV\nS> 228 x (4,4,127,0,0,1,2,4,1)\n=> simple success addr=127.0.0.1:1025"),
    Conversation("EPSV of a family", "LOGIN\nC> EPSV 2\nS> 229 x (|||1025|)\n=> simple success addr=:1025"),
    Conversation(
      "EPSV of rubbish", "LOGIN\nC> EPSV x\n!! 2428:3:epsv-malformed client\nS> 501 x\n=> simple failure"),
    Conversation(
      "EPSV with an address in its reply",
      "LOGIN\nC> EPSV\nS> 229 x (|1|127.0.0.1|1025|)\n!! 2428:3:epsv-empty-fields\n=> simple success addr=127.0.0.1:1025"
    ),
    Conversation(
      "EPSV that cannot be read",
      "LOGIN\nC> EPSV\nS> 229 x (||1025|)\n!! 2428:3:epsv-reply-form\n=> simple success addr=:1025"),
    Conversation(
      "EPSV without a port", "LOGIN\nC> EPSV\nS> 229 x\n!! 2428:3:epsv-reply-form\n=> simple success"),
    Conversation(
      "PASV that cannot be read", "LOGIN\nC> PASV\nS> 227 x\n!! 959:4.1.2:pasv-listens\n=> simple success"),
    Conversation(
      "PASV without parentheses",
      "LOGIN\nC> PASV\nS> 227 =127,0,0,1,4,1\n=> simple success addr=127.0.0.1:1025"),
    Conversation(
      "PASV of no host",
      "LOGIN\nC> PASV\nS> 227 (0,0,0,0,4,1)\n!! 1123:4.1.2.6:pasv-own-address\n=> simple success addr=0.0.0.0:1025"
    ),
    Conversation(
      "PASV of another host, which is up to a policy",
      "LOGIN\nC> PASV\nS> 227 (192,0,2,1,4,1)\n=> simple success addr=192.0.2.1:1025"),
    Conversation(
      "SPSV", "LOGIN\nC> SPSV\nS> 227 (abc)\n=> simple success\nC> LIST\nS> 150 x\nS> 226 x"),
    Conversation(
      "an empty line that is ignored",
      "LOGIN\nB> \\r\\n\n!! 959:5.3:verb-letters client\nC> NOOP\nS> 200 x\n=> simple success\n-- end server"),
    Conversation(
      "an empty line that is refused",
      "LOGIN\nB> \\r\\n\n!! 959:5.3:verb-letters client\nS> 500 x\n=> simple failure"),
    Conversation(
      "an empty line, and then the close", "LOGIN\nB> \\r\\n\n!! 959:5.3:verb-letters client\n-- end server"),
  ]

  /// All conversations.
  static let all = login + protection + transfer + interruption + order + parameters + conditions
}
