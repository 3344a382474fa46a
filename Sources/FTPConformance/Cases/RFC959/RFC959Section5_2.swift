import FTPClient
import FTPProtocol

/// RFC 959, section 5.2: connections.
enum RFC959Section5_2 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/5.2/third-party-transfer", "A file goes from one session to another, if the server lets it.",
      ["959:5.2:third-party-transfer"], level: .may,
      needs: [.writeAccess, .data, .activeMode, .secondLogin, .ipv4], tags: ["active", "pasv"],
      failsWith: ["data-short"]
    ) { probe in
      let bytes = probe.bytes(3_000)
      try await probe.upload("STOR from.bin", bytes)
      let other = try await probe.connect()
      try await probe.logIn(over: other)
      try await probe.send("CWD \(probe.directory ?? "")", expecting: .completion, over: other)
      try await probe.send("TYPE I", expecting: 200, over: other)
      let address = try await AnnouncedAddress(probe.send("PASV", expecting: 227), askedFor: .hostPort)
        .address
      let port = try await other.send("PORT \(HostPort.argument(for: address))")
      // A server that looks after its security takes no other host than the client's (RFC 2577, section 3).
      guard !port.code.isNegative else { throw CaseStop.unsupported(Probe.words(of: port)) }
      try await probe.write("STOR to.bin\r\n")
      try await probe.write("RETR from.bin\r\n", over: other)
      for connection in [other, try probe.ftp] {
        try await probe.nextReply(expecting: .preliminary, to: "the transfer", over: connection)
        try await probe.nextReply(expecting: .completion, to: "the transfer", over: connection)
      }
      let copy = try await probe.download("RETR to.bin")
      try probe.require(copy.bytes == bytes, "the 3000 bytes of the first file", copy.summary)
    },
    ConformanceCase(
      "rfc959/5.2/read-rest-then-close",
      "The end of the data is read to the last byte, and answered by the close.",
      ["959:5.2:read-rest-then-close"], needs: [.writeAccess, .data], failsWith: ["data-short", "data-stall"]
    ) { probe in
      let bytes = probe.bytes(300_000)
      try await probe.send("TYPE I", expecting: 200)
      let port = try await probe.port(in: probe.announcement())
      try await probe.write("STOR rest.bin\r\n")
      let data = try probe.require(
        await probe.dial(port), "a port that can be connected", "connection refused")
      try await data.finish(with: bytes, within: probe.patience.data)
      try await probe.require(
        data.ends(within: probe.patience.data), "the close of the server's side",
        "a connection that stays open")
      try await probe.nextReply(expecting: .preliminary, to: "STOR")
      try await probe.nextReply(expecting: .completion, to: "STOR")
      let copy = try await probe.download("RETR rest.bin")
      try probe.require(copy.bytes == bytes, "the 300000 bytes that were sent", copy.summary)
    },
  ]
}
