import FTPClient
import FTPProtocol
import FTPTransport

/// RFC 959, sections 3.2 to 3.5: how data connections open and end, and transmission modes.
enum RFC959Section3_2To4 {
  static let bodies: [String: CaseBody] = [
    "rfc959/3.2/default-data-port": { probe in
      let (client, port) = try await probe.preparing("USER") {
        let (client, port) = try await probe.connectFromWhereItListens()
        try await probe.logIn(over: client)
        return (client, port)
      }
      let expected = "a data connection to port \(port), the client's own"
      do {
        let (reply, transfer) = try await client.startTransfer("LIST")
        guard let transfer else {
          let refusal = reply.code.isNegative ? reply : nil
          let last = if let refusal { refusal } else { try await client.nextReply() }
          try probe.fail(expected, Probe.words(of: last))
        }
        _ = try await transfer.contents()
        try await probe.expect(transfer.end(), .completion, to: "LIST")
      } catch FTPClientError.transport(let error) where error.step == .accept && error.isTimeout {
        try probe.fail(expected, "none")
      }
    },
    "rfc959/3.3/listing-transfer": { _ = try await $0.transferByHand("LIST") },
    "rfc959/4.1.2/one-data-connection": { probe in
      let bytes = probe.bytes(3_000)
      try await probe.prepare(.store("file.bin", .bytes(bytes)))
      let announcement = try await probe.announcement()
      let first = try probe.require(
        await probe.dial(probe.port(in: announcement)), "a port that accepts a connection",
        "connection refused")
      // The second connection may be refused or closed.
      let second = try? await probe.dial(probe.port(in: announcement))
      try await probe.write("RETR file.bin\r\n")
      async let early = first.readToEnd(within: probe.patience.closing)
      async let late = second?.readToEnd(within: probe.patience.closing)
      let copies = try await [early ?? [], late ?? []]
      try probe.require(
        copies.contains(bytes) && copies.contains([]),
        "3000 bytes over one connection, and none over the other",
        "\(copies[0].count) and \(copies[1].count) bytes")
      try await probe.nextReply(expecting: .preliminary, to: "RETR")
      try await probe.nextReply(expecting: .completion, to: "RETR")
    },
    "rfc959/3.3/last-setup-governs": { probe in
      _ = try await probe.downloadActive("LIST")
      try await probe.download("LIST")
      try await probe.prepare(.listen)
      _ = try await probe.downloadActive("LIST")
      // This address is announced, but not used.
      let address = try await probe.ftp.listenForData()
      let isIPv6 = try probe.ftp.peerAddress.isIPv6
      try await probe.send(
        isIPv6 ? "EPRT \(ExtendedAddress.argument(for: address))" : "PORT \(HostPort.argument(for: address))",
        expecting: 200)
      let port = try await probe.preparing("PASV") {
        try await probe.port(in: probe.announcement(by: isIPv6 ? nil : .pasv))
      }
      let data = try probe.require(
        await probe.dial(port), "a port that accepts a connection", "connection refused")
      try await probe.write("LIST\r\n")
      let expected = "the listing over the last port"
      let listing = try await data.readToEnd(within: probe.patience.data)
      try probe.require(listing != nil, expected, "nothing")
      do {
        try await probe.nextReply(expecting: .preliminary, to: "LIST")
        try await probe.nextReply(expecting: .completion, to: "LIST")
      } catch FTPClientError.timedOut {
        try probe.fail(expected, "\(listing?.count ?? 0) bytes, and no reply to LIST")
      }
    },
    "rfc959/3.4/explicit-record-ends": { probe in
      try await probe.prepare(.store("lines.txt", "one\r\ntwo\r\n", type: "A"))
      try await probe.requireAccepted("STRU R")
      let file = try await probe.downloadCoded("RETR lines.txt", .recordStream)
      try probe.require(
        file.count { $0 == .endOfRecord } == 2, "two end-of-record markers",
        "\(file.count { $0 == .endOfRecord })")
    },
    "rfc959/3.4.1/record-escapes": { probe in
      try await probe.prepare(.send("TYPE A"))
      try await probe.requireAccepted("STRU R")
      let records: [TransferElement] = [
        .data([79, 0xFF, 80]), .endOfRecord, .endOfRecord, .data([0xFF]), .endOfRecord, .endOfFile,
      ]
      try await probe.uploadCoded("records.txt", records, .recordStream)
      let copy = try await probe.downloadCoded("RETR records.txt", .recordStream)
      // A host without records may store the bytes as they come (RFC 1123, section 4.1.2.13).
      try probe.require(copy == records, "the three records that were sent", "\(copy.count) elements")
    },
    "rfc959/3.4.2/block-header": { try await $0.requireRoundTrip(in: "B", .block) },
    "rfc959/3.4.2/block-eof-flag": { probe in
      try await probe.prepare(.send("TYPE I"))
      try await probe.requireAccepted("MODE B")
      // A server that treats everything as data would wait for the close.
      try await probe.uploadCoded("empty.bin", [.endOfFile], .block)
      _ = try await probe.downloadCoded("RETR empty.bin", .block)
      let transfer = try await probe.ftp.passive(probe.facts.passiveCommand, "STOR block.bin")
      try await transfer.sendUntilRefused(BlockHeader(.endOfFile, count: 3).bytes + Array("abc".utf8))
      do {
        try await probe.nextReply(expecting: .completion, to: "a block that ends the file")
      } catch FTPClientError.timedOut {
        try probe.fail("a reply to STOR after the block that ends the file", "no reply before the close")
      }
      await transfer.close()
    },
    "rfc959/3.4.3/compressed-runs": { try await $0.requireRoundTrip(in: "C", .compressedImage) },
  ]
}

extension Probe {

  /// A connection from a port on which this side also listens, and that port.
  fileprivate func connectFromWhereItListens() async throws -> (client: CaseConnection, port: UInt16) {
    var attempts = 0
    while true {
      // The port was free a moment ago; another program may take it meanwhile.
      let address = try await ftp.freeAddress()
      do {
        let client = try await connect(from: address, awaitingGreeting: false)
        _ = try await client.listenForData(on: address.port)
        try await greeting(of: client)
        return (client, address.port)
      } catch FTPClientError.transport(let error) where error.step == .bind && attempts < 8 {
        attempts += 1
      }
    }
  }
}
