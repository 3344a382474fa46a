import FTPProtocol

/// Scenarios about resources: a server cannot exhaust a client's time, memory or disk.
enum ResourceScenarios {
  static let all: [ClientScenario] = floods + loops + silences + interruptions

  private static func get(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, bad: String, _ rules: String...,
    job: ClientJob = .get, checks: [ClientCheck]
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "resource/\(job.rawValue)/\(slug)"), title, [rule], source: source, bad: [bad],
      tags: ["slow", "flood"], job,
      job == .mirror ? "pub" : ScenarioStep.file, server: ScenarioServer().with { $0.rules = rules },
      checks: checks)
  }

  private static let whole = ClientCheck.getsOrFails.about("practice:honest:success-is-whole")

  private static let floods: [ClientScenario] = [
    get(
      "endless-line", "A greeting of 16 MiB without a line end does not fill the memory.",
      "practice:resource:bounded-memory",
      "HTTrack issue 473; curl, test 1003", bad: "always-succeeds",
      "connect -> raw \"220 \", raw \"0123456789abcdef\" 1000000 times, close",
      checks: [whole, .boundsMemory]),
    get(
      "endless-lines", "A reply of 300000 lines that does not end does not fill the memory.",
      "practice:resource:bounded-memory",
      "basic-ftp 5.3.1; curl, test 1005", bad: "always-succeeds",
      "connect -> raw \"220-and on it goes, line after line after line\\r\\n\" 300000 times, close",
      checks: [whole, .boundsMemory]),
    get(
      "endless-feat", "A reply to FEAT that does not end does not fill the memory.",
      "practice:resource:bounded-memory",
      "curl, test 1062", bad: "always-succeeds",
      "FEAT -> raw \"211-Features\\r\\n\", raw \" XFEATURE and its parameters\\r\\n\" 300000 times, close",
      "SYST -> raw \"215-and on it goes, line after line after line\\r\\n\" 300000 times, close",
      "PWD -> raw \"257-and on it goes, line after line after line\\r\\n\" 300000 times, close",
      checks: [whole, .boundsMemory]),
    get(
      "reply-flood", "After a thousand unsolicited replies, the client gets the whole file or fails.",
      "practice:robust:lives-with-quirks", "FluentFTP 48.0.3", bad: "always-succeeds",
      "TYPE * -> obey, raw \"200 Again.\\r\\n\" 1000 times", checks: [whole]),
    get(
      "many-preliminary", "After a thousand 150 replies, the client gets the whole file or fails.",
      "1123:4.1.4:unexpected-replies", "RFC 1123, section 4.1.4", bad: "wants-150-once",
      "RETR * -> raw \"150 Wait.\\r\\n\" 1000 times, data \"hello\\n\", close data, 226", checks: [whole]),
    get(
      "150-size-huge", "A size in 150 that fits in no integer does no harm.",
      "practice:robust:lives-with-quirks",
      "curl, test 1449", bad: "believes-150",
      "RETR * -> 150 \"Opening (99999999999999999999 bytes).\", data \"hello\\n\", close data, 226",
      checks: [.gets.atMost(.should)]),
    get(
      "150-size-lies", "A size in 150 that is too small does not cut the file.",
      "practice:honest:success-is-whole",
      "curl, test 137", bad: "cuts-at-150",
      "RETR * -> 150 \"Opening (3 bytes).\", data \"hello\\n\", close data, 226",
      checks: [.getsOrFails.atMost(.should)]),
    get(
      "turned-away", "The client stops trying a server that refuses every connection.",
      "practice:resource:bounded-tries",
      "lftp issue 380; rclone 1.55", bad: "reconnects", "connect -> 421, close",
      checks: [.fails.about("practice:honest:refusal-is-failure"), .connects(atMost: 20)]),
    get(
      "turned-away-by-reset", "The client stops trying a server that resets every connection.",
      "practice:resource:bounded-tries", "lftp issue 380", bad: "reconnects", "connect -> reset",
      checks: [.fails.about("practice:honest:refusal-is-failure"), .connects(atMost: 20)]),
    get(
      "endless-tree", "The client does not follow endlessly nested folders forever.",
      "practice:resource:bounded-tree",
      "FluentFTP 30.0.0", bad: "follows-for-ever",
      "MLSD * -> 150, data \"type=dir; x\\r\\n\", close data, 226", "CWD * -> 250",
      "LIST * -> 150, data \"drwxr-xr-x   2 ftp ftp 0 Jan  2  2024 x\\r\\n\", close data, 226",
      "NLST * -> 150, data \"x\\r\\n\", close data, 226", job: .mirror, checks: [.lists(atMost: 1_000)]),
  ]

  private static let loops: [ClientScenario] = [
    get(
      "link-loop", "The client does not follow a link to the parent folder forever.",
      "practice:resource:bounded-tree",
      "aioftp 0.22.0; wget, visited folders", bad: "follows-for-ever",
      "MLSD * -> 150, data \"type=OS.unix=slink:..; up\\r\\n\", close data, 226", "CWD * -> 250",
      "LIST * -> 150, data \"lrwxrwxrwx   1 ftp ftp 2 Jan  2  2024 up -> ..\\r\\n\", close data, 226",
      "NLST * -> 150, data \"up\\r\\n\", close data, 226", job: .mirror, checks: [.lists(atMost: 1_000)])
  ]

  /// A server that sends nothing more, and keeps the connection open.
  private static func silence(
    _ slug: String, _ title: String, _ faults: String..., rules: String..., job: ClientJob = .get,
    check: ClientCheck = .fails
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "resource/\(job.rawValue)/\(slug)"), title, ["practice:resource:bounded-time"],
      source: "HTTrack issue 1050; rclone issue 3086", bad: ["waits-for-ever"], needs: [.timeLimit],
      tags: ["slow"], job,
      job.isUpload ? "incoming/up.txt" : ScenarioStep.file,
      having: job.isUpload ? ["up.txt": "what is uploaded\n"] : [:],
      server: ScenarioServer().with { server in
        server.faults = faults
        server.rules = rules
        server.isPatient = true
      }, checks: [check])
  }

  /// A client that is interrupted while the server is silent.
  private static func interruption(
    _ slug: String, _ title: String, after verb: Verb, faults: [String] = [], rules: [String] = []
  ) -> ClientScenario {
    let server = ScenarioServer().with { server in
      server.faults = faults
      server.rules = rules
      server.isPatient = true
    }
    return ClientScenario(
      CaseID(rawValue: "resource/get/\(slug)"), title, ["practice:resource:interruptible"],
      source: "HTTrack issues 1071 and 1106", bad: ["waits-for-ever"], tags: ["slow"],
      steps: [ScenarioStep(.get, server: server).with { $0.interruption = verb }],
      checks: [.endsWhenInterrupted, ClientCheck.fails.about("practice:honest:success-is-confirmed")])
  }

  private static let interruptions: [ClientScenario] = [
    interruption(
      "interrupted-login", "A client that is interrupted while it waits for a reply ends at once.",
      after: .pass, rules: ["PASS * -> ignore"]),
    interruption(
      "interrupted-transfer", "A client that is interrupted while data is stalled ends at once.",
      after: .retr, faults: ["data-stall=3"]),
  ]

  private static let silences: [ClientScenario] = [
    silence(
      "no-greeting", "The client stops waiting for a missing greeting at its time limit.",
      rules: "connect -> ignore"),
    silence(
      "silent-user", "The client stops waiting for a reply to USER at its time limit.",
      rules: "USER * -> ignore"),
    silence(
      "silent-pass", "The client stops waiting for a reply to PASS at its time limit.",
      rules: "PASS * -> ignore"),
    silence(
      "silent-type", "The client stops waiting for a reply to TYPE at its time limit.",
      rules: "TYPE * -> ignore"),
    silence(
      "silent-epsv", "The client stops waiting for a reply to EPSV at its time limit.",
      rules: "EPSV -> ignore", "PASV -> ignore"),
    silence(
      "silent-retr", "The client stops waiting for a reply to RETR at its time limit.",
      rules: "RETR * -> ignore"),
    // A client that tries again may get the whole file in the end.
    silence(
      "stalled-data", "The client stops waiting for stalled data at its time limit.", "data-stall=3",
      check: .getsOrFails),
    silence(
      "silent-stor", "The client stops waiting for a reply to STOR at its time limit.",
      rules: "STOR * -> ignore", job: .put),
    silence(
      "never-connects", "The client stops waiting for a data connection at its time limit.",
      rules: "RETR * -> 150", job: .active),
    silence(
      "half-a-reply", "The client stops waiting for the rest of a reply at its time limit.",
      rules: "USER * -> raw \"331-More\\r\\n\""),
  ]
}
