import FTPProtocol

/// Scenarios about safety: a server gets nothing that was not meant for it, and makes the client write nothing
/// unexpected.
enum SafeScenarios {
  static let all: [ClientScenario] = downloads + others + mirrors

  private static func get(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, losing loss: String? = nil,
    bad: String, tags: [String] = [],
    user: String? = "ftpraw", password: String = "secret", needs: [Need] = [],
    path: String = ScenarioStep.file, server: ScenarioServer = .init(), job: ClientJob = .get,
    _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "safe/\(job.rawValue)/\(slug)"), title, [rule], source: source, losing: loss,
      bad: [bad],
      needs: needs, tags: tags,
      steps: [ScenarioStep(job, path, server: server, user: user, password: password)],
      checks: checks)
  }

  private static let foreign = ScenarioServer.faults("address-foreign=127.0.0.2", "code-500=EPSV").with {
    $0.hasTrap = true
  }

  private static let downloads: [ClientScenario] = [
    get(
      "pasv-foreign-host", "The client does not follow a 227 that names another host.",
      "practice:safe:data-to-control-host",
      "CVE-2020-8284; CVE-2021-4189; CVE-2021-40491", losing: "data of hosts that answer only this one",
      bad: "follows-host",
      needs: [.secondLoopback], server: foreign, .ignoresForeignHost,
      ClientCheck.getsOrFails.about("practice:honest:success-is-whole")),
    get(
      "pasv-private-host",
      "If 227 names a private host, the client connects to the host of the control connection.",
      "practice:robust:lives-with-quirks", "field quirk Q01; jlaffaye, issue 349", bad: "wants-own-host",
      server: .faults("address-private=127.0.0.3", "code-500=EPSV"), ClientCheck.gets.atMost(.should)),
    get(
      "greeting-http", "The client sends no user and password to a server that greets like a web server.",
      "practice:safe:no-login-without-greeting", "curl, test 2045", losing: "the password",
      bad: "speaks-first",
      server: .rules("connect -> raw \"HTTP/1.1 400 Bad Request\\r\\n\\r\\n\""), .sendsNo(.user, .pass),
      ClientCheck.fails.about("practice:honest:refusal-is-failure")),
    get(
      "greeting-ssh", "The client sends no user and password to a server that greets like SSH.",
      "practice:safe:no-login-without-greeting", "curl, test 2045", losing: "the password",
      bad: "speaks-first",
      server: .rules("connect -> raw \"SSH-2.0-OpenSSH_9.9\\r\\n\""), .sendsNo(.user, .pass),
      ClientCheck.fails.about("practice:honest:refusal-is-failure")),
    get(
      "crlf-in-path", "A line end in a path does not begin a command.", "practice:safe:no-injection",
      "RFC 1738, section 3.2.2; curl, test 225", losing: "files on the server", bad: "decodes-blindly",
      path: "pub/hello.txt\r\nDELE pub/hello.txt", .sendsNo(.dele), .sendsPlainLines,
      .serverKeeps("pub/hello.txt")),
    get(
      "crlf-in-user", "A line end in a user does not begin a command.", "practice:safe:no-injection",
      "curl, test 2115", losing: "files on the server", bad: "decodes-blindly",
      user: "anonymous\r\nDELE pub/hello.txt", .sendsNo(.dele), .sendsPlainLines,
      .serverKeeps("pub/hello.txt")),
    get(
      "lf-in-path", "A line feed in a path does not begin a command.", "practice:safe:no-injection",
      "HTTrack; curl, test 225", losing: "files on the server", bad: "decodes-blindly",
      path: "pub/hello.txt\nDELE pub/hello.txt", .sendsNo(.dele), .sendsPlainLines,
      .serverKeeps("pub/hello.txt")),
    get(
      "pwd-break", "The client does not send back the path of a 257 with a CR in it.",
      "practice:safe:no-injection",
      "curl, test 3217; field quirk Q67", bad: "sends-listed-path", server: .faults("path-break"),
      .sendsPlainLines),
    get(
      "pwd-control", "The client does not send back the path of a 257 with control characters in it.",
      "practice:safe:no-injection",
      "curl, test 3218", bad: "sends-listed-path",
      server: .rules("PWD -> raw \"257 \\\"/\\x03\\x1b[2J\\\" is here.\\r\\n\""),
      ClientCheck.sendsPlainLines.atMost(.should)),
    get(
      "password-hidden", "If a login is refused, the client does not show the password.",
      "practice:safe:password-hidden",
      "aioftp issue 114; FileZilla 3.2.0", losing: "the password", bad: "shows-url",
      server: .rules("PASS * -> 530"), .hides("the password", Array("secret".utf8))),
    get(
      "escapes", "The client does not print control characters from a refusal.", "practice:safe:terminal",
      "lftp; wget", bad: "shows-replies",
      server: .rules("RETR * -> raw \"550 \\x1b[2J\\x1b]0;title\\x07 no\\r\\n\""),
      ClientCheck.hides("an escape sequence", [0x1B, 0x5B, 0x32, 0x4A]).atMost(.may)),
    get(
      "long-path", "The client sends a path of 1800 characters completely or not at all.",
      "practice:safe:nothing-shortened",
      "HTTrack issue 1029", bad: "cuts-long-lines",
      path: String(repeating: "long", count: 450),
      .fails.about("practice:honest:refusal-is-failure"),
      .sendsNoPart(of: String(repeating: "long", count: 450))),
    get(
      "long-user", "The client sends a user of 300 characters completely or not at all.",
      "practice:safe:nothing-shortened",
      "HTTrack issue 1035", bad: "cuts-long-lines", user: String(repeating: "long", count: 75),
      ClientCheck.sends(.user, String(repeating: "long", count: 75)).or(.sendsNo(.user))),
    get(
      "user-530", "After 530 to USER, the client sends no password.", "959:6:error-digit-in-step",
      "vsftpd, which wants TLS first; RFC 4217, section 10.1", losing: "the password, to eavesdroppers",
      bad: "ignores-refusals", server: .rules("USER * -> 530"),
      ClientCheck.fails.about("practice:honest:refusal-is-failure"), .sendsNo(.pass)),
    get(
      "password-once", "The client does not send a refused password again and again.",
      "practice:resource:bounded-tries",
      "FluentFTP 32.4.6", bad: "repeats-password", tags: ["slow"], server: .rules("PASS * -> 331"),
      .sends(.pass, atMost: 10),
      ClientCheck.getsOrFails.about("practice:honest:success-is-whole")),
  ]

  private static let others: [ClientScenario] = [
    get(
      "other-source", "In active mode the client accepts data only from the host of the control connection.",
      "2577:4:active-peer-checked", "RFC 2577, section 4; lftp, ftp:verify-address", bad: "takes-any-peer",
      needs: [.secondLoopback], server: .faults("address-other-source"), job: .active, .fails)
  ]

  private static let evil = "RETR * -> 150, data \"evil\\n\", close data, 226"

  /// A mirror of a directory in which one name leads elsewhere.
  private static func name(
    _ slug: String, _ title: String, _ name: String, _ source: String, kind: String = "file",
    more: ClientCheck...
  ) -> ClientScenario {
    let line = "\(kind == "dir" ? "d" : "-")rw-r--r--   1 ftp ftp 5 Jan  2  2024 \(name)"
    let rules = [
      "LIST * -> 150, data \"\(line)\\r\\n\", close data, 226",
      "NLST * -> 150, data \"\(name)\\r\\n\", close data, 226",
      "MLSD * -> 150, data \"type=\(kind);size=5;modify=20240102030405; \(name)\\r\\n\", close data, 226",
      evil,
      "CWD * -> 250",
    ]
    return ClientScenario(
      CaseID(rawValue: "safe/mirror/\(slug)"), title, ["practice:safe:stays-in-folder"], source: source,
      losing: "any file that the client may write to", bad: ["writes-any-name"], .mirror, "pub",
      server: ScenarioServer().with { $0.rules = rules }, checks: [.staysInside, .mirrorsInside] + more)
  }

  private static let mirrors: [ClientScenario] = [
    name(
      "dot-dot", "The client does not write to a name that begins with ../.", "../escaped",
      "CVE-2002-1345; lwn.net, article 17724"),
    name(
      "dot-dots", "The client does not write to a name that begins with ../../.", "../../escaped",
      "CVE-2002-1345; basic-ftp 5.2.0"),
    name(
      "inner-dots", "The client does not write to a name with /../ in it.", "deep/../../escaped",
      "CVE-2002-1345; basic-ftp 5.2.0"),
    name(
      "slash", "A name with a slash in it does not lead into another folder.", "sub/escaped",
      "FluentFTP 54.0.2",
      more: ClientCheck.mirrorLacks("sub/escaped").atMost(.should)),
    ClientScenario(
      "safe/mirror/set-id", "The client does not copy the set-user-ID bit from a listing.",
      ["practice:safe:no-set-id"], source: "wget 1.10", losing: "the user's account on this machine",
      bad: ["copies-modes"], .mirror, "pub",
      server: .rules(
        "LIST * -> 150, data \"-rwsrwsrwx   1 ftp ftp 5 Jan  2  2024 tool\\r\\n\", close data, 226",
        "NLST * -> 150, data \"tool\\r\\n\", close data, 226",
        "MLSD * -> 150, data \"type=file;size=5;UNIX.mode=6777; tool\\r\\n\", close data, 226", evil,
        "SIZE * -> 213 \"5\"", "CWD * -> 250"),
      checks: [.setsNoID]),
    name("absolute", "The client does not write to an absolute name.", "{outside}", "CVE-2002-1344; wget"),
    ClientScenario(
      "safe/mirror/self", "The client does not follow a directory to itself or its parent.",
      ["practice:resource:bounded-tree"], source: "jlaffaye, issue 107; basic-ftp issue 99",
      bad: ["follows-dots"], .mirror,
      "pub",
      server: .rules(
        "MLSD * -> 150, data \"type=dir; .\\r\\ntype=dir; ..\\r\\n\", close data, 226",
        "LIST * -> 150, data \"drwxr-xr-x   2 ftp ftp 0 Jan  2  2024 .\\r\\ndrwxr-xr-x   2 ftp ftp 0 Jan  2  2024 ..\\r\\n\", close data, 226",
        "NLST * -> 150, data \".\\r\\n..\\r\\n\", close data, 226"),
      checks: [.lists(atMost: 10), .staysInside]),
  ]
}
