import FTPProtocol

// Bytes in clear after TLS was agreed on, and forms of TLS that a client must cope with.
extension FTPSScenarios {
  private static func clear(
    _ slug: String, _ title: String, _ source: String, _ fault: String, bad: String = "always-succeeds",
    _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "ftps/get/\(slug)"), title, ["practice:ftps:no-clear-replies"], source: source,
      losing: "trust in replies, to an attacker in between", bad: [bad], needs: [.tlsLibrary],
      .tls,
      server: server.with { $0.faults = fault.split(separator: " ").map(String.init) }, checks: checks)
  }

  static let clear: [ClientScenario] = [
    clear(
      "replies-injected", "Replies sent in clear after 234 do not answer commands sent under TLS.",
      "CVE-2021-22947; curl, test 983; nostarttls.secvuln.info", "auth-replies-ahead session-slow=150ms",
      bad: "believes-clear-replies", .waitsForEachReply,
      ClientCheck.getsOrFails.about("practice:honest:success-is-whole")),
    clear(
      "reply-in-clear", "A reply in clear during a session under TLS is a failure.",
      "Pure-FTPd issue 61; field quirk Q57", "auth-reply=TYPE", .fails),
    clear(
      "line-before-handshake", "A line in clear before the handshake is a failure.", "field quirk Q57",
      "auth-disturbed", ClientCheck.sendsNo(.user, .pass), .fails),
    clear(
      "line-after-handshake", "A line in clear after the handshake is a failure.", "field quirk Q57",
      "auth-stray", .fails),
    tls(
      "prot-clear", "Data in clear after PROT P is a failure.", "practice:ftps:data-protected",
      "RFC 4217, section 9", losing: "the file, to eavesdroppers", bad: "always-succeeds",
      server: server.with { $0.faults = ["prot-clear"] }, .fails),
    tls(
      "pbsz-refused", "If PBSZ and PROT are refused, the client transfers nothing in clear.",
      "practice:ftps:data-protected", "RFC 4217, section 9", losing: "the file, to eavesdroppers",
      bad: "no-tls", server: server.with { $0.rules = ["PBSZ * -> 503", "PROT * -> 503"] },
      ClientCheck.fails.atMost(.should)),
    tls(
      "no-ccc", "The client does not leave TLS unless the user wants that.", "practice:ftps:no-clear-login",
      "RFC 4217, section 15.3",
      bad: "sends-ccc", server: server, ClientCheck.sendsNo(.ccc)),
    tls(
      "other-data-certificate", "Data under an untrusted certificate is a failure.",
      "practice:ftps:certificate-checked", "RFC 4217, section 15.1; commons-net pull request 404",
      losing: "the file, to an attacker in between", bad: "trusts-anybody",
      server: server.with { $0.faults = ["tls-data-certificate"] }, ClientCheck.fails.atMost(.should)),
    tls(
      "old-version", "The client refuses a server with only TLS 1.1 before the login.",
      "practice:ftps:old-versions",
      "RFC 8996; WinSCP 6.2", bad: "no-tls", server: server.with { $0.faults = ["tls-version=1.1"] },
      ClientCheck.sendsNo(.user, .pass)),
    tls(
      "control-lost", "A control connection under TLS that ends during a transfer is a failure.",
      "practice:honest:success-is-confirmed", "FileZilla 3.20.0; rclone issue 7022",
      losing: "the rest of the file, without notice", bad: "trusts-anybody",
      server: server.with { $0.rules = ["RETR * -> 150, data \"hel\", close", "REST * -> 502"] }, .fails),
    silence(
      "handshake-stalls", "The client stops waiting for a stalled handshake at its time limit.",
      "tls-stalled", bad: "no-tls", .fails, .sendsNo(.user, .pass).about("practice:ftps:no-clear-login")),
    silence(
      "data-handshake-stalls",
      "The client stops waiting for a stalled handshake for data at its time limit.", "tls-data-stalled",
      bad: "trusts-anybody", .fails),
  ]

  private static func silence(
    _ slug: String, _ title: String, _ fault: String, bad: String, _ checks: ClientCheck...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "ftps/get/\(slug)"), title, ["practice:resource:bounded-time"],
      source: "jlaffaye, issue 282; rclone issue 6426", bad: [bad], needs: [.tlsLibrary, .timeLimit],
      tags: ["slow"],
      .tls,
      server: server.with { server in
        server.faults = [fault]
        server.isPatient = true
      }, checks: checks)
  }

  /// The client downloads a file from a server with an unusual form of TLS.
  private static func form(
    _ slug: String, _ title: String, _ source: String, _ faults: String..., bad: String = "always-fails",
    rules: [String] = [], uploading text: String? = nil, checks: [ClientCheck] = [.gets]
  ) -> ClientScenario {
    let job = text == nil ? ClientJob.tls : .tlsPut
    return ClientScenario(
      CaseID(rawValue: "ftps/\(job.kind)/\(slug)"), title,
      ["practice:robust:lives-with-quirks"], source: source, bad: [bad], needs: [.tlsLibrary], job,
      job.isUpload ? "incoming/up.txt" : ScenarioStep.file, having: text.map { ["up.txt": $0] } ?? [:],
      server: server.with { server in
        server.tls = "required"
        server.faults = faults
        server.rules = rules
      }, checks: checks)
  }

  private static let whole = ClientCheck.getsOrFails.about("practice:honest:success-is-whole")

  static let forms: [ClientScenario] = [
    form(
      "tls-1-2", "The client works with a server that has only TLS 1.2.", "FluentFTP 41.0.0",
      "tls-version=1.2"),
    form(
      "tls-1-3", "The client works with a server that has only TLS 1.3.", "FluentFTP 41.0.0",
      "tls-version=1.3"),
    form(
      "one-byte-records", "The client joins records of one byte.", "FileZilla 3.10.0.1", "tls-records=1"),
    form(
      "dripped-records", "The client joins records that arrive byte by byte.", "RFC 1123, section 4.1.2.10",
      "tls-dripped"),
    form(
      "late-tickets", "Late session tickets do no harm.", "openssl issue 7948", "tls-tickets-late"),
    form(
      "no-close-alert", "A control connection that ends without a close alert does not affect the file.",
      "field quirk Q56", "tls-no-close"),
    form(
      "auth-334", "After 334 instead of 234, the client gets the file under TLS or fails.",
      "RFC 4217, section 4.2; commons-net, FTPSClient", "auth-code=334", bad: "always-succeeds",
      checks: [whole]),
    form(
      "alpn-other", "If ALPN selects another protocol, the client gets the file or fails.",
      "RFC 7301, section 3.2; FileZilla", "tls-alpn", bad: "always-succeeds", checks: [whole]),
    form(
      "renegotiation",
      "After another handshake on the control connection, the client gets the file or fails.",
      "proftpd, tls_config_tlsrenegotiate_download", "tls-renegotiation", bad: "always-succeeds",
      checks: [whole]),
    form(
      "data-renegotiation", "After another handshake during the data, the client gets the file or fails.",
      "proftpd, tls_curl_download_largefile_renegotiate_bug4443", "tls-data-handshake=2",
      bad: "always-succeeds", checks: [whole]),
    form(
      "user-232", "232 to USER completes the login without a password.", "RFC 2228, section 4",
      "login-no-password",
      bad: "always-fails", rules: ["USER * -> obey quietly, 232"],
      checks: [.gets, ClientCheck.sendsNo(.pass).atMost(.should)]),
    form(
      "empty", "The client uploads an empty file under TLS.",
      "proftpd, tls_stor_empty_file; jlaffaye, issue 282",
      bad: "no-tls", uploading: "", checks: [.puts]),
    form(
      "no-answering-close", "The client does not wait for an answer to its close alert.",
      "curl issues 17130 and 14843; CPython issue 78738", "tls-data-no-close", bad: "no-tls",
      uploading: "what is uploaded\n", checks: [.puts]),
  ]
}
