import FTPProtocol

/// RFC 4217, sections 8 and 9: PBSZ and PROT.
enum RFC4217Levels {
  static let bodies: [String: CaseBody] = [
    "rfc4217/9/prot-twenty": { probe in
      for _ in 0..<20 { try await probe.requireListing(isProtected: true) }
    },
    "begin again": { try await $0.beginAgain() },
    "rfc4217/9/prot-p-handshake-first": { probe in
      let transfer = try await probe.list(.clear, sending: Array("no handshake\r\n".utf8))
      try probe.require(
        !transfer.broughtClearData && !transfer.isComplete, "a refusal, and no data in clear",
        "\(transfer.bytes.count) bytes, and \(transfer.words)")
    },
    "rfc4217/9/clear-upload": { probe in
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
    "rfc4217/9/prot-any-time": { probe in
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
