import FTPProtocol

// Jobs that change the server because of an earlier transfer: continuing an upload, and deleting a file after its
// download.
extension HonestScenarios {
  static let moving = continued + moves

  private static let text = "what is uploaded\n"

  /// An upload that continues a partial file on the server.
  private static func upload(
    _ slug: String, _ title: String, _ source: String, there: String = "what is", bad: String,
    rules: [String] = [], faults: [String] = [], _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "honest/resume-put/\(slug)"), title, ["practice:honest:one-version"], source: source,
      losing: "the upload, which is neither version", bad: [bad], .resumePut, "incoming/up.txt",
      having: ["up.txt": text],
      server: ScenarioServer().with { server in
        server.tree = ["incoming/up.txt text=\"\(there.replacing("\n", with: "\\n"))\""]
        server.rules = rules
        server.faults = faults
      }, checks: checks)
  }

  private static let continued: [ClientScenario] = [
    upload(
      "rest-refused", "If REST is refused, the client uploads the whole file, appends the rest, or fails.",
      "RFC 3659, section 5.3; LightFTP issue 80", bad: "appends-blindly",
      rules: ["REST * -> 502"], .putsOrFails),
    upload(
      "appe-refused", "If APPE is refused, the upload is complete or a failure.", "curl, test 235",
      bad: "always-succeeds", rules: ["APPE * -> 502", "REST * -> 502"], .putsOrFails),
    upload(
      "rest-ignored",
      "If the server accepts REST but ignores it, a file with only the end is not a success.",
      "LightFTP issue 80; lftp, setting rest-stor", bad: "appends-blindly", faults: ["restart-ignored"],
      .putsOrFails.atMost(.should)),
    upload(
      "size-refused", "Without SIZE, the upload is complete, or it is a failure.", "curl, tests 235 and 236",
      bad: "appends-whole", faults: ["size-refused"], .putsOrFails),
    upload(
      "size-wrong", "If SIZE is one byte too large, no byte of the upload is silently lost.",
      "RFC 3659, section 4", bad: "appends-from-size", faults: ["size-wrong"], .putsOrFails.atMost(.should)),
    upload(
      "complete", "The client does not change an upload that is already complete.", "curl, test 1057",
      there: text,
      bad: "appends-whole", .serverHolds("incoming/up.txt", text)),
    upload(
      "longer", "A file on the server that is longer than the local one does not count as uploaded.",
      "curl, test 111", there: "something else that is much longer\n", bad: "always-succeeds",
      .putsOrFails.atMost(.should)),
    upload(
      "other-version", "The client does not continue the beginning of another version.",
      "HTTrack issues 798 and 810",
      there: "WHAT IS", bad: "appends-blindly", .putsOrFails.atMost(.should)),
    upload(
      "refused-keeps-part", "If the rest is refused, the server keeps what it has.", "curl, test 531",
      bad: "always-succeeds", rules: ["STOR * -> 552", "APPE * -> 552"],
      ClientCheck.fails.about("practice:honest:refusal-is-failure"),
      ClientCheck.serverHolds("incoming/up.txt", "what is").about("practice:honest:nothing-lost-by-failure")),
    upload(
      "426-after-data", "A continued upload that gets 426 after its data is a failure.", "lftp 4.0.7",
      bad: "always-succeeds", rules: ["STOR * -> 150, receive, 426", "APPE * -> 150, receive, 426"],
      ClientCheck.fails.about("practice:honest:success-is-confirmed")),
  ]

  /// A file that is downloaded, and then deleted on the server.
  private static func move(
    _ slug: String, _ title: String, _ source: String, bad: [String] = ["deletes-anyway"],
    rules: [String] = [], faults: [String] = [], atMost level: CaseLevel = .must
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "honest/move/\(slug)"), title, ["practice:honest:nothing-lost-by-failure"],
      source: source, losing: "the only copy of the file", bad: bad, .move,
      server: ScenarioServer().with { server in
        // A client that retries starts again, and gets no further.
        server.rules = rules + ["REST * -> 502"]
        server.faults = faults
      },
      checks: [
        ClientCheck.serverKeeps("pub/hello.txt").or(.holds("hello\n")).atMost(level),
        ClientCheck.fails.about("practice:honest:success-is-confirmed").atMost(level),
      ])
  }

  private static let moves: [ClientScenario] = [
    move(
      "short-426",
      "The client does not delete a file on the server after a download that was cut and answered with 426.",
      "CAMEL-24088",
      rules: ["RETR * -> 150, data \"hel\", close data, 426"]),
    move(
      "reset-451", "The client does not delete a file on the server after a download that was reset.",
      "CAMEL-24088",
      rules: ["RETR * -> 150, data \"hel\", reset data, 451"]),
    move(
      "refused", "The client does not delete a file on the server after a refused download.", "CAMEL-24088",
      rules: ["RETR * -> 550"]),
    move(
      "no-data-connection",
      "The client does not delete a file on the server after a download without a data connection.",
      "CAMEL-24088", bad: ["always-succeeds"], rules: ["RETR * -> 150, 425"]),
    move(
      "lost",
      "The client does not delete a file on the server if the control connection was lost during the download.",
      "rclone issue 7022", bad: ["always-succeeds"], rules: ["RETR * -> 150, data \"hel\", close"]),
    move(
      "short-226",
      "The client does not delete a file on the server after a download shorter than SIZE, even if 226 followed.",
      "curl, test 161; CAMEL-24088", faults: ["data-close=3"], atMost: .should),
    move(
      "empty-226",
      "The client does not delete a file on the server after an empty download if SIZE announced data.",
      "HTTrack issue 799", faults: ["data-empty"], atMost: .should),
    ClientScenario(
      "honest/move/delete-refused",
      "A file that cannot be deleted on the server is a failure, but was downloaded.",
      ["practice:honest:refusal-is-failure"], source: "curl, test 227; rclone, moveto",
      bad: ["always-succeeds"], .move, server: .rules("DELE * -> 550"),
      checks: [
        ClientCheck.fails.atMost(.should),
        ClientCheck.holds("hello\n").about("practice:honest:nothing-lost-by-failure"),
      ]),
  ]
}
