import FTPClient
import FTPProtocol
import FTPTransport

/// RFC 959, sections 3.2 and 3.3: how data connections open and end.
enum RFC959Section3_2 {
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
    "rfc959/3.2/close-at-eof": { probe in
      try await probe.prepare(.store("nine.txt", "123456789"))
      let copy = try await probe.download("RETR nine.txt")
      try probe.require(copy.bytes.count == 9, "nine bytes and then a close", copy.summary)
    },
    "rfc959/3.2/close-on-abor": { probe in
      try await probe.sendOptional("ABOR")
      let transfer = try await probe.beginUpload("part.bin", probe.bytes(1_000))
      try await probe.ftp.writeAbort()
      if try await transfer.ends(within: probe.patience.closing) { return }
      // RFC 1123, section 4.1.3.3, lets a server defer ABOR until the transfer has ended.
      try probe.expect(try await transfer.end(), .completion, .negative, to: "STOR, which ABOR interrupts")
      let answer = try await probe.nextReply(expecting: .completion, .negative, to: "ABOR")
      if Probe.isAbsent(answer) { throw CaseStop.unsupported(Probe.words(of: answer)) }
      probe.warn(
        "a close of the data connection after ABOR",
        "\(Probe.words(of: answer)), only after the client had closed it")
    },
    "rfc959/3.2/close-on-port-change": { probe in
      let early = try await probe.dialAnnounced()
      try await probe.announcement()
      try await probe.require(
        early.ends(within: probe.patience.closing), "the first port and its connections closed",
        "a connection that stays open")
    },
    "rfc959/3.2/close-with-control": { probe in
      let early = try await probe.dialAnnounced()
      (try probe.ftp).close()
      try await probe.require(
        early.ends(within: probe.patience.closing), "the port closed with the control connection",
        "a connection that stays open")
    },
    "rfc959/3.2/passive-listens-first": { probe in
      let data = try await probe.dial(probe.port(in: probe.announcement()))
      try probe.require(data != nil, "a port that accepts a connection", "connection refused")
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
      let port = try await probe.port(in: probe.announcement(by: isIPv6 ? nil : .pasv))
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
  ]
}

extension Probe {
  /// A connection, made by hand, to a port that the server announced; the case is skipped if there is none.
  fileprivate func dialAnnounced() async throws -> DataSocket {
    try await preparing(facts.passiveCommand.passiveVerb.name) {
      try await require(
        dial(port(in: announcement())), "a port that accepts a connection", "connection refused")
    }
  }

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
