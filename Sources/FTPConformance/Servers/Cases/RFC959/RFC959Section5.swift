import FTPProtocol

/// RFC 959, sections 5.1 to 5.3: the minimum, connections, and the syntax of commands.
enum RFC959Section5 {
  static let bodies: [String: CaseBody] = [
    "rfc959/5.2/third-party-transfer": { probe in
      let bytes = probe.bytes(3_000)
      try await probe.prepare(.store("from.bin", .bytes(bytes)))
      let other = try await probe.neighbour()
      try await probe.prepare(.send("TYPE I"), over: other)
      let address = try await AnnouncedAddress(probe.announcement(by: .pasv), askedFor: .hostPort).address
      let port = try await other.send("PORT \(HostPort.argument(for: address))")
      // For security, a server may accept no host but the client's (RFC 2577, section 3).
      guard !port.code.isNegative else { throw CaseStop.unsupported(Probe.words(of: port)) }
      try await probe.write("STOR to.bin\r\n")
      try await probe.write("RETR from.bin\r\n", over: other)
      for connection in [other, try probe.ftp] {
        try await probe.nextReply(expecting: .preliminary, to: "the transfer", over: connection)
        try await probe.nextReply(expecting: .completion, to: "the transfer", over: connection)
      }
      let copy = try await probe.download("RETR to.bin")
      try probe.requireSame(copy, as: bytes, "the 3000 bytes of the first file")
    },
    "rfc959/5.3/verb-case": { probe in
      let (verb, code) = (probe.facts.harmless.verb, probe.facts.harmless.code)
      let mixed = verb.prefix(1).lowercased() + verb.dropFirst()
      for verb in [verb.lowercased(), verb.prefix(1) + verb.dropFirst().lowercased(), mixed] {
        try await probe.send(verb, expecting: ReplyPattern(code))
      }
      try await probe.send("pwd", expecting: .completion)
    },
    "rfc959/5.3/wait-for-line-end": { probe in
      let verb = probe.facts.harmless.verb
      for piece in [verb.prefix(2), verb.dropFirst(2)] {
        try await probe.write(String(piece))
        try await probe.expectNothing(because: "before the end of the line")
      }
      try await probe.write("\r\n")
      try await probe.nextReply(expecting: ReplyPattern(probe.facts.harmless.code), to: verb)
    },
    "rfc959/5.3/missing-argument": { try await $0.expectMissingArgument("TYPE", "MODE", "STRU", "RNFR") },
    "rfc959/5.3/missing-name": { try await $0.expectMissingArgument("DELE", "RMD", "MKD", "RNFR") },
    "rfc959/5.3/zero-octets": { probe in
      let address = try await probe.listenWithZeroOctet()
      try await probe.send("PORT \(HostPort.argument(for: address))", expecting: 200)
      let transfer = try await probe.ftp.transfer("LIST")
      _ = try await transfer.contents()
      try await probe.expect(transfer.end(), .completion, to: "LIST")
    },
  ]
}

extension Reply {
  /// Whether the reply says that there is no such command.
  var saysMissing: Bool { code == 500 || code == 502 }
}

extension Probe {
  /// A PORT command with this end's address; nothing if PORT cannot express it.
  func portCommands() async throws -> [String] {
    guard try !ftp.localAddress.isIPv6 else { return [] }
    let address = try await ftp.listenForData()
    return ["PORT \(try HostPort.argument(for: address))"]
  }
}

extension Probe {
  /// Sends verbs without arguments, none of which may be carried out; a code other than 501, or 502 for a missing
  /// command, is a warning.
  fileprivate func expectMissingArgument(_ verbs: String...) async throws {
    var others: [String] = []
    for verb in verbs {
      let reply = try await send(verb)
      if reply.code.kind == .completion {
        // Without a name nothing can be done; a parameter may have a default.
        if Self.verb(of: verb).has(.changesFiles) { try await failCarriedOut(verb, reply) }
        return warn("501 to \(verb)", Self.words(of: reply))
      }
      if reply.code != 501, reply.code != 502 { others.append("\(reply.code) to \(verb)") }
    }
    if !others.isEmpty { warn("501 to \(verbs.joined(separator: ", "))", others.joined(separator: ", ")) }
  }

  /// Ends the case because a verb without an argument was carried out; what is gone then shows what was done.
  private func failCarriedOut(_ verb: String, _ reply: Reply) async throws -> Never {
    if verb == "RMD", let directory, try await ftp.send("CWD \(directory)").code.isNegative {
      try fail(
        "no directory removed by RMD without a name", "\(reply.code), and the working directory is gone",
        citing: "959:4.1.3:rmd-removes")
    }
    try fail("5yz to \(verb) without an argument", Self.words(of: reply), citing: "959:4.2:first-digit")
  }

  /// Listens for a data connection on a port whose low octet is 0.
  fileprivate func listenWithZeroOctet() async throws -> DataAddress {
    for high in Set(bytes(64)).sorted() where high >= 128 {
      if let address = try? await ftp.listenForData(on: UInt16(high) << 8) { return address }
    }
    try skip("every port with a zero octet is in use")
  }
}
