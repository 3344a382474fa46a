extension Conversation {
  /// Greeting, login and reinitialization.
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
}
