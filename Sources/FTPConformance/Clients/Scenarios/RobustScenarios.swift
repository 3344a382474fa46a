import FTPProtocol

/// Scenarios with quirks of real servers: the client still does its job.
enum RobustScenarios {
  static let all: [ClientScenario] =
    replies + codes + addresses + transfers + facts + sessions + refusals + rarities + listings

  private static let quirks: RequirementID = "practice:robust:lives-with-quirks"

  /// A download from a server with faults, which must work.
  private static func get(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, bad: String,
    _ faults: String...,
    checks: [ClientCheck] = [.gets]
  ) -> ClientScenario {
    scenario(slug, title, rule, source, bad, ScenarioServer().with { $0.faults = faults }, checks)
  }

  private static func get(
    _ slug: String, _ title: String, _ source: String, bad: String, _ faults: String...,
    checks: [ClientCheck] = [.gets]
  ) -> ClientScenario {
    scenario(slug, title, quirks, source, bad, ScenarioServer().with { $0.faults = faults }, checks)
  }

  /// A download from a server with a script, which must work.
  private static func rules(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, bad: String, _ rules: String...,
    checks: [ClientCheck] = [.gets]
  ) -> ClientScenario {
    scenario(slug, title, rule, source, bad, ScenarioServer().with { $0.rules = rules }, checks)
  }

  private static func rules(
    _ slug: String, _ title: String, _ source: String, bad: String, _ rules: String...,
    checks: [ClientCheck] = [.gets]
  ) -> ClientScenario {
    scenario(slug, title, quirks, source, bad, ScenarioServer().with { $0.rules = rules }, checks)
  }

  private static func scenario(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, _ bad: String,
    _ server: ScenarioServer, _ checks: [ClientCheck]
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "robust/get/\(slug)"), title, [rule], source: source, bad: [bad], server: server,
      checks: checks)
  }

  private static let replies: [ClientScenario] = [
    get(
      "split-replies", "The client joins replies that arrive in two segments.",
      "1123:4.1.2.10:joins-split-replies",
      "RFC 1123, section 4.1.2.10", bad: "reads-segments", "reply-split=2"),
    get(
      "split-line-end", "A line end in two segments is one line end.", "1123:4.1.2.10:joins-split-replies",
      "RFC 1123, section 4.1.2.10", bad: "reads-segments", "reply-split-end"),
    get(
      "dripped-replies", "The client reads replies that arrive byte by byte.",
      "1123:4.1.2.10:joins-split-replies",
      "RFC 1123, section 4.1.2.10", bad: "reads-segments", "reply-dripped"),
    get(
      "joined-replies", "150 and 226 in one segment are two replies.", "1123:4.1.2.10:joins-split-replies",
      "curl, test 126", bad: "reads-segments", "reply-joined"),
    get(
      "multiline-replies", "The client reads multi-line replies to the last line.",
      "2389:2.2:any-reply-multiline",
      "RFC 2389, section 2.2", bad: "reads-first-line", "reply-multiline"),
    get(
      "multiline-digits", "A line inside a reply that begins with digits does not end it.",
      "field quirk Q25", bad: "reads-first-line", "reply-unpadded"),
    get(
      "multiline-code-inside", "A line inside a reply with its code and a hyphen does not end it.",
      "field quirk Q25", bad: "reads-first-line", "reply-code-inside"),
    get(
      "long-greeting",
      "The client reads a greeting to its last line, even if earlier lines look like its end.",
      "1123:4.1.2.11:multiline-any-length", "field quirk Q25", bad: "reads-first-line", "greeting-long"),
    get(
      "long-login", "The client reads a reply to PASS of a hundred lines.",
      "1123:4.1.2.11:multiline-any-length",
      "RFC 1123, section 4.1.2.11", bad: "reads-first-line", "login-long"),
    get(
      "long-text", "The client reads replies of 4 KiB.", "practice:robust:lives-with-quirks",
      "curl, test 1003",
      bad: "short-lines", "reply-long"),
    get(
      "no-text", "The client reads replies that are only a code.", "basic-ftp issue 63",
      bad: "wants-text",
      "reply-no-text"),
    get(
      "bare-lf", "The client reads replies whose lines end with LF alone.", "lftp 3.7.0", bad: "wants-crlf",
      "reply-bare-lf"),
    get("eight-bit", "A text in ISO 8859-1 does no harm.", "lftp issue 783", bad: "wants-utf8", "reply-8bit"),
    get(
      "padded", "Spaces around the text do no harm.", "RFC 2428, section 3", bad: "wants-text-first",
      "reply-padded"),
    get(
      "telnet", "A Telnet option before replies does no harm.", "RFC 1123, section 4.1.2.12",
      bad: "wants-digits", "reply-telnet"),
    rules(
      "blank-lines", "An empty line inside a reply is part of it.", "jlaffaye, issue 321",
      bad: "wants-digits",
      "connect -> raw \"220-Welcome\\r\\n\\r\\n   \\r\\n220 Ready.\\r\\n\""),
  ]

  private static let codes: [ClientScenario] = [
    get(
      "type-226", "226 to TYPE is a success.", "1123:4.1.2.11:first-digit-decides", "field quirk Q71",
      bad: "wants-codes", "code-type"),
    get(
      "pass-202", "202 to PASS is a success.", "1123:4.1.2.11:first-digit-decides", "RFC 959, section 5.4",
      bad: "wants-codes", "login-pass-code=202"),
    get(
      "retr-125", "125 begins a transfer as 150 does.", "1123:4.1.2.11:first-digit-decides",
      "field quirk Q19", bad: "wants-codes", "code-125"),
    get(
      "ends-250", "250 ends a transfer as 226 does.", "1123:4.1.2.11:first-digit-decides", "field quirk Q18",
      bad: "wants-codes", "code-250"),
    get(
      "ends-200", "200 ends a transfer as 226 does.", "1123:4.1.2.11:first-digit-decides", "field quirk Q22",
      bad: "wants-codes", "code-200"),
    get(
      "code-range", "A second digit that no RFC defines is still a success.",
      "1123:4.1.2.11:first-digit-decides", "RFC 1123, section 4.1.2.11", bad: "wants-codes", "code-range"),
    get(
      "no-password-asked", "230 to USER is a login.", "practice:robust:lives-with-quirks", "curl, test 1219",
      bad: "wants-codes", "login-no-password"),
    rules(
      "cwd-200", "200 to CWD is a success.", "1123:4.1.2.11:first-digit-decides",
      "RFC 1123, section 4.1.2.11", bad: "wants-codes", "CWD * -> obey quietly, 200"),
    rules(
      "type-220", "220 to TYPE is a success.", "1123:4.1.2.11:first-digit-decides",
      "RFC 1123, section 4.1.2.11", bad: "wants-codes", "TYPE * -> obey quietly, 220"),
  ]

  private static let addresses: [ClientScenario] = [
    get(
      "epsv-refused", "If EPSV is refused, the client tries PASV.", "field quirk Q14", bad: "epsv-alone",
      "address-epsv-refused"),
    get(
      "epsv-broken", "If FEAT lists EPSV but EPSV gets 500, the client tries PASV.", "field quirk Q13",
      bad: "epsv-alone", "feat-epsv-broken"),
    get(
      "no-parentheses", "The client finds the numbers in a 227 without parentheses.",
      "1123:4.1.2.6:scan-digits",
      "RFC 1123, section 4.1.2.6", bad: "wants-parentheses", "address-no-parentheses", "code-500=EPSV"),
    get(
      "bare-numbers", "The client finds the numbers in a 227 without words.", "1123:4.1.2.6:scan-digits",
      "field quirk Q04", bad: "wants-parentheses", "address-bare", "code-500=EPSV"),
    get(
      "multiline-address", "The client finds an address in a multi-line reply.",
      "2389:2.2:any-reply-multiline",
      "aioftp issue 85", bad: "reads-first-line", "address-multiline"),
    get(
      "delimiter", "The client reads a 229 with another delimiter.", "basic-ftp issue 87", bad: "wants-bars",
      "address-delimiter"),
    get(
      "full-stop", "A full stop at the end of 229 does no harm.", "field quirk Q11", bad: "wants-end",
      "address-dot"),
    get(
      "zero-host", "If 227 names 0.0.0.0, the client connects to the host of the control connection.",
      "field quirk Q03",
      bad: "wants-own-host", "address-zero", "code-500=EPSV"),
    get(
      "late-data", "The client waits for a late data connection.", "field quirk Q15",
      bad: "impatient", "address-late"),
  ]

  private static let transfers: [ClientScenario] = [
    get(
      "early-226", "226 before the data does not end the transfer.", "field quirk Q16", bad: "stops-at-226",
      "transfer-early-226"),
    get(
      "open-226", "226 before the end of the data does not cut the file.", "field quirk Q17",
      bad: "wants-eof-first", "transfer-open-226"),
    get(
      "late-226", "The client waits for a late 226.", "959:5.4:wait-for-final", "FluentFTP 29.0.3",
      bad: "impatient", "transfer-late-226"),
    get(
      "no-150", "A transfer without 150 is a success.", "field quirk Q20", bad: "wants-150",
      "transfer-no-150", checks: [.getsOrFails]),
    get(
      "double-150", "A second 150 belongs to the same transfer.", "1123:4.1.4:unexpected-replies",
      "rclone 1.52", bad: "one-150", "transfer-double-150"),
    get(
      "dripped-data", "The client reads all data that arrives byte by byte.",
      "practice:robust:lives-with-quirks",
      "lftp 4.7.2", bad: "one-read", "data-dripped"),
    get(
      "late-first-byte", "The client waits for data that begins late.", "959:5.4:wait-for-final",
      "field quirk Q15",
      bad: "impatient", "data-late"),
    rules(
      "110-mark", "A restart marker reply in a transfer does no harm.", "1123:4.1.4:unexpected-replies",
      "RFC 959, section 5.4", bad: "one-150",
      "RETR * -> 150, raw \"110 MARK 1 = 1\\r\\n\", data \"hello\\n\", close data, 226"),
  ]

  private static let facts: [ClientScenario] = [
    get(
      "size-refused", "The client downloads a file if SIZE is refused.", "3659:4:size-550-client",
      "RFC 3659, section 4; curl, test 118", bad: "wants-size", "size-refused"),
    get(
      "size-500", "The client downloads a file if SIZE is unknown.", "3659:4:size-550-client",
      "curl, test 138",
      bad: "wants-size", "code-500=SIZE"),
    get(
      "size-text", "Words after the number of SIZE do no harm.", "field quirk Q32", bad: "wants-size",
      "size-text"),
    get(
      "size-negative", "A SIZE with a sign does no harm.", "curl, test 337", bad: "stops-at-size",
      "size-negative", checks: [.getsOrFails]),
    get(
      "size-zero", "The client downloads a file that has data although SIZE is 0.", "lftp 4.6.3",
      bad: "stops-at-size",
      "size-zero", checks: [.getsOrFails.atMost(.should)]),
    rules(
      "size-huge", "A SIZE that fits in no integer does no harm.", "curl, test 1449", bad: "stops-at-size",
      "SIZE * -> 213 \"99999999999999999999999999\"", checks: [.getsOrFails]),
    get(
      "mdtm-refused", "The client downloads a file if MDTM is refused.", "field quirk Q39", bad: "wants-time",
      "time-refused"),
    get(
      "mdtm-500", "The client downloads a file if MDTM is unknown.", "curl, test 3027", bad: "wants-time",
      "code-500=MDTM"),
    get(
      "mdtm-19100", "A miscounted year does no harm.", "field quirk Q39", bad: "wants-time",
      "time-19100"),
    get(
      "mdtm-text", "Words after the time of MDTM do no harm.", "commons-net NET-558", bad: "wants-time",
      "time-text"),
    get(
      "feat-refused", "The client downloads a file if FEAT gets 530.", "2389:3.2:feat-error-not-absence",
      "lftp issue 370", bad: "wants-feat", "feat-refused"),
    get(
      "feat-none", "The client downloads a file if FEAT is unknown.", "2389:3.2:feat-error-not-absence",
      "field quirk Q29", bad: "wants-feat", "feat-none"),
    get(
      "feat-unknown", "The client ignores unknown features.", "2389:3.2:feat-unknown-ignored",
      "RFC 2389, section 3.2", bad: "wants-known-features", "feat-promises=XNONE"),
    get(
      "feat-code-lines", "The client reads lines of FEAT that begin with 211-.", "field quirk Q27",
      bad: "wants-known-features", "feat-code-lines"),
    get(
      "feat-no-space", "The client reads lines of FEAT without a leading space.", "FluentFTP 37.0.1",
      bad: "wants-known-features", "feat-no-space"),
    get(
      "syst-unknown", "The client downloads a file if SYST is unknown.", "curl, test 1102", bad: "wants-syst",
      "code-500=SYST"),
    get(
      "pwd-refused", "The client downloads a file if PWD is refused.", "curl, test 1217", bad: "wants-pwd",
      "code-500=PWD"),
    get(
      "pwd-no-quotes", "A path without quotation marks does no harm.", "field quirk Q64", bad: "wants-pwd",
      "path-no-quotes"),
    get(
      "pwd-missing", "A 257 without a path does no harm.", "curl, test 124", bad: "wants-pwd", "path-missing"),
    rules(
      "pwd-unclosed", "A path whose quotation marks are not closed does no harm.", "practice:robust:no-crash",
      "CVE-2017-1000254; curl, test 1152", bad: "wants-pwd", "PWD -> 257 \"\\\"Only one\"",
      checks: [.gets.about("practice:robust:lives-with-quirks")]),
  ]

  private static let sessions: [ClientScenario] = [
    get(
      "late-greeting", "The client waits for a late greeting.", "959:5.4:wait-for-greeting",
      "RFC 959, section 5.4", bad: "impatient", "greeting-late=400ms"),
    get(
      "no-greeting", "The client sends nothing if no greeting comes.", "959:5.4:wait-for-greeting",
      "RFC 959, section 5.4", bad: "speaks-first", "greeting-none",
      checks: [.fails.about("practice:honest:refusal-is-failure"), .sendsNo(.user, .feat, .auth, .host)]),
    get(
      "120-first", "After 120, the client waits for 220.", "959:5.4:wait-for-greeting",
      "RFC 959, section 5.4", bad: "takes-120", "greeting-delayed"),
    get(
      "slow-replies", "Each command waits for the reply to the one before it.", "959:5.4:wait-for-final",
      "RFC 959, section 5.4", bad: "pipelines", "session-slow=30ms", "session-one-command"),
    get(
      "421-at-end", "421 and a close after a transfer do not affect it.",
      "1123:4.1.2.11:421-not-special", "curl, test 1120", bad: "wants-quit", "quit-code=421"),
    get(
      "quit-500", "500 to QUIT does not affect the transfer.", "practice:honest:no-false-alarm",
      "rclone issue 5477", bad: "wants-quit", "quit-refused"),
    get(
      "quit-closed", "A close instead of 221 does not affect the transfer.",
      "practice:honest:no-false-alarm", "rclone issue 5477", bad: "wants-quit", "quit-closed"),
    get(
      "quit-open", "A server that does not close after QUIT does no harm.", "practice:robust:ends",
      "rclone issue 5477", bad: "waits-for-close", "quit-open"),
    rules(
      "long-quit", "A long reply to QUIT does no harm.", "practice:robust:no-crash", "CVE-2018-1000300",
      bad: "short-lines", "QUIT -> raw \"221 \", raw \"0123456789abcdef\" 4096 times, raw \"\\r\\n\", close",
      checks: [.gets.about("practice:robust:lives-with-quirks")]),
    get(
      "greeting-230", "After a greeting of 230, the client downloads the file or fails.", "curl, test 1219",
      bad: "always-succeeds", "greeting-code=230", "session-closed=2", checks: [.getsOrFails]),
  ]

  private static let refusals: [ClientScenario] = [
    get(
      "pass-633", "633 to PASS is an error, and the client ends.", "959:6:error-digit-in-step",
      "curl, test 113", bad: "ignores-refusals", "login-pass-code=633", checks: [.fails, .sendsNo(.retr)]),
    get(
      "type-1yz", "A 1yz reply to TYPE with nothing after it is a failure.",
      "959:6:error-digit-in-step", "RFC 959, section 6", bad: "always-succeeds", "code-answer=TYPE:150",
      checks: [.getsOrFails]),
    get(
      "port-zero", "After port 0 in 229 and 227, the client uses active mode or fails.", "curl, test 238",
      bad: "always-succeeds", "address-port-zero", checks: [.getsOrFails]),
    get(
      "octet-range",
      "After a number above 255 in the host of 227, the client gets the file from the right host or fails.",
      "curl, test 237", bad: "always-succeeds", "address-octet-range", "code-500=EPSV",
      checks: [.getsOrFails]),
    get(
      "address-missing", "227 and 229 without an address are a failure.",
      "practice:honest:refusal-is-failure", "field quirk Q05", bad: "always-succeeds", "address-missing",
      checks: [.fails]),
    get(
      "short-229", "229 that lacks a delimiter does no harm.", "practice:robust:no-crash",
      "jlaffaye, issue 451", bad: "always-succeeds", "address-short-229", checks: [.getsOrFails]),
    get(
      "mixed-delimiters", "229 with several delimiters does no harm.", "practice:robust:no-crash",
      "suppaftp, pull request 146", bad: "always-succeeds", "address-mixed-delimiters", checks: [.getsOrFails]
    ),
    get(
      "227-for-epsv", "227 to EPSV does no harm.", "practice:robust:no-crash", "basic-ftp issue 164",
      bad: "always-succeeds", "address-227-for-epsv", checks: [.getsOrFails]),
    get(
      "port-refused", "A port on which nothing listens is a failure.",
      "practice:honest:refusal-is-failure", "curl, test 1233", bad: "always-succeeds", "address-refused",
      checks: [.getsOrFails]),
    get(
      "pasv-425", "A server without a port for data is a failure.", "practice:honest:refusal-is-failure",
      "lftp issue 632", bad: "always-succeeds", "address-unusable", checks: [.getsOrFails]),
    get(
      "greeting-421", "A greeting of 421 is a failure, without a login.",
      "practice:honest:refusal-is-failure", "RFC 959, section 5.4", bad: "always-succeeds",
      "greeting-refused", checks: [.fails, .sendsNo(.pass)]),
    get(
      "greeting-closed", "A close instead of the greeting is a failure.",
      "practice:honest:refusal-is-failure", "RFC 959, section 5.4", bad: "always-succeeds", "greeting-closed",
      checks: [.fails]),
    get(
      "closed-in-login", "A close during the login is a failure.",
      "practice:honest:refusal-is-failure", "curl, test 1120", bad: "always-succeeds", "session-closed=2",
      checks: [.fails]),
    get(
      "reset-in-login", "A reset during the login is a failure.",
      "practice:honest:refusal-is-failure", "curl, test 1120", bad: "always-succeeds", "session-reset=2",
      checks: [.fails]),
    get(
      "cut-reply", "A close within a reply is a failure.", "practice:honest:refusal-is-failure",
      "suppaftp, pull request 137", bad: "always-succeeds", "session-cut=2", checks: [.fails]),
    get(
      "421-in-session", "After 421 during a session, the client fails or opens a new one.",
      "1123:4.1.2.11:421-not-special", "curl, test 1120", bad: "always-succeeds", "session-421=3",
      checks: [.getsOrFails]),
    get(
      "account", "A login that needs an account is a failure.", "practice:honest:refusal-is-failure",
      "curl, tests 228 and 294", bad: "ignores-refusals", "login-account", checks: [.fails.atMost(.should)]),
  ]
}
