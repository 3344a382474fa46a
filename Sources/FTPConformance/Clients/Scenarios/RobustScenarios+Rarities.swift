import FTPProtocol

// Servers that fail sometimes, or at an unusual point.
extension RobustScenarios {
  static let rarities: [ClientScenario] = downloads + active

  private static func scenario(
    _ slug: String, _ title: String, _ source: String,
    rule: RequirementID = "practice:robust:lives-with-quirks", bad: String = "always-succeeds",
    job: ClientJob = .get, faults: [String] = [], rules: [String] = [], _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "robust/\(job.rawValue)/\(slug)"), title, [rule], source: source, bad: [bad], job,
      server: ScenarioServer().with { server in
        server.faults = faults
        server.rules = rules
      }, checks: checks)
  }

  private static let refusal: RequirementID = "practice:honest:refusal-is-failure"
  private static let whole = ClientCheck.getsOrFails.about("practice:honest:success-is-whole")

  private static let downloads: [ClientScenario] = [
    scenario(
      "nul-in-size", "A NUL in the number of SIZE does not cut the file.", "curl, test 2108",
      rule: "practice:honest:success-is-whole", bad: "stops-at-size",
      rules: ["SIZE * -> raw \"213 3\\x000\\r\\n\""], ClientCheck.getsOrFails.atMost(.should)),
    scenario(
      "byte-255", "A byte 255 that is not doubled does no harm.", "RFC 854", bad: "wants-utf8",
      faults: ["reply-iac"], .gets),
    scenario(
      "port-too-large", "After a port above 65535 in 229, the client finds another way or fails.",
      "curl, test 238",
      rules: ["EPSV -> 229 \"Entering Extended Passive Mode (|||1000000|)\""], whole),
    scenario(
      "never-taken-up", "A data connection that is never established is a failure.",
      "field quirk Q15; commons-net NET-399", rule: refusal, faults: ["address-never"], .fails),
    scenario(
      "425-once", "After a first 425 to EPSV and PASV, the client tries again or fails.", "lftp issue 632",
      rules: ["on the 1st EPSV -> 425", "on the 1st PASV -> 425"], whole),
    scenario(
      "421-late", "After an unsolicited 421, the client opens a new session or fails.",
      "curl, test 1120; field quirk Q54", rule: "1123:4.1.2.11:421-not-special",
      faults: ["session-421-late=3"],
      whole),
    scenario(
      "421-at-first", "If the server is full, the client tries again or fails.",
      "rclone 1.55; lftp 4.8.0", rule: refusal, rules: ["on the 1st connect -> 421, close"], whole),
    scenario(
      "mdtm-fraction", "A time with thousandths does no harm.", "RFC 3659, section 2.3", bad: "wants-time",
      faults: ["time-fraction"], .gets),
    scenario(
      "no-epoch", "The client does not date a file 1970 if its time is unknown.",
      "field quirk Q39; curl, test 3027",
      bad: "epoch-times", faults: ["time-refused"], .gets, .datesSanely),
    scenario(
      "greeting-cut", "A close within the greeting is a failure.",
      "suppaftp, pull request 137; FluentFTP 45.2.0", rule: refusal,
      rules: ["connect -> raw \"220-Welcome\\r\\n and more\\r\\n\", close"], .fails),
    scenario(
      "answer-cut", "After a close within a multi-line reply, the client opens a new session or fails.",
      "suppaftp, pull request 138",
      rules: [
        "FEAT -> raw \"211-Features\\r\\n SIZE\\r\\n\", close",
        "TYPE * -> raw \"200-The type\\r\\n is image.\\r\\n\", close",
      ], whole),
    scenario(
      "chatter-at-end", "Unsolicited replies do not affect a complete file.",
      "FluentFTP 48.0.3; CVE-2018-1000300", rule: "practice:honest:no-false-alarm", bad: "wants-quit",
      rules: [
        "RETR * -> 150, data \"hello\\n\", close data, 226, raw \"500 Who is there?\\r\\n\" 9 times"
      ], .gets),
  ]

  private static let active: [ClientScenario] = [
    scenario(
      "425", "425 in active mode is a failure.", "curl, tests 1206 and 1207", rule: refusal,
      job: .active,
      rules: ["RETR * -> 425"], .fails),
    scenario(
      "421", "421 in active mode is a failure.", "curl, tests 591 to 593", rule: refusal, job: .active,
      rules: ["RETR * -> 421, close"], .fails),
    scenario(
      "port-refused", "If PORT and EPRT are refused, the client uses passive mode or fails.",
      "curl, test 116",
      rule: "practice:honest:success-is-whole", job: .active, faults: ["address-port-refused"], .getsOrFails),
  ]
}
