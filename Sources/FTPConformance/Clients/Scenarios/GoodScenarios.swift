import FTPProtocol

/// Scenarios with a server without faults: the client does its job as the RFCs require.
enum GoodScenarios {
  static let all: [ClientScenario] = rfcs + jobs + trees + moving

  /// The client gets the file, in addition to what a scenario is about.
  private static let works = ClientCheck.gets.about("practice:good:works")

  private static func get(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, bad: String,
    path: String = ScenarioStep.file, user: String? = "ftpraw", password: String = "secret",
    url: String? = nil,
    server: ScenarioServer = .init(), needs: [Need] = [], job: ClientJob = .get, _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "good/\(job.rawValue)/\(slug)"), title, [rule], source: source, bad: [bad],
      needs: needs,
      steps: [ScenarioStep(job, path, server: server, user: user, password: password, url: url)],
      checks: checks)
  }

  private static let rfcs: [ClientScenario] = [
    get(
      "anonymous", "A URL without a user logs in as anonymous.", "1738:3.2.1:anonymous-default",
      "RFC 1738, section 3.2.1", bad: "names-local-user", user: nil, needs: [.url], .gets,
      .sends(.user, "anonymous")),
    get(
      "cwd-per-part", "Each part of a path in a URL becomes a CWD, and the last one a RETR.",
      "1738:3.2.2:cwd-per-part", "RFC 1738, section 3.2.2; curl, test 143", bad: "wrong-folder",
      path: "pub/deep/er/still.txt", needs: [.url], works,
      ClientCheck.sends(.cwd).or(.sends(.retr, "*pub/deep/er/still.txt")).atMost(.should)),
    get(
      "encoded-slash", "%2F at the beginning of a path means the root.", "1738:3.2.2:encoded-slash",
      "RFC 1738, section 3.2.2; curl, test 1224", bad: "sends-url-as-is", url: "%2Fpub/hello.txt",
      needs: [.url], .gets),
    get(
      "decoded-parts", "The client decodes the path of a URL.", "1738:3.2.2:decode-parts",
      "RFC 1738, section 3.2.2; curl, test 103", bad: "sends-url-as-is", path: "with space.txt",
      needs: [.url], .gets,
      .sends(.retr, "*with space.txt")),
    get(
      "decoded-user", "The client decodes the user of a URL.", "1738:3.2.2:decode-parts",
      "RFC 1738, section 3.2.1",
      bad: "sends-url-as-is", user: "some body", needs: [.url], .sends(.user, "some body")),
    get(
      "image-type", "The client downloads a binary file under TYPE I.", "practice:good:works",
      "commons-net NET-500",
      bad: "keeps-ascii", server: .tree("pub/hello.txt text=\"one\\ntwo\\r\\n\\x00\\xff\\n\""), works,
      .sends(.type, "I*")),
    get(
      "epsv-preferred", "The client tries EPSV first.", "2428:4:epsv-preferred", "RFC 2428, section 4",
      bad: "pasv-alone", works, .sends(.epsv).atMost(.should)),
    get(
      "passive-preferred", "The client uses passive data connections.", "1579:rec:passive-preferred",
      "RFC 1579",
      bad: "active-alone", works, ClientCheck.sends(.epsv).or(.sends(.pasv))),
    get(
      "verb-letters", "Verbs consist of letters at the beginning of the line.", "959:5.3:verb-letters",
      "RFC 959, section 5.3", bad: "blank-before-verb", works, .keepsTo("959:5.3:verb-letters")),
    get(
      "epsv-all-kept", "After EPSV ALL, the client sends no other address command.", "2428:4:epsv-all-client",
      "RFC 2428, section 4", bad: "breaks-epsv-all", works, .keepsTo("2428:4:epsv-all-client")),
    get(
      "no-telnet", "The client negotiates no Telnet options.", "1123:4.1.2.12:client-no-telnet",
      "RFC 1123, section 4.1.2.12", bad: "negotiates-telnet", works, .sendsNoTelnet),
    get(
      "host-before-user", "HOST precedes USER and names no port.", "7151:3.2:host-before-user",
      "RFC 7151, section 3.2",
      bad: "late-host", works, .keepsTo("7151:3.2:host-before-user", "7151:3.1:client-sends-no-port")),
    get(
      "host-without-port", "HOST names no port.", "7151:3.1:client-sends-no-port", "RFC 7151, section 3.1",
      bad: "host-with-port", works, .keepsTo("7151:3.1:client-sends-no-port")),
    get(
      "type-suffix", "The client downloads a URL that ends with ;type=a as text.", "1738:3.2.2:type-suffix",
      "RFC 1738, section 3.2.2; curl, test 475", bad: "sends-url-as-is", url: "pub/hello.txt;type=a",
      needs: [.url],
      ClientCheck.sends(.type, "A*").atMost(.should), .sendsNoSuffix.atMost(.should)),
    get(
      "type-names", "For a URL that ends with ;type=d, the client gets the names in a directory.",
      "1738:3.2.2:type-suffix", "RFC 1738, section 3.2.2; curl, test 350", bad: "sends-url-as-is",
      path: "pub", url: "pub;type=d", needs: [.url], ClientCheck.sends(.nlst).atMost(.should),
      .sendsNoSuffix.atMost(.should)),
    get(
      "text", "Text gets the line ends of this machine, even if SIZE differs.",
      "1738:3.2.2:type-suffix", "RFC 959, section 3.1.1.1; curl, test 475", bad: "sends-url-as-is",
      path: "pub/lines.txt", url: "pub/lines.txt;type=a",
      server: .tree("pub/lines.txt text=\"one\\ntwo\\rtwo\\nthree\\n\""), needs: [.url],
      ClientCheck.succeeds.atMost(.should), ClientCheck.holds("one\ntwo\rtwo\nthree\n").atMost(.should)),
    get(
      "tvfs", "Text after TVFS in FEAT does no harm.", "3659:6:tvfs-extra-ignored", "RFC 3659, section 6",
      bad: "wants-known-features",
      server: .rules("FEAT -> raw \"211-Features:\\r\\n TVFS and more\\r\\n SIZE\\r\\n211 End\\r\\n\""), .gets
    ),
    get(
      "feat-asked", "The client does not assume UTF-8 names without FEAT.",
      "2640:3.3:client-asks-feat",
      "RFC 2640, section 3.3", bad: "assumes-utf8", path: "grüße.txt", works,
      ClientCheck.sends(.feat).or(.sendsNo(.opts)).atMost(.should)),
    get(
      "x-verbs", "If PWD and CWD are unknown, the client does without them or uses the X forms.",
      "1123:4.1.3.1:x-verb-fallback", "RFC 1123, section 4.1.3.1", bad: "wants-pwd",
      server: .faults("code-500=PWD"),
      .gets),
    get(
      "port-fallback", "If PASV is unknown, the client uses PORT or reports a failure.",
      "1579:rec:fallback-to-port", "RFC 1579", bad: "always-succeeds",
      server: .faults("code-500=EPSV", "code-500=PASV"),
      .getsOrFails.about("practice:honest:success-is-whole")),
    get(
      "epsv-unusable", "After an unusable reply to EPSV, the client sends ABOR or PASV, or ends.",
      "2428:3:epsv-abor-unusable", "RFC 2428, section 3", bad: "always-succeeds",
      server: .rules("EPSV -> 229 \"Entering Extended Passive Mode (|2|::1|1|)\""), .getsOrFails),
    get(
      "quit", "The client sends QUIT at the end.", "practice:good:quit", "lftp 4.6.0",
      bad: "leaves-without-quit", works,
      .sends(.quit)),
    get(
      "one-login", "The client logs in once for one file.", "practice:good:no-needless-login",
      "curl, test 146",
      bad: "logs-in-twice", works, .sends(.user, atMost: 1)),
  ]

  /// Jobs that change the server.
  private static let moving: [ClientScenario] = [
    ClientScenario(
      "good/resume-put/half", "An upload resumes where it stopped.", ["practice:good:works"],
      source: "RFC 3659, section 5.3; curl, test 235", bad: ["always-fails"], .resumePut, "incoming/up.txt",
      having: ["up.txt": "what is uploaded\n"], server: .tree("incoming/up.txt text=\"what is\""),
      checks: [.puts]),
    ClientScenario(
      "good/move/file", "The client downloads a file and then deletes it on the server.",
      ["practice:good:works"],
      source: "lftp, get -E; ncftpget, -DD", bad: ["always-fails"], .move,
      checks: [.gets, .serverLacks("pub/hello.txt")]),
    ClientScenario(
      "good/get/time", "If the client sets the server's time on a file, it reads the time as UTC.",
      ["practice:good:right-time"], source: "RFC 3659, section 2.3; curl, tests 520 and 1444",
      bad: ["local-times"],
      steps: [
        ScenarioStep(.get, server: .tree("pub/hello.txt text=\"hello\\n\" time=20240229235959"))
          .with { $0.environment = ["TZ=XYZ5"] }
      ], checks: [works, .dates(1_709_251_199)]),
  ]

  private static let jobs: [ClientScenario] = [
    get(
      "empty-file", "The client downloads an empty file.", "practice:good:works", "curl, test 400",
      bad: "always-fails",
      path: "empty.txt", .gets),
    get(
      "any-name", "The client downloads a file whose name has any printing character and spaces.",
      "1123:4.1.4:any-remote-name",
      "RFC 1123, section 4.1.4; lftp issue 476", bad: "sends-url-as-is", path: "pub/a b#c[d]{e}*f.txt",
      server: .tree("\"pub/a b#c[d]{e}*f.txt\" text=\"odd\\n\""), .gets),
    get(
      "leading-blank", "Spaces at the beginning and end of a name are part of it.",
      "1123:4.1.4:any-remote-name",
      "commons-net NET-566; basic-ftp issue 149", bad: "trims-names", path: "pub/ a ",
      server: .tree("\"pub/ a \" text=\"odd\\n\""), .gets),
    get(
      "utf8-name", "The client downloads a file with a UTF-8 name.", "practice:good:works",
      "RFC 2640; basic-ftp issue 229",
      bad: "ascii-names", path: "grüße.txt", .gets),
    get(
      "deep-path", "The client downloads a file thirty folders down.", "practice:good:works",
      "curl, test 142",
      bad: "wrong-folder", path: String(repeating: "a/", count: 30) + "x.txt",
      server: .tree(String(repeating: "a/", count: 30) + "x.txt text=\"deep\\n\""), .gets),
    get(
      "large-file", "The client downloads a file of 900 KiB completely.", "practice:good:works",
      "RFC 959, section 3.4.1",
      bad: "one-read", path: "pub/large.bin", server: .tree("pub/large.bin size=900K"), .gets),
    get(
      "ipv6", "At ::1, the client uses EPSV or EPRT.", "2428:4:epsv-preferred", "curl, test 252",
      bad: "pasv-alone",
      server: ScenarioServer().with { $0.isIPv6 = true }, needs: [.loopbackIPv6], works,
      .sendsNo(.pasv, .port).atMost(.should)),
    get(
      "active", "In active mode, the server connects to the client.", "1123:4.1.2.5:setup-per-transfer",
      "curl, test 1206",
      bad: "always-fails", job: .active, works, .setsUpEachTransfer),
    ClientScenario(
      "good/resume/half", "A download resumes where it stopped.", ["practice:good:works"],
      source: "RFC 3659, section 5.3; curl, test 110", bad: ["always-fails"],
      steps: [
        ScenarioStep(.resume, "pub/large.bin", server: .tree("pub/large.bin size=200K"))
          .with { $0.begun = 100 << 10 }
      ], checks: [.gets]),
    ClientScenario(
      "good/resume/rest-again",
      "If a resumed transfer is refused temporarily, the client sends REST again before the next one.",
      ["3659:5.3:rest-again"], source: "RFC 3659, section 5.3", bad: ["appends-whole"], .resume,
      having: ["hello.txt": "hel"], server: .rules("on the 1st RETR -> 425"), checks: [.getsOrFails]),
    ClientScenario(
      "good/put/small", "The client uploads a file.", ["practice:good:works"], source: "curl, test 107",
      bad: ["always-fails"], .put, "incoming/up.txt", having: ["up.txt": "what is uploaded\n"],
      checks: [.puts]),
    ClientScenario(
      "good/put/empty", "The client uploads an empty file.", ["practice:good:works"],
      source: "proftpd, tls_stor_empty_file",
      bad: ["always-fails"], .put, "incoming/up.txt", having: ["up.txt": ""], checks: [.puts]),
    ClientScenario(
      "good/put/bytes", "The client uploads a binary file under TYPE I.", ["practice:good:works"],
      source: "commons-net NET-500",
      bad: ["keeps-ascii"], .put, "incoming/up.bin", having: ["up.bin": "one\ntwo\r\nthree\r\u{0}\u{1}\n"],
      checks: [.puts, .sends(.type, "I*")]),
    ClientScenario(
      "good/put/large", "The client uploads a file of 3 MB completely.", ["practice:good:works"],
      source: "curl, test 107",
      bad: ["always-fails"], .put, "incoming/up.txt",
      having: ["up.txt": String(repeating: "0123456789abcde\n", count: 200_000)], checks: [.puts]),
    ClientScenario(
      "good/put/closed-in-order",
      "The client ends an upload by closing the data connection, not by resetting it.",
      ["practice:honest:upload-closed-in-order"], source: "cyberduck issue 17540; curl, test_31_06",
      losing: "the end of the upload", bad: ["resets-data"], .put, "incoming/up.txt",
      having: ["up.txt": String(repeating: "0123456789abcde\n", count: 20_000)],
      checks: [.puts.about("practice:good:works"), .resetsNoData]),
    ClientScenario(
      "good/put/marker-reply", "The client does not wait for a restart marker reply, which does no harm.",
      ["1123:4.1.3.4:marker-not-awaited"], source: "RFC 1123, section 4.1.3.4", bad: ["one-150"], .put,
      "incoming/up.txt",
      having: ["up.txt": "what is uploaded\n"],
      server: .rules("STOR * -> 150, raw \"110 MARK 1 = 1\\r\\n\", store, 226"),
      checks: [.puts.atMost(.should)]),
    ClientScenario(
      "good/list/names", "A listing has all names.", ["practice:good:works"], source: "curl, test 100",
      bad: ["always-fails"], .list, "pub", checks: [.succeeds, .shows("hello.txt", "deep", "nothing")]),
    ClientScenario(
      "good/list/empty", "The client lists an empty directory.", ["practice:good:works"],
      source: "field quirk Q33", bad: ["always-fails"], .list, "pub/nothing", checks: [.succeeds]),
    ClientScenario(
      "good/list/no-empty-argument", "The client lists the root without a space after the verb.",
      ["959:5.3:no-empty-argument"], source: "rclone issue 1850", bad: ["sends-empty-argument"],
      steps: [ScenarioStep(.list, "", url: "")], checks: [.sendsNoEmptyArgument]),
    ClientScenario(
      "good/mirror/no-empty-argument",
      "A mirror that lists the current directory sends no space after the verb.",
      ["959:5.3:no-empty-argument"], source: "rclone issue 1850", bad: ["sends-empty-argument"], .mirror,
      "pub/deep", checks: [.succeeds.about("practice:good:works"), .sendsNoEmptyArgument]),
    ClientScenario(
      "good/mirror/tree", "A mirror has all files of a tree.", ["practice:good:works"],
      source: "lftp, mirror",
      bad: ["always-fails"], .mirror, "pub/deep", checks: [.mirrors(["er/still.txt": "down here\n"])]),
    ClientScenario(
      "good/mirror/setup-per-transfer", "Each transfer of a mirror has a new data address.",
      ["1123:4.1.2.6:pasv-per-transfer"], source: "RFC 1123, section 4.1.2.6; curl, test 149",
      bad: ["keeps-address"],
      .mirror, "pub/deep", checks: [.succeeds.about("practice:good:works"), .setsUpEachTransfer]),
    ClientScenario(
      "good/mirror/again", "A second mirror copies new files and keeps unchanged ones.",
      ["practice:good:works"],
      source: "lftp, mirror", bad: ["always-fails"],
      steps: [
        ScenarioStep(.mirror, "pub", server: .tree("pub/a.txt text=\"one\\n\" time=20240101000000")),
        ScenarioStep(.mirror, "pub"),
      ], checks: [.mirrors(["a.txt": "one\n"])]),
    ClientScenario(
      "good/delete/file", "The client deletes a file.", ["practice:good:works"], source: "curl, test 227",
      bad: ["always-fails"], .delete, checks: [.succeeds, .serverLacks("pub/hello.txt")]),
    ClientScenario(
      "good/rename/file", "The client renames a file.", ["practice:good:works"], source: "curl, test 505",
      bad: ["always-fails"], .rename,
      checks: [.succeeds, .serverLacks("pub/hello.txt"), .serverHolds("pub/renamed.txt", "hello\n")]),
  ]
}
