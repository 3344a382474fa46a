extension Conversation {
  /// Greeting, login, reinitialization and protection.
  static let login: [Conversation] = [
    Conversation("a login", "LOGIN\n@@ loggedIn"),
    Conversation(
      "a login without password",
      """
      S> 220 hi
      @@ ready
      C> USER a
      => user
      S> 230 in
      => user success
      @@ loggedIn
      """),
    Conversation(
      "commands and PASS after a login without password",
      """
      S> 220 hi
      C> USER a
      S> 230 in
      C> NOOP
      => simple
      S> 200 x
      C> CWD d
      S> 250 x
      C> USER a
      S> 230 in
      C> PASS b
      => pass
      S> 202 x
      => pass success
      @@ loggedIn
      """),
    Conversation(
      "PASS refused after a login without password",
      """
      S> 220 hi
      C> USER a
      S> 230 in
      C> PASS b
      S> 503 x
      => pass failure
      @@ loggedIn
      C> CWD d
      S> 250 x
      """),
    Conversation(
      "PASS on its way before the login without password, and refused",
      "S> 220 hi\nC> USER a\nC> PASS b\nS> 230 in\nS> 530 x\n=> pass failure\n@@ loggedIn"),
    Conversation(
      "PASS once more when logged in",
      """
      LOGIN
      C> PASS b
      !! 959:4.1.1:pass-after-user client
      S> 230 Already logged in.
      !! 959:4.2:bad-sequence-503
      @@ loggedIn
      """),
    Conversation(
      "a login with an account",
      """
      S> 220 hi
      C> USER a
      S> 331 x
      @@ awaitingPassword
      C> PASS b
      S> 332 x
      => pass then(acct)
      @@ awaitingAccount
      C> ACCT c
      S> 230 x
      => acct success
      @@ loggedIn
      """),
    Conversation(
      "an account asked for at once",
      """
      S> 220 hi
      C> USER a
      S> 332 x
      => user then(acct)
      @@ awaitingAccount
      C> ACCT c
      S> 202 x
      @@ loggedIn
      """),
    Conversation(
      "an account refused",
      """
      S> 220 hi
      C> USER a
      S> 332 x
      C> ACCT c
      S> 530 x
      => acct failure
      @@ refused
      """),
    Conversation("an account not needed", "LOGIN\nC> ACCT c\nS> 202 x\n=> acct success\n@@ loggedIn"),
    Conversation(
      "a superfluous password",
      """
      S> 220 hi
      C> USER a
      S> 331 x
      C> PASS b
      S> 202 x
      => pass success
      @@ loggedIn
      """),
    Conversation(
      "a wrong password and a second attempt",
      """
      S> 220 hi
      C> USER a
      S> 331 x
      C> PASS b
      S> 530 x
      => pass failure
      @@ refused
      C> USER a
      S> 331 x
      C> PASS c
      S> 230 x
      @@ loggedIn
      """),
    Conversation(
      "a wrong password and PASS again",
      """
      S> 220 hi
      C> USER a
      S> 331 x
      C> PASS b
      S> 530 x
      C> PASS c
      !! 959:4.2:group-restarts client
      S> 503 x
      @@ refused
      """),
    Conversation(
      "PASS after a refused USER",
      """
      S> 220 hi
      C> USER a
      S> 530 x
      @@ refused
      C> PASS b
      !! 959:4.2:group-restarts client
      S> 503 x
      """),
    Conversation(
      "PASS without USER",
      """
      S> 220 hi
      C> PASS b
      !! 959:4.1.1:pass-after-user client
      => pass
      S> 503 x
      => pass failure
      """),
    Conversation(
      "PASS without USER is accepted",
      """
      S> 220 hi
      C> PASS b
      !! 959:4.1.1:pass-after-user client
      S> 230 x
      !! 959:4.1.1:pass-after-user
      """),
    Conversation(
      "a command between USER and PASS",
      """
      S> 220 hi
      C> USER a
      S> 331 x
      C> SYST
      S> 215 UNIX
      C> PASS b
      !! 959:4.1.1:pass-directly-after client
      S> 230 x
      """),
    Conversation(
      "NOOP between USER and PASS",
      """
      S> 220 hi
      C> USER a
      S> 331 x
      C> NOOP
      => simple between=user
      S> 200 x
      C> PASS b
      S> 230 x
      @@ loggedIn
      """),
    Conversation(
      "a pipelined login", "S> 220 hi\nC> USER a\nC> PASS b\nS> 331 x\nS> 230 x\n=> pass success\n@@ loggedIn"
    ),
    Conversation(
      "a pipelined second attempt",
      """
      S> 220 hi
      C> USER a
      C> PASS b
      C> USER a
      C> PASS c
      S> 331 x
      S> 530 x
      S> 331 x
      S> 230 x
      @@ loggedIn
      """),
    Conversation(
      "PASS answered 220, as seen in the field",
      """
      S> 220 hi
      C> USER a
      S> 331 x
      C> PASS b
      S> 220 x
      !! 959:5.4:pass-codes
      => pass success
      @@ loggedIn
      """),
    Conversation(
      "USER answered 1yz",
      """
      S> 220 hi
      C> USER a
      S> 150 x
      !! 959:6:login-commands
      => user error
      S> 230 x
      => user success
      """),
    Conversation(
      "ACCT answered 3yz", "LOGIN\nC> ACCT x\nS> 350 x\n!! 959:6:login-commands\n=> acct error\n@@ loggedIn"),
    Conversation(
      "a second user drops the first",
      "LOGIN\nC> USER b\nS> 331 x\n@@ awaitingPassword\nC> PASS c\nS> 530 x\n@@ refused"),
    Conversation(
      "a second user refused", "LOGIN\nC> USER b\nS> 530 x\n=> user failure\n@@ loggedIn"),
    Conversation(
      "an account for a later command",
      """
      LOGIN
      PASV
      C> STOR f
      S> 332 x
      => transfer then(acct)
      @@ awaitingAccount
      C> ACCT c
      S> 230 x
      => acct success
      S> 150 x
      => transfer wait
      S> 226 x
      => transfer success
      """),
    Conversation(
      "an account for a later command, not given", "LOGIN\nC> CWD f\nS> 332 x\nC> NOOP\nS> 200 x\n@@ loggedIn"
    ),
    Conversation(
      "a reply before the account has come",
      """
      LOGIN
      C> CWD f
      S> 332 x
      S> 250 x
      !! 959:5.4:nothing-spontaneous
      """),
    Conversation(
      "a command dropped for lack of an account",
      "LOGIN\nC> STOR f\n!! 1123:4.1.2.5:setup-per-transfer client\nS> 532 x\n=> transfer failure"),
    Conversation(
      "a delayed greeting",
      "S> 120 wait\n=> greeting wait\n@@ awaitingGreeting\nS> 220 x\n=> greeting success\n@@ ready"),
    Conversation(
      "a greeting delayed twice",
      "S> 120 wait\nS> 120 wait\n!! 959:4.2:one-preliminary\n=> greeting error\nS> 220 x"),
    Conversation("a greeting of several lines", "S> 220-a~ b~220 c\n=> greeting success lines=3"),
    Conversation("no service", "S> 421 x\n=> greeting failure\n@@ closing\n-- end server\n@@ closed"),
    Conversation(
      "a greeting that is not listed", "S> 530 x\n!! 959:5.4:greeting\n=> greeting failure\n@@ refused"),
    Conversation("a greeting of 3yz", "S> 331 x\n!! 959:5.4:greeting\n=> greeting error"),
    Conversation(
      "a command before the greeting",
      """
      C> USER a
      !! 959:5.4:wait-for-greeting client
      @@ awaitingGreeting
      S> 220 x
      => greeting success
      S> 331 x
      => user then(pass)
      """),
    Conversation(
      "a transfer without login", "S> 220 x\nPASV\nC> LIST\nS> 150 x\n!! 959:4.2:not-logged-in-530\nS> 226 x"),
    Conversation("a directory without login", "S> 220 x\nC> CWD d\nS> 250 x\n!! 959:4.2:not-logged-in-530"),
    Conversation("a directory refused without login", "S> 220 x\nC> CWD d\nS> 530 x\n=> simple failure"),
    Conversation(
      "reinitialization",
      """
      LOGIN
      C> TYPE I
      S> 200 x
      C> REIN
      S> 120 x
      => transfer wait
      S> 220 x
      => transfer success
      @@ ready
      C> USER a
      S> 230 x
      @@ loggedIn
      """),
    Conversation("reinitialization refused", "LOGIN\nC> REIN\nS> 502 x\n@@ loggedIn"),
    Conversation("a host before the user", "S> 220 x\nC> HOST h\nS> 220 x\n=> simple success"),
    Conversation("a host after login", "LOGIN\nC> HOST h\n!! 7151:3.2:host-before-user client\nS> 503 x"),
    Conversation(
      "a host after login, accepted",
      "LOGIN\nC> HOST h\n!! 7151:3.2:host-before-user client\nS> 220 x\n!! 7151:3:host-after-login"),
    Conversation(
      "a host with a port", "S> 220 x\nC> HOST h:21\n!! 7151:3.1:client-sends-no-port client\nS> 501 x"),
    Conversation("a host as an IPv6 literal", "S> 220 x\nC> HOST [::1]\nS> 220 x"),
    Conversation("a host after REIN", "LOGIN\nC> REIN\nS> 220 x\nC> HOST h\nS> 220 x"),
  ]

  /// Protection: RFC 2228 and RFC 4217.
  static let protection: [Conversation] = [
    Conversation(
      "TLS",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      => auth success
      -- tls established
      C> PBSZ 0
      S> 200 x
      C> PROT P
      S> 200 x
      C> USER a
      S> 331 x
      C> PASS b
      S> 230 x
      @@ loggedIn
      """),
    Conversation("TLS refused", "S> 220 x\nC> AUTH TLS\nS> 534 x\n=> auth failure\n@@ ready"),
    Conversation("TLS after login drops it", "LOGIN\nC> AUTH TLS\nS> 234 x\n@@ ready"),
    Conversation(
      "TLS answered 334",
      "S> 220 x\nC> AUTH TLS\nS> 334 x\n!! 4217:4.2:auth-tls-never-334\n=> auth then(adat)"),
    Conversation(
      "a security exchange in steps",
      """
      S> 220 x
      C> AUTH GSSAPI
      S> 334 x
      => auth then(adat)
      C> ADAT YQ==
      S> 335 ADAT=YQ==
      => adat then(adat)
      C> ADAT YQ==
      S> 235 x
      => adat success
      C> MIC YQ==
      S> 631 YQ==
      => protected success
      """),
    Conversation(
      "an ADAT that is refused takes nothing off what is protected",
      "S> 220 x\nC> AUTH X\nS> 234 x\nC> ADAT YQ==\nS> 500 x\nC> CCC\nS> 200 x"),
    Conversation("ADAT without AUTH", "S> 220 x\nC> ADAT YQ==\nS> 503 x\n=> adat failure"),
    Conversation("ADAT without AUTH accepted", "S> 220 x\nC> ADAT YQ==\nS> 235 x\n!! 2228:3:adat-after-auth"),
    Conversation(
      "ADAT after a refused AUTH",
      "S> 220 x\nC> AUTH X\nS> 504 x\nC> ADAT YQ==\nS> 235 x\n!! 2228:3:adat-after-auth"),
    Conversation("a pipelined AUTH and ADAT", "S> 220 x\nC> AUTH GSSAPI\nC> ADAT YQ==\nS> 334 x\nS> 235 x"),
    Conversation("PROT before PBSZ", "LOGIN\nC> PROT P\n!! 4217:9:pbsz-prot-order client\nS> 503 x"),
    Conversation(
      "PROT before PBSZ accepted",
      "LOGIN\nC> PROT P\n!! 4217:9:pbsz-prot-order client\nS> 200 x\n!! 2228:3:prot-after-pbsz"),
    Conversation("PBSZ before AUTH", "LOGIN\nC> PBSZ 0\nS> 503 x"),
    Conversation("PBSZ before AUTH accepted", "LOGIN\nC> PBSZ 0\nS> 200 x\n!! 2228:3:pbsz-after-auth"),
    Conversation(
      "a level that no RFC defines",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      -- tls established
      C> PBSZ 0
      S> 200 x
      C> PROT Q
      S> 200 x
      !! 2228:3:prot-unknown-level
      """),
    Conversation("CCC in clear", "LOGIN\nC> CCC\nS> 533 x"),
    Conversation("CCC in clear accepted", "LOGIN\nC> CCC\nS> 200 x\n!! 2228:3:ccc-unprotected"),
    Conversation(
      "CCC, then PROT",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      -- tls established
      C> CCC
      S> 200 x
      -- tls ended
      C> PBSZ 0
      S> 200 x
      !! 4217:5:ccc-no-prot
      C> PROT C
      S> 200 x
      !! 4217:5:ccc-no-prot
      """),
    Conversation(
      "a protected reply in clear",
      "LOGIN\nC> PWD\nS> 631 YQ==\n!! 2228:5.2:protected-replies\n=> simple success"),
    Conversation(
      "MIC in clear accepted",
      "S> 220 x\nC> MIC YQ==\nS> 200 x\n!! 2228:3:mic-before-auth\n=> protected success"),
    Conversation("MIC in clear refused", "S> 220 x\nC> MIC YQ==\nS> 503 x"),
    Conversation(
      "a handshake that fails", "S> 220 x\nC> AUTH TLS\nS> 234 x\n-- tls failed\nS> 421 x\n@@ closing"),
    Conversation(
      "reinitialization ends TLS",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      -- tls established
      C> REIN
      S> 220 x
      C> PBSZ 0
      S> 200 x
      !! 2228:3:pbsz-after-auth
      """),
  ]
}
