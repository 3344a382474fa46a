import FTPProtocol

/// Scenarios about TLS: a client that is asked for TLS uses it.
enum FTPSScenarios {
  static let all: [ClientScenario] = works + refused + certificates + connections + clear + forms + otherJobs

  static let server = ScenarioServer().with { $0.tls = "explicit" }

  static func tls(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, losing loss: String? = nil,
    bad: String, also other: RequirementID? = nil,
    job: ClientJob = .tls, server: ScenarioServer, _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "ftps/\(job.kind)/\(slug)"), title, [rule] + (other.map { [$0] } ?? []),
      source: source,
      losing: loss,
      bad: [bad], needs: [.tlsLibrary], job, job.isUpload ? "incoming/up.txt" : ScenarioStep.file,
      having: job.isUpload ? ["up.txt": "what is uploaded\n"] : [:], server: server, checks: checks)
  }

  private static let works: [ClientScenario] = [
    tls(
      "auth-tls", "The client requests TLS with AUTH TLS.", "4217:4.1:client-auth-tls",
      "RFC 4217, section 4.1",
      bad: "no-tls",
      server: server, ClientCheck.gets.about("practice:good:works"), .sends(.auth, "TLS")),
    tls(
      "required", "The client works with a server that requires TLS for everything.", "practice:good:works",
      "RFC 4217, section 10.1",
      bad: "no-tls", server: server.with { $0.tls = "required" }, .gets),
    tls(
      "data-private", "The client sends PROT P before the transfer.", "practice:ftps:data-protected",
      "RFC 4217, section 9", losing: "the file, to eavesdroppers", bad: "no-tls", server: server,
      .gets.about("practice:good:works"), .sends(.prot, "P")),
    tls(
      "pbsz-first", "PBSZ comes before PROT.", "4217:9:pbsz-prot-order", "RFC 4217, section 9", bad: "no-tls",
      server: server, ClientCheck.sends(.pbsz, before: .prot), .keepsTo("4217:9:pbsz-prot-order")),
    tls(
      "upload", "The client uploads a file under TLS.", "practice:good:works", "suppaftp issue 95",
      bad: "no-tls",
      job: .tlsPut,
      server: server.with { $0.tls = "required" }, .puts),
  ]

  private static func refusal(_ slug: String, _ title: String, _ rules: String..., faults: String...)
    -> ClientScenario
  {
    tls(
      slug, title, "practice:ftps:no-clear-login", "CVE-2021-22946; curl, test 402",
      losing: "user and password, to eavesdroppers", bad: "no-tls",
      also: "4217:10.3:negotiation-completed",
      server: server.with { server in
        server.rules = rules
        server.faults = faults
      }, .sendsNo(.user, .pass), .fails.about("4217:10.3:negotiation-completed"))
  }

  private static let refused: [ClientScenario] = [
    refusal("auth-500", "If AUTH is unknown, the client does not log in.", "AUTH * -> 500"),
    refusal("auth-502", "If AUTH is not implemented, the client does not log in.", "AUTH * -> 502"),
    refusal("auth-504", "If TLS is unknown, the client does not log in.", "AUTH * -> 504"),
    refusal("auth-534", "If TLS is refused, the client does not log in.", "AUTH * -> 534"),
    refusal("auth-431", "If TLS is temporarily unavailable, the client does not log in.", "AUTH * -> 431"),
    refusal("auth-530", "If AUTH gets 530, the client does not log in.", "AUTH * -> 530"),
    refusal(
      "auth-hidden", "If FEAT hides AUTH and AUTH is refused, the client does not log in.", "AUTH * -> 500",
      faults: "feat-hides=AUTH"),
    refusal(
      "no-handshake", "If no handshake follows 234, the client does not log in.", "AUTH * -> 234, close"),
    refusal(
      "clear-after-234", "If clear text follows 234, the client does not log in.",
      "AUTH * -> 234, raw \"220 Go on.\\r\\n\", close"),
    tls(
      "prot-refused", "If PROT P is refused, the client transfers nothing in clear.",
      "practice:ftps:data-protected",
      "RFC 4217, section 9", losing: "the file, to eavesdroppers", bad: "no-tls",
      server: server.with { $0.rules = ["PROT * -> 534"] }, ClientCheck.fails.atMost(.should)),
  ]

  private static func certificate(
    _ slug: String, _ title: String, _ source: String, _ change: (inout ScenarioServer) -> Void
  ) -> ClientScenario {
    tls(
      slug, title, "practice:ftps:certificate-checked", source,
      losing: "user and password, to an attacker in between",
      bad: "trusts-anybody", server: server.with(change), .sendsNo(.user, .pass),
      .fails.about("practice:honest:refusal-is-failure"))
  }

  private static let certificates: [ClientScenario] = [
    certificate(
      "unknown-issuer", "The client refuses an untrusted certificate before the login.",
      "curl, test 404; node-ftp issue 182"
    ) {
      $0.isTrusted = false
    },
    certificate(
      "other-name", "The client refuses a certificate for another host before the login.",
      "commons-net NET-579; RFC 4217, section 15.1"
    ) {
      $0.faults = ["tls-name=ftp.example.org"]
    },
    certificate(
      "expired", "The client refuses an expired certificate before the login.", "commons-net pull request 404"
    ) {
      $0.faults = ["tls-expired"]
    },
    certificate(
      "not-yet", "The client refuses a certificate that is not valid yet before the login.",
      "commons-net pull request 404"
    ) {
      $0.faults = ["tls-future"]
    },
  ]

  private static func broken(_ slug: String, _ title: String, _ fault: String) -> ClientScenario {
    tls(
      slug, title, "practice:ftps:no-clear-login", "CVE-2021-22946",
      losing: "user and password, to eavesdroppers",
      bad: "no-tls", server: server.with { $0.faults = [fault] }, .sendsNo(.user, .pass),
      .fails.about("practice:honest:refusal-is-failure"))
  }

  private static func data(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, bad: String,
    _ faults: String...,
    check: ClientCheck
  ) -> ClientScenario {
    tls(slug, title, rule, source, bad: bad, server: server.with { $0.faults = faults }, check)
  }

  private static let connections: [ClientScenario] = [
    broken("handshake-cut", "If the handshake is cut, the client does not log in.", "tls-broken"),
    tls(
      "handshake-dropped",
      "If the handshake breaks off, the client sends nothing more, and closes the connection.",
      "4217:10.3:failed-handshake-drop", "RFC 4217, section 10.3", bad: "no-tls",
      server: server.with { $0.faults = ["tls-broken"] }, .sendsNothing(after: .auth)),
    tls(
      "protected-quit",
      "A client that completes the handshake but rejects the certificate sends QUIT under TLS.",
      "4217:10.3:unwanted-certificate", "RFC 4217, section 10.3", bad: "goes-without-quit",
      server: server.with { $0.faults = ["tls-name=ftp.example.org"] }, .quitsUnderTLS),
    broken("handshake-failed", "If the handshake fails, the client does not log in.", "tls-failed"),
    broken(
      "handshake-text", "If the server sends text instead of the handshake, the client does not log in.",
      "tls-text"),
    data(
      "cut-data", "Data that ends without close_notify and is too short is not a success.",
      "practice:ftps:end-of-data",
      "FileZilla 3.1.0.1; suppaftp issue 5", bad: "trusts-anybody", "tls-data-cut=3",
      check: .getsOrFails.atMost(.should)),
    data(
      "data-alert", "Data that ends with a fatal alert is not a success.", "practice:honest:success-is-whole",
      "RFC 8446, section 6.2", bad: "trusts-anybody", "tls-data-alert=3", check: .getsOrFails),
    data(
      "data-damaged", "Data that cannot be decrypted is not a success.", "practice:honest:success-is-whole",
      "RFC 8446, section 5.2", bad: "trusts-anybody", "tls-data-damaged=3", check: .getsOrFails),
    data(
      "data-handshake-failed", "A failed handshake on the data connection is not a success.",
      "practice:honest:success-is-whole", "FluentFTP issue 948", bad: "trusts-anybody", "tls-data-failed",
      check: .getsOrFails),
    data(
      "no-tickets", "The client works with a server that sends no session tickets.",
      "practice:robust:lives-with-quirks",
      "php-src issue 23619", bad: "always-fails", "tls-tickets=0", check: .gets.atMost(.should)),
    data(
      "reuse-never", "The client works with a server that resumes no sessions.",
      "practice:robust:lives-with-quirks",
      "php-src issue 23619", bad: "always-fails", "tls-reuse-never", check: .gets.atMost(.should)),
    data(
      "reuse-required",
      "The client works with a server that requires the session of the control connection on the data connection.",
      "practice:robust:lives-with-quirks", "vsftpd; CPython issue 63699", bad: "always-fails", "tls-reuse",
      check: .gets.atMost(.should)),
  ]
}
