/// Scenarios about honesty: a client claims success only after a complete download, upload or other job.
enum HonestScenarios {
  static let all: [ClientScenario] = downloads + resumed + uploads + others + unreadable + partly + moving

  private static let old = ["hello.txt": "an older version\n"]
  private static let silence = "the rest of the file, without notice"

  /// A download that fails after RETR.
  private static func cut(
    _ slug: String, _ title: String, _ source: String, _ rules: String...,
    bad: [String] = ["believes-data-end", "always-succeeds"],
    check: ClientCheck = .fails
  ) -> ClientScenario {
    var server = ScenarioServer()
    // A client that retries starts again, and gets no further.
    server.rules = rules + ["REST * -> 502"]
    return ClientScenario(
      CaseID(rawValue: "honest/get/\(slug)"), title, ["practice:honest:success-is-confirmed"], source: source,
      losing: silence, bad: bad, server: server, checks: [check])
  }

  private static let downloads: [ClientScenario] = [
    cut(
      "short-426", "A file that is cut and answered with 426 is a failure.", "curl issue 405; CAMEL-24088",
      "RETR * -> 150, data \"hel\", close data, 426"),
    cut(
      "short-451", "A file that is cut and answered with 451 is a failure.", "FluentFTP issue 51",
      "RETR * -> 150, data \"hel\", close data, 451"),
    cut(
      "short-550", "A file that is cut and answered with 550 is a failure.", "FluentFTP issue 51",
      "RETR * -> 150, data \"hel\", close data, 550"),
    cut(
      "short-552", "A file that is cut and answered with 552 is a failure.", "FluentFTP issue 51",
      "RETR * -> 150, data \"hel\", close data, 552"),
    cut(
      "short-500", "A file that is cut and answered with 500 is a failure.", "RFC 959, section 4.2",
      "RETR * -> 150, data \"hel\", close data, 500"),
    cut(
      "reset-426", "A download that is reset and answered with 426 is a failure.", "curl issue 405",
      "RETR * -> 150, data \"hel\", reset data, 426", bad: ["always-succeeds"]),
    cut(
      "reset-226", "A download that is reset is a failure, even if 226 follows.", "cyberduck issue 16828",
      "RETR * -> 150, data \"hel\", reset data, 226", bad: ["always-succeeds"]),
    cut(
      "control-lost", "A control connection that ends during a transfer is a failure.",
      "rclone issue 7022", "RETR * -> 150, data \"hel\", close"),
    cut(
      "control-reset", "A control connection that is reset during a transfer is a failure.",
      "rclone issue 7022", "RETR * -> 150, data \"hel\", reset"),
    cut(
      "421-for-226", "421 instead of 226 is a failure.", "RFC 959, section 5.4",
      "RETR * -> 150, data \"hel\", close data, 421, close"),
    cut(
      "no-data-connection", "A transfer without a data connection is a failure.",
      "RFC 959, section 3.2",
      "RETR * -> 150, 425", bad: ["always-succeeds"]),
    cut(
      "whole-426", "A complete file followed by 426 is a failure.", "rclone 1.62.2",
      "RETR * -> 150, data \"hello\\n\", close data, 426", check: .fails.atMost(.should)),
    cut(
      "whole-451", "A complete file followed by 451 is a failure.", "RFC 959, section 4.2",
      "RETR * -> 150, data \"hello\\n\", close data, 451", check: .fails.atMost(.should)),
    cut(
      "whole-closed", "A complete file followed by no reply is not a success.", "field quirk Q53",
      "RETR * -> 150, data \"hello\\n\", close data, close", check: .fails.atMost(.should)),
    cut(
      "no-final", "A complete file followed by silence is not a success.", "rclone issues 2912 and 3086",
      "RETR * -> 150, data \"hello\\n\", close data", check: .fails.atMost(.should)),
    ClientScenario(
      "honest/get/short-226", "A file that is shorter than SIZE is not a success, even if 226 follows.",
      ["practice:honest:success-is-whole", "3659:4:size-transfer-octets"], source: "curl, test 161",
      losing: silence, bad: ["believes-226"], server: .faults("data-close=3"),
      checks: [.fails.atMost(.should)]),
    ClientScenario(
      "honest/get/one-byte-short", "A file without its last byte is not a success, even if 226 follows.",
      ["practice:honest:success-is-whole"], source: "curl, test 161", losing: silence, bad: ["believes-226"],
      server: .faults("data-short"), checks: [.fails.atMost(.should)]),
    ClientScenario(
      "honest/get/empty-226", "An empty file is a failure if SIZE announced data.",
      ["practice:honest:success-is-whole"], source: "HTTrack issue 799", losing: silence,
      bad: ["believes-226"],
      having: old, server: .faults("data-empty"), checks: [.fails.atMost(.should)]),
    ClientScenario(
      "honest/get/longer-than-size",
      "A file longer than SIZE is downloaded completely, or is a failure.",
      ["practice:honest:success-is-whole"], source: "curl, test 416", losing: silence, bad: ["stops-at-size"],
      server: .rules("SIZE * -> 213 \"3\""), checks: [.getsOrFails.atMost(.should)]),
    ClientScenario(
      "honest/get/refused-550", "A refused download is a failure and leaves no file.",
      ["practice:honest:refusal-is-failure", "practice:honest:no-empty-file"], source: "basic-ftp 4.3.1",
      bad: ["always-succeeds", "opens-first"], .get, "pub/none.txt", checks: [.fails, .leavesNoFile]),
    ClientScenario(
      "honest/get/refused-after-150", "A download that is refused after 150 is a failure and leaves no file.",
      ["practice:honest:refusal-is-failure"], source: "field quirk Q21; aeroftp issue 655",
      bad: ["always-succeeds"], .get, "pub/none.txt", server: .faults("transfer-150-550"),
      checks: [.fails, .leavesNoFile]),
    ClientScenario(
      "honest/get/refused-425", "A transfer that gets 425 is a failure.",
      ["practice:honest:refusal-is-failure"], source: "RFC 959, section 5.4", bad: ["always-succeeds"],
      server: .faults("transfer-refused"), checks: [.fails, .leavesNoFile]),
    ClientScenario(
      "honest/get/login-refused", "A refused login is a failure, and the client requests no transfer.",
      ["practice:honest:refusal-is-failure"], source: "RFC 959, section 5.4",
      bad: ["always-succeeds"], server: .rules("PASS * -> 530"),
      checks: [.fails, .sendsNo(.retr)]),
    ClientScenario(
      "honest/get/refused-keeps-old", "The client keeps a local file if the new version is refused.",
      ["practice:honest:nothing-lost-by-failure"], source: "HTTrack issue 799",
      losing: "the existing copy",
      bad: ["opens-first"], having: old, server: .rules("RETR * -> 550"),
      checks: [.fails.about("practice:honest:refusal-is-failure"), .keeps("an older version\n")]),
    ClientScenario(
      "honest/get/lost-login-keeps-old", "The client keeps a local file if the login fails.",
      ["practice:honest:nothing-lost-by-failure"], source: "HTTrack issue 799",
      losing: "the existing copy",
      bad: ["opens-first"], having: old, server: .rules("PASS * -> 530"),
      checks: [.fails.about("practice:honest:refusal-is-failure"), .keeps("an older version\n")]),
    ClientScenario(
      "honest/get/cut-keeps-old", "The client keeps a local file until the new version is complete.",
      ["practice:honest:nothing-lost-by-failure"], source: "HTTrack issue 799",
      losing: "the existing copy",
      bad: ["believes-data-end"], having: old, server: .rules("RETR * -> 150, data \"hel\", close data, 426"),
      checks: [
        .fails.about("practice:honest:success-is-confirmed"), .keeps("an older version\n").atMost(.may),
      ]),
    ClientScenario(
      "honest/get/stray-reply", "An unsolicited reply does not confirm a transfer that failed.",
      ["practice:honest:replies-matched"], source: "FluentFTP issue 1443", losing: silence,
      bad: ["always-succeeds"],
      server: .rules(
        "TYPE * -> obey, raw \"226 Transfer complete.\\r\\n\"", "RETR * -> 150, data \"hel\", close data, 426"
      ),
      checks: [.fails]),
    ClientScenario(
      "honest/get/shifted-replies",
      "If each reply belongs to the command before, the client gets the whole file or fails.",
      ["practice:honest:replies-matched"], source: "FluentFTP issue 1285; field quirk Q14", losing: silence,
      bad: ["always-succeeds"], server: .faults("session-shifted"), checks: [.getsOrFails]),
    ClientScenario(
      "honest/get/226-without-data", "226 to RETR without a data connection is not a complete file.",
      ["practice:honest:success-is-whole"], source: "RFC 959, section 3.2", losing: silence,
      bad: ["always-succeeds"],
      server: .rules("RETR * -> 226"), checks: [.getsOrFails]),
    ClientScenario(
      "honest/get/converted", "A file that the server converted under TYPE I is not a success.",
      ["practice:honest:success-is-whole"], source: "field quirk Q70", losing: "the bytes of the file",
      bad: ["believes-226"], server: .faults("data-ascii"), checks: [.getsOrFails.atMost(.should)]),
    ClientScenario(
      "honest/get/garbage-at-end", "A file with extra bytes at the end is not a success.",
      ["practice:honest:success-is-whole"], source: "RFC 3659, section 4", losing: "the end of the file",
      bad: ["believes-226"], server: .faults("data-garbage=300"), checks: [.getsOrFails.atMost(.should)]),
    ClientScenario(
      "honest/get/type-refused",
      "If TYPE I is refused, the client does not silently download a binary file as text.",
      ["practice:honest:refusal-is-failure"], source: "curl, test 117", losing: "the line ends of the file",
      bad: ["ignores-refusals"], server: .rules("TYPE I -> 500"), checks: [.fails.atMost(.should)]),
    ClientScenario(
      "honest/get/two-runs", "A second download gets the current version.",
      ["practice:honest:one-version"], source: "curl, tests 139 and 247", losing: "the new version",
      bad: ["keeps-existing"],
      steps: [
        ScenarioStep(.get, server: .tree("pub/hello.txt text=\"old\\n\" time=20240101000000")),
        ScenarioStep(.get, server: .tree("pub/hello.txt text=\"newer\\n\" time=20240601000000")),
      ], checks: [.succeeds.atMost(.should), .holds("newer\n").atMost(.should)]),
  ]

  /// A download that resumes with three of six bytes there.
  private static func resume(
    _ slug: String, _ title: String, _ source: String, local: String = "hel", bad: String...,
    server: ScenarioServer,
    checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "honest/resume/\(slug)"), title, ["practice:honest:one-version"], source: source,
      losing: "the file, which is neither version", bad: bad, .resume, having: ["hello.txt": local],
      server: server,
      checks: checks)
  }

  /// A download that resumes with 100 of 200 KiB there.
  private static func resumeLarge(
    _ slug: String, _ title: String, _ source: String, bad: String = "appends-blindly", _ faults: String...,
    level: CaseLevel = .must
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "honest/resume/\(slug)"), title, ["practice:honest:one-version"], source: source,
      losing: "the file, which is neither version", bad: [bad],
      steps: [
        ScenarioStep(
          .resume, "pub/large.bin",
          server: ScenarioServer.tree("pub/large.bin size=200K").with { $0.faults = faults }
        ).with { $0.begun = 100 << 10 }
      ], checks: [.getsOrFails.atMost(level)])
  }

  private static let resumed: [ClientScenario] = [
    resumeLarge(
      "rest-ignored", "If the server accepts REST but ignores it, the client does not append the data.",
      "cyberduck issue 15549; field quirk Q46", "restart-ignored", level: .should),
    resumeLarge(
      "rest-off-by-one", "A download that began one byte too late is a failure.", "CPython issue 127561",
      "restart-off-by-one", level: .should),
    resumeLarge(
      "rest-refused", "If REST is refused, the client fetches the whole file or fails.",
      "wget; RFC 3659, section 5", "restart-refused"),
    resumeLarge(
      "rest-500", "If REST is unknown, the client fetches the whole file or fails.",
      "curl, tests 110 and 111", "code-500=REST"),
    resume(
      "local-longer", "A local file longer than the server's is not treated as its beginning.",
      "curl, test 111",
      local: "hello, and much more", bad: "appends-blindly", server: .init(), checks: .getsOrFails),
    resume(
      "complete", "The client does not change a file that is already complete.", "curl, test 1057",
      local: "hello\n",
      bad: "appends-whole", server: .init(), checks: .holds("hello\n")),
    resume(
      "other-version", "The client does not continue the beginning of another version.",
      "HTTrack issues 798 and 810",
      local: "HEL", bad: "appends-blindly", server: .init(), checks: .getsOrFails.atMost(.should)),
    resume(
      "refused-keeps-part", "If RETR is refused, the client keeps the local part.", "wget",
      bad: "opens-first",
      server: .rules("RETR * -> 550"), checks: .fails.about("practice:honest:refusal-is-failure"),
      .keeps("hel").about("practice:honest:nothing-lost-by-failure")),
    resume(
      "cut-again", "A resumed download that is cut again is a failure.", "curl issue 405",
      bad: "always-succeeds",
      // Resuming again gets no further.
      server: .rules("RETR * -> 150, data \"l\", close data, 426", "REST 4 -> 502"),
      checks: .fails.about("practice:honest:success-is-confirmed")),
    resumeLarge(
      "size-refused", "Without SIZE, a resumed file is complete, or it is a failure.",
      "curl, tests 235 and 236", "size-refused", "restart-ignored", level: .should),
    resumeLarge(
      "leaks", "An offset that the server keeps too long does not damage the file.", "field quirk Q47",
      "restart-leaks", "restart-off-by-one", level: .should),
  ]

  private static let text = "what is uploaded\n"

  /// An upload that fails.
  private static func upload(
    _ slug: String, _ title: String, _ source: String, _ rules: String...,
    bad: [String] = ["always-succeeds"],
    checks: [ClientCheck] = [.fails]
  ) -> ClientScenario {
    var server = ScenarioServer()
    server.rules = rules
    return ClientScenario(
      CaseID(rawValue: "honest/put/\(slug)"), title,
      ["practice:honest:success-is-confirmed", "practice:safe:data-wait-for-mark"], source: source,
      losing: "the upload, without notice", bad: bad, .put, "incoming/up.txt", having: ["up.txt": text],
      server: server, checks: checks)
  }

  private static let uploads: [ClientScenario] = [
    upload(
      "refused-553", "A refused upload is a failure, and the client sends no data.", "curl, test 531",
      "STOR * -> 553", "STOU * -> 553", "APPE * -> 553",
      checks: [.fails, .uploads(atMost: 0).about("practice:safe:data-wait-for-mark")]),
    upload(
      "refused-452", "An upload for which there is no room is a failure.", "FluentFTP issue 336",
      "STOR * -> 452",
      "APPE * -> 452"),
    upload(
      "refused-532", "An upload that needs an account is a failure.", "RFC 959, section 5.4", "STOR * -> 532"),
    upload(
      "552-after-data", "An upload that gets 552 after its data is a failure.", "curl, test 348",
      "STOR * -> 150, receive, 552", bad: ["always-succeeds", "believes-data-end"]),
    upload(
      "452-after-data", "An upload that gets 452 after its data is a failure.", "curl issue 6016",
      "STOR * -> 150, receive, 452", bad: ["always-succeeds", "believes-data-end"]),
    upload(
      "426-after-data", "An upload that gets 426 after its data is a failure.", "lftp 4.0.7",
      "STOR * -> 150, receive, 426", bad: ["always-succeeds", "believes-data-end"]),
    upload(
      "451-after-data", "An upload that gets 451 after its data is a failure.", "RFC 959, section 5.4",
      "STOR * -> 150, receive, 451", bad: ["always-succeeds", "believes-data-end"]),
    upload(
      "closed-after-data", "An upload after which the control connection ends is not a success.",
      "rclone issue 7022",
      "STOR * -> 150, receive, close", bad: ["always-succeeds", "believes-data-end"]),
    upload(
      "no-final", "An upload that is never confirmed is not a success.", "rclone issue 7022",
      "STOR * -> 150, receive", bad: ["always-succeeds", "believes-data-end"]),
    upload(
      "no-data-connection", "An upload without a data connection is a failure.",
      "RFC 959, section 3.2",
      "STOR * -> 150, 425"),
    ClientScenario(
      "honest/put/reader-leaves",
      "An upload that the server stopped reading is not a success, even if 226 follows.",
      ["practice:honest:success-is-whole"], source: "basic-ftp issue 205", losing: "most of the upload",
      bad: ["always-succeeds"], .put, "incoming/up.txt",
      having: ["up.txt": String(repeating: "0123456789abcdef", count: 250_000)],
      server: .rules("STOR * -> 150, open data, reset data, 226"), checks: [.fails.atMost(.should)]),
    ClientScenario(
      "honest/put/login-refused", "An upload without a login is a failure, and the client sends no data.",
      ["practice:honest:refusal-is-failure"], source: "RFC 959, section 5.4", bad: ["always-succeeds"],
      .put, "incoming/up.txt", having: ["up.txt": text], server: .rules("PASS * -> 530"),
      checks: [.fails, .uploads(atMost: 0)]),
    ClientScenario(
      "honest/put/rename-refused", "An upload under a temporary name that cannot be renamed is a failure.",
      ["practice:honest:refusal-is-failure"], source: "curl, test 505", losing: "the name of the upload",
      bad: ["renames-blindly"], .put, "incoming/up.txt", having: ["up.txt": text],
      server: .rules("RNFR * -> 550"), checks: [.putsOrFails]),
  ]

  private static let cutLists = [
    "LIST * -> 150, data \"-rw-r--r--   1 ftp ftp 6 Jan  2  2024 hello.txt\\r\\n\", close data, 426",
    "NLST * -> 150, data \"hello.txt\\r\\n\", close data, 426",
    "MLSD * -> 150, data \"type=file;size=6; hello.txt\\r\\n\", close data, 426",
  ]
  private static let mirrored = ["copy/er/still.txt": "down here\n", "copy/kept.txt": "kept\n"]

  private static func listing(
    _ slug: String, _ title: String, _ source: String, _ rules: [String], path: String = "pub"
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "honest/list/\(slug)"), title, ["practice:honest:failed-listing-is-none"],
      source: source,
      bad: ["always-succeeds"], .list, path, server: ScenarioServer().with { $0.rules = rules },
      checks: [.fails])
  }

  private static func mirror(
    _ slug: String, _ title: String, _ source: String, _ rules: [String]
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "honest/mirror/\(slug)"), title, ["practice:honest:nothing-lost-by-failure"],
      source: source,
      losing: "files that still exist on the server", bad: ["mirrors-what-it-gets"], .mirror, "pub/deep",
      having: mirrored,
      server: ScenarioServer().with { $0.rules = rules },
      checks: [
        .mirrorKeeps(["er/still.txt": "down here\n"]), .fails.about("practice:honest:failed-listing-is-none"),
      ])
  }

  private static let others: [ClientScenario] = [
    listing(
      "cut-426", "A listing that is cut and answered with 426 is a failure.", "curl issue 405", cutLists),
    listing(
      "refused-425", "A listing without a data connection is a failure.", "RFC 959, section 5.4",
      ["LIST * -> 425", "NLST * -> 425", "MLSD * -> 425"]),
    listing(
      "refused-451", "A refused listing is a failure.", "RFC 959, section 5.4",
      ["LIST * -> 451", "NLST * -> 451", "MLSD * -> 451"]),
    listing(
      "control-lost", "A listing is a failure if the control connection ends during it.", "rclone 1.49.4",
      ["LIST * -> 150, close", "NLST * -> 150, close", "MLSD * -> 150, close"]),
    listing(
      "missing", "The listing of a missing directory is a failure.", "rclone 1.41", [],
      path: "pub/none"),
    mirror(
      "cut-listing", "If the listing is cut, the client deletes no local file.", "lftp issue 232", cutLists),
    mirror(
      "refused-listing", "If the listing is refused, the client deletes no local file.", "lftp issue 232",
      ["LIST * -> 451", "NLST * -> 451", "MLSD * -> 451"]),
    mirror(
      "lost-listing", "If the connection is lost, the client deletes no local file.", "lftp issue 232",
      ["LIST * -> 150, close", "NLST * -> 150, close", "MLSD * -> 150, close"]),
    mirror(
      "unreadable-folder", "If a folder cannot be entered or listed, the client deletes no local file.",
      "lftp issue 232",
      ["CWD *er -> 550", "CWD *er/ -> 550", "LIST *er* -> 550", "MLSD *er* -> 550", "NLST *er* -> 550"]),
    ClientScenario(
      "honest/delete/refused", "A refused deletion is a failure.",
      ["practice:honest:refusal-is-failure"],
      source: "curl, test 227", bad: ["always-succeeds"], .delete, server: .rules("DELE * -> 550"),
      checks: [.fails, .serverKeeps("pub/hello.txt")]),
    ClientScenario(
      "honest/delete/450", "A temporarily refused deletion is a failure.",
      ["practice:honest:refusal-is-failure"],
      source: "RFC 959, section 5.4", bad: ["always-succeeds"], .delete, server: .rules("DELE * -> 450"),
      checks: [.fails]),
    ClientScenario(
      "honest/delete/lost", "A deletion that is never confirmed is not a success.",
      ["practice:honest:success-is-confirmed"], source: "RFC 959, section 5.4", bad: ["always-succeeds"],
      .delete,
      server: .rules("DELE * -> close"), checks: [.fails]),
    ClientScenario(
      "honest/rename/from-refused", "A rename of a missing file is a failure.",
      ["practice:honest:refusal-is-failure"], source: "curl, test 505", bad: ["always-succeeds"], .rename,
      "pub/none.txt", checks: [.fails]),
    ClientScenario(
      "honest/rename/to-refused", "A rename to a refused name is a failure.",
      ["practice:honest:refusal-is-failure"],
      source: "curl, test 505", bad: ["always-succeeds"], .rename, server: .rules("RNTO * -> 553"),
      checks: [.fails, .serverKeeps("pub/hello.txt")]),
    ClientScenario(
      "honest/rename/lost", "A rename that is never confirmed is not a success.",
      ["practice:honest:success-is-confirmed"], source: "RFC 959, section 5.4", bad: ["always-succeeds"],
      .rename,
      server: .rules("RNTO * -> close"), checks: [.fails]),
  ]
}
