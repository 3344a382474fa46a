import FTPProtocol

/// RFC 1639: LPRT and LPSV, which few servers implement.
enum RFC1639 {
  static let bodies: [String: CaseBody] = [
    "rfc1639/2/lprt-form": { probe in
      let address = try await probe.ftp.listenForData()
      let reply = try await probe.sendOptional("LPRT \(LongAddress.argument(for: address))")
      try probe.expect(reply, 200, to: "LPRT")
      let transfer = try await probe.ftp.transfer("LIST")
      _ = try await probe.finish(transfer, transfer.contents(), "LIST")
    },
    "require LPRT": requireLPRT,
  ]

  private static func requireLPRT(_ probe: Probe) async throws {
    try await probe.requirePresence(
      ofWhat: "LPRT \(try LongAddress.argument(for: try await probe.ftp.listenForData()))", label: "LPRT")
  }
}
