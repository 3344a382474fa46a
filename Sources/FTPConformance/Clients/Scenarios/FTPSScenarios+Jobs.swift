import FTPProtocol

// TLS from the first byte, mirrors under TLS, active mode under TLS, and the order of handshake and reply.
extension FTPSScenarios {
  static let otherJobs = implicit + mirrors + orders

  /// A download from a server with TLS from the first byte.
  private static func implicit(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, losing loss: String? = nil,
    bad: String = "no-tls", mode: String = "implicit", faults: [String] = [], isTrusted: Bool = true,
    _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "ftps/implicit/\(slug)"), title, [rule], source: source, losing: loss, bad: [bad],
      needs: [.tlsLibrary], .implicit,
      server: ScenarioServer().with { server in
        server.tls = mode
        server.faults = faults
        server.isTrusted = isTrusted
      }, checks: checks)
  }

  private static func stranger(
    _ slug: String, _ title: String, faults: [String] = [], isTrusted: Bool = true
  ) -> ClientScenario {
    implicit(
      slug, title, "practice:ftps:certificate-checked", "curl, test 404; RFC 4217, section 15.1",
      losing: "user and password, to an attacker in between", bad: "trusts-anybody", faults: faults,
      isTrusted: isTrusted, .sendsNo(.user, .pass),
      ClientCheck.fails.about("practice:honest:refusal-is-failure"))
  }

  private static let implicit: [ClientScenario] = [
    implicit(
      "download", "The client downloads a file under TLS from the first byte.", "practice:good:works",
      "curl, test 400; aioftp 0.25.1", .gets),
    implicit(
      "no-auth", "The client does not send AUTH if TLS is already in use.", "practice:good:works",
      "rclone 1.55.1; curl, test 406", ClientCheck.gets, ClientCheck.sendsNo(.auth).atMost(.should)),
    implicit(
      "data-private", "The client sends PROT P before the transfer.", "practice:ftps:data-protected",
      "lftp 3.0.12; RFC 4217, section 9", losing: "the file, to eavesdroppers",
      .gets.about("practice:good:works"), .sends(.prot, "P")),
    stranger(
      "unknown-issuer", "The client refuses an untrusted certificate before the login.", isTrusted: false),
    stranger(
      "other-name", "The client refuses a certificate for another host before the login.",
      faults: ["tls-name=ftp.example.org"]),
    stranger(
      "expired", "The client refuses an expired certificate before the login.", faults: ["tls-expired"]),
    implicit(
      "clear-greeting",
      "If the server sends a greeting in clear instead of the handshake, the client does not log in.",
      "practice:ftps:no-clear-login", "jlaffaye, issue 282", losing: "user and password, to eavesdroppers",
      mode: "explicit", .sendsNo(.user, .pass), .fails.about("practice:honest:refusal-is-failure")),
    implicit(
      "cut-data", "Data that ends without close_notify and is too short is not a success.",
      "practice:ftps:end-of-data", "FileZilla 3.1.0.1; suppaftp issue 5", bad: "trusts-anybody",
      faults: ["tls-data-cut=3"], .getsOrFails.atMost(.should)),
    implicit(
      "prot-clear", "Data in clear after PROT P is a failure.", "practice:ftps:data-protected",
      "RFC 4217, section 9", losing: "the file, to eavesdroppers", bad: "always-succeeds",
      faults: ["prot-clear"], .fails),
  ]

  private static let kept = ["copy/er/still.txt": "down here\n", "copy/kept.txt": "kept\n"]

  /// A mirror under TLS.
  private static func mirror(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, losing loss: String? = nil,
    bad: String, path: String = "pub/deep", having local: [String: String] = [:],
    server change: (inout ScenarioServer) -> Void, _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "ftps/mirror/\(slug)"), title, [rule], source: source, losing: loss, bad: [bad],
      needs: [.tlsLibrary], .tlsMirror, path, having: local, server: server.with(change), checks: checks)
  }

  private static let twenty = (1...20).map { String(10 + $0) }

  private static let mirrors: [ClientScenario] = [
    mirror(
      "tree", "A mirror under TLS has all files of a tree.", "practice:good:works", "lftp, mirror",
      bad: "no-tls", server: { $0.tls = "required" }, .mirrors(["er/still.txt": "down here\n"])),
    mirror(
      "reuse-many",
      "Each of twenty data connections resumes the session of the control connection if the server requires it.",
      "practice:robust:lives-with-quirks", "cyberduck issue 18399; basic-ftp 6.0.1; rclone issue 7234",
      bad: "no-tls", path: "pub",
      server: { server in
        server.faults = ["tls-reuse"]
        server.tree = twenty.map { "pub/\($0).txt text=\"\($0)\\n\"" }
      },
      .mirrors(Dictionary(uniqueKeysWithValues: twenty.map { ("\($0).txt", "\($0)\n") })).atMost(.should)),
    mirror(
      "cut-listing", "If a listing ends without close_notify, the client deletes no local file.",
      "practice:ftps:end-of-data", "lftp issue 232; field quirk Q56",
      losing: "files that still exist on the server", bad: "always-succeeds", having: kept,
      server: { $0.faults = ["tls-data-cut=3"] },
      .mirrorKeeps(["er/still.txt": "down here\n"]).about("practice:ftps:end-of-data").atMost(.should),
      .fails.atMost(.should)),
    mirror(
      "failed-handshake", "If the handshake for a listing fails, the client deletes no local file.",
      "practice:honest:nothing-lost-by-failure", "lftp issue 232; FluentFTP issue 948",
      losing: "files that still exist on the server", bad: "always-succeeds", having: kept,
      server: { $0.faults = ["tls-data-failed"] }, .mirrorKeeps(["er/still.txt": "down here\n"]),
      .fails.about("practice:honest:failed-listing-is-none")),
    mirror(
      "damaged-listing", "If a listing cannot be decrypted, the client deletes no local file.",
      "practice:honest:nothing-lost-by-failure", "RFC 8446, section 5.2",
      losing: "files that still exist on the server", bad: "always-succeeds", having: kept,
      server: { $0.faults = ["tls-data-damaged=3"] }, .mirrorKeeps(["er/still.txt": "down here\n"]),
      .fails.about("practice:honest:failed-listing-is-none")),
  ]

  private static let orders: [ClientScenario] = [
    tls(
      "download", "In active mode too, the client begins the handshake of the data connection.",
      "practice:good:works", "RFC 4217, section 7; curl issue 10666; commons-net NET-242", bad: "no-tls",
      job: .tlsActive, server: server.with { $0.tls = "required" }, .gets),
    tls(
      "handshake-before-150",
      "The client works with a server that requires the handshake for data before its 150.",
      "practice:robust:lives-with-quirks", "FluentFTP issue 948; jlaffaye, commit 9e39e2c",
      bad: "always-fails", server: server.with { $0.faults = ["tls-data-early"] }, .gets.atMost(.should)),
    tls(
      "certificate-asked",
      "The client works with a server that requests a client certificate but does not require one.",
      "practice:robust:lives-with-quirks", "RFC 4217, section 15.1.2", bad: "always-fails",
      server: server.with { $0.faults = ["tls-certificate-asked"] }, .gets.atMost(.should)),
  ]
}
