import FTPProtocol

/// RFC 4217, sections 8 and 9: PBSZ and PROT.
enum RFC4217Levels {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc4217/8/auth-leaves-data-clear", "AUTH and PBSZ alone protect no data connection.",
      needs: [.auth, .secured, .data], start: .unconnected,
      tags: ["prot", "security", "tls"], failsWith: ["auth-private"],
      .prepare(.logInBare, .send("PBSZ 0")),
      .listing(isProtected: false)),
    ServerCase(
      "rfc4217/9/prot-initially-clear", "Before PROT, data connections are in clear.",
      needs: [.auth, .secured, .data], start: .unconnected,
      tags: ["prot", "security", "tls"], failsWith: ["auth-private"],
      .prepare(.logInBare),
      .listing(isProtected: false)),
    ServerCase(
      "rfc4217/9/pbsz-zero", "PBSZ 0 gets 200, and the reply names no other size.",
      needs: [.secured, .login], start: .unconnected, tags: ["prot", "security", "tls"],
      failsWith: ["prot-size", "code-answer=PBSZ:501"],
      .prepare(.logInBare),
      .send("PBSZ 0", 200),
      .claim("PBSZ=0") { (size(in: $0) ?? 0) == 0 }),
    ServerCase(
      "rfc4217/9/prot-before-pbsz", "PROT is refused after the handshake until PBSZ is sent.",
      ["4217:9:pbsz-prot-order"], needs: [.secured, .login], start: .unconnected,
      tags: ["prot", "security", "tls"], failsWith: ["prot-first", "code-answer=PROT:200"],
      .prepare(.logInBare),
      .send("PROT P", .permanent, .completion, preferring: .permanent)),
    ServerCase(
      "rfc4217/9/prot-c-and-p", "PROT accepts C and P, but neither S nor E.",
      needs: [.secured, .login], tags: ["prot", "security", "tls"],
      failsWith: ["prot-safe", "code-swap=536:200"],
      .send("PROT P", 200, .negative),
      .sendEach(["PROT S", "PROT E"], .negative),
      .send("PROT C", 200, .negative)),
    ServerCase(
      "rfc4217/9/prot-persists", "A protection level applies to every transfer until it is changed.",
      needs: [.secured, .data], tags: ["prot", "security", "tls"],
      failsWith: ["prot-forgotten", "prot-private"],
      .listing(isProtected: true), .listing(isProtected: true), .listing(isProtected: true),
      .prepare(.send("PROT C")),
      .listing(isProtected: false), .listing(isProtected: false)),
    ServerCase(
      "rfc4217/9/prot-twenty",
      "Twenty transfers in a row are protected, whether or not they resume a session.",
      ["4217:9:prot-persists", "4217:10.2:data-tls-failure-522"], needs: [.secured, .data],
      tags: ["prot", "security", "slow", "tls"], failsWith: ["prot-forgotten"]
    ) { probe in
      for _ in 0..<20 { try await probe.requireListing(isProtected: true) }
    },
    ServerCase(
      "rfc4217/9/rein-resets-prot", "After REIN, PROT requires another PBSZ.",
      ["4217:9:prot-persists"], needs: [.auth, .secured, .login], tags: ["prot", "rein", "security", "tls"],
      failsWith: ["rein-level"],
      .sendOptional("REIN"),
      .compute { try await $0.beginAgain() },
      .prepare(.logInBare),
      .send("PROT P", .permanent)),
    ServerCase(
      "rfc4217/9/prot-p-handshake-first",
      "Under PROT P, the server sends nothing to a client that begins no handshake.",
      needs: [.secured, .data], tags: ["prot", "security", "tls"],
      failsWith: ["prot-clear"], traffic: .apart
    ) { probe in
      let transfer = try await probe.list(.clear, sending: Array("no handshake\r\n".utf8))
      try probe.require(
        !transfer.broughtClearData && !transfer.isComplete, "a refusal, and no data in clear",
        "\(transfer.bytes.count) bytes, and \(transfer.words)")
    },
    ServerCase(
      "rfc4217/9/clear-upload", "Under PROT P, the server stores nothing that arrives in clear.",
      ["4217:9:prot-p-handshake-first"], needs: [.secured, .writeAccess, .data],
      tags: ["prot", "security", "tls"], failsWith: ["prot-clear"], traffic: .apart
    ) { probe in
      try await probe.prepare(.send("TYPE I"))
      let text = "This must not be stored.\r\n"
      let transfer = try await probe.list(.clear, sending: Array(text.utf8), command: "STOR clear.txt")
      try probe.require(
        !transfer.isComplete, "a refusal of an upload in clear", transfer.words)
      // Some servers end the session, and have stored nothing.
      if transfer.final == nil { return }
      let (reply, copy) = try await probe.startPassive("RETR clear.txt")
      guard let copy, reply.code.isPreliminary else { return }
      let bytes = try await copy.contents()
      _ = try await copy.end()
      try probe.require(bytes.isEmpty, "nothing that arrived in clear", "\(bytes.count) bytes in the file")
    },
    ServerCase(
      "rfc4217/9/prot-any-time", "PROT also applies to a data connection that was announced before it.",
      needs: [.secured, .data], tags: ["prot", "security", "tls"],
      failsWith: ["prot-early"]
    ) { probe in
      let announced = try await probe.announcement()
      try await probe.prepare(.send("PROT C"))
      let first = try await listener(announced, probe)
      try await probe.write("LIST\r\n")
      try await probe.expectListing(
        over: first, "a listing in clear, as PROT C requires after \(announced.code)")
      let other = try await probe.announcement()
      try await probe.prepare(.send("PROT P"))
      let second = try await listener(other, probe)
      try await probe.write("LIST\r\n")
      try await probe.expectListing(
        over: second, "a listing under TLS, as PROT P requires after \(other.code)")
    },
  ]

  /// The number after `PBSZ=` in a reply, if any.
  static func size(in reply: Reply) -> Int? {
    let text = reply.text.uppercased()
    guard let range = text.firstRange(of: "PBSZ=") else { return nil }
    return Int(text[range.upperBound...].prefix { ("0"..."9").contains($0) })
  }

  /// A data connection to the announced port.
  private static func listener(_ announced: Reply, _ probe: Probe) async throws -> DataSocket {
    guard let socket = try await probe.dial(probe.port(in: announced)) else {
      try probe.skip("nothing listens on the announced port (see rfc959/4.1.2/pasv-listens)")
    }
    return socket
  }
}
