import FTPProtocol

/// RFC 2428: EPRT and EPSV.
enum RFC2428 {
  static let cases: [ServerCase] = [
    // 2: EPRT.
    ServerCase(
      "rfc2428/2/eprt-200", "EPRT gets 200, and the next transfer goes to its address.",
      needs: [.data, .activeMode], tags: ["eprt", "active"],
      failsWith: ["address-port-refused", "code-answer=EPRT:250", "argument-taken=EPRT:|1|127.0.0.1|1|"]
    ) { probe in
      let address = try await probe.ftp.listenForData()
      let reply = try await probe.send("EPRT \(try ExtendedAddress.argument(for: address))")
      try probe.requirePresence(reply, of: "EPRT")
      try probe.expect(reply, 200, to: "EPRT")
      try await list(probe)
    },
    ServerCase(
      "rfc2428/2/eprt-delimiter", "Any visible character may be the delimiter of EPRT.",
      needs: [.data, .activeMode], tags: ["eprt", "active"],
      failsWith: ["code-answer=EPRT:501"]
    ) { probe in
      try await requireEPRT(probe)
      for delimiter in "!~," {
        let address = try await probe.ftp.listenForData()
        let argument = try ExtendedAddress.argument(for: address, delimiter: delimiter.asciiValue ?? 0x21)
        try await accept(argument, probe)
      }
    },
    ServerCase(
      "rfc2428/2/eprt-fields", "EPRT without an address or without a port is refused.",
      ["2428:2:eprt-errors"], tags: ["eprt", "active"],
      failsWith: ["argument-taken=EPRT:|1|127.0.0.1|40000|"], traffic: .provoking
    ) { probe in
      for argument in ["|{family}|{host}|", "|{family}||40000|"] { try await refuse(argument, probe) }
      // A server may read this form as well, though no client may send it.
      try await refuse("{family}|{host}|40000", or: .completion, probe)
      for argument in ["|", ""] { try await refuse(argument, probe) }
    },
    ServerCase(
      "rfc2428/2/eprt-ipv6", "EPRT with family 2 accepts an IPv6 address in text form.",
      needs: [.data, .activeMode, .ipv6], tags: ["eprt", "active", "ipv6"],
      failsWith: ["code-answer=EPRT:350"]
    ) { probe in
      let address = try await probe.ftp.listenForData()
      guard address.host?.family == .ipv6 else {
        // Without IPv6 there is nothing to listen on.
        try await probe.send("EPRT |2|::1|40000|", expecting: .permanent, 200)
        return
      }
      try await requireEPRT(probe)
      try await accept(try ExtendedAddress.argument(for: address), probe)
    },
    ServerCase(
      "rfc2428/2/eprt-unsupported", "EPRT with an unsupported family gets 522.",
      ["2428:2:eprt-unsupported-522"], tags: ["eprt", "active"], failsWith: ["code-answer=EPRT:501"],
      .compute(requireEPRT),
      .send("EPRT |9|127.0.0.1|40000|", 522)),
    ServerCase(
      "rfc2428/2/families-listed", "522 ends with the supported families in parentheses.",
      tags: ["eprt", "active"],
      failsWith: ["reply-text=EPRT:No such family.", "reply-text=EPRT:Not supported, use (1,2) please"]
    ) { probe in
      let reply = try await probe.send("EPRT |9|127.0.0.1|40000|")
      if reply.code != 522 { try probe.skip("the answer is not 522: \(Probe.words(of: reply))") }
      let text = reply.lastLine.text
      let isListed = !AddressFamily.listed(in: text).isEmpty && text.last == UInt8(ascii: ")")
      try probe.require(isListed, "numbers in parentheses at the end", Probe.words(of: reply))
    },
    ServerCase(
      "rfc2428/2/eprt-family-address", "EPRT is refused if its address is not of the family it names.",
      ["2428:2:eprt-errors"], tags: ["eprt", "active"],
      failsWith: ["argument-taken=EPRT:|1|127.0.0.1|40000|"], traffic: .provoking
    ) { probe in
      // What the client must write is no rule for what a server understands.
      for argument in ["|1|::1|40000|", "|2|127.0.0.1|40000|"] {
        try await refuse(argument, atMost: .advice, probe)
      }
    },
    ServerCase(
      "rfc2428/2/eprt-port", "EPRT is refused if its port is not a number from 1 to 65535.",
      ["2428:2:eprt-errors"], tags: ["eprt", "active"],
      failsWith: ["argument-taken=EPRT:|1|127.0.0.1|40000|"], traffic: .provoking
    ) { probe in
      for port in ["65536", "99999999999", "-1", "port"] {
        try await refuse("|{family}|{host}|\(port)|", probe)
      }
    },
    // 3: EPSV.
    ServerCase(
      "rfc2428/3/epsv-229", "EPSV gets 229, and its port accepts a connection.",
      ["2428:3:epsv-229", "2428:3:epsv-control-address"], tags: ["epsv"],
      failsWith: ["address-227-for-epsv", "address-refused", "address-unusable", "feat-epsv-broken"],
      .sendOptional("EPSV", 229),
      .connect,
      .list(type: nil, .ready)),
    ServerCase(
      "rfc2428/3/epsv-reply-form", "229 ends with the port between identical delimiters.", scope: .everything,
      tags: ["epsv"],
      failsWith: ["address-mixed-delimiters", "address-short-229"],
      .sendOptional("EPSV"),
      .connect),
    ServerCase(
      "rfc2428/3/epsv-empty-fields", "The fields for family and host in 229 are empty.", scope: .everything,
      tags: ["epsv"], failsWith: ["address-filled-229"],
      .sendOptional("EPSV"),
      .connect),
    // 3: arguments of EPSV.
    ServerCase(
      "rfc2428/3/epsv-unsupported", "EPSV with an unsupported family gets 522 and a list.",
      ["2428:3:epsv-unsupported-522"], tags: ["epsv"],
      failsWith: ["code-answer=EPSV:501", "argument-taken=EPSV:", "reply-text=EPSV:No such family."],
      .compute(requireEPSV),
      .send("EPSV 9", 522),
      .claim("families in parentheses") { !AddressFamily.listed(in: $0.lastLine.text).isEmpty }),
    ServerCase(
      "rfc2428/3/epsv-with-family", "EPSV with the family of the control connection gets 229.",
      needs: [.data], tags: ["epsv"],
      failsWith: ["argument-taken=EPSV:9", "address-refused"],
      .sendOptional("EPSV {family}", 229),
      .connect,
      .list(type: nil, .ready)),
    ServerCase(
      "rfc2428/3/epsv-all-accepted", "EPSV ALL gets 2yz.",
      tags: ["epsv"], failsWith: ["code-answer=EPSV:501", "argument-taken=EPSV:9"],
      .compute(requireEPSV),
      .send("EPSV ALL", .completion)),
    ServerCase(
      "rfc2428/3/epsv-all-refuses",
      "After EPSV ALL, the server refuses every command that sets up a data connection, except EPSV.",
      tags: ["epsv", "security"],
      failsWith: ["argument-taken=EPSV:", "code-answer=PASV:200"]
    ) { probe in
      try await requireEPSV(probe)
      try await probe.prepare(.send("EPSV ALL"))
      let address = try await probe.ftp.listenForData()
      var commands = ["PASV", "EPRT \(try ExtendedAddress.argument(for: address))"]
      if address.host?.family == .ipv4 {
        commands.append("PORT \(try HostPort.argument(for: address))")
      }
      for command in commands { try await probe.send(command, expecting: .negative) }
      try await probe.ftp.connectData(announcedIn: try await probe.send("EPSV", expecting: 229))
    },
    ServerCase(
      "rfc2428/3/neighbour-epsv-all", "EPSV ALL affects only its own session.",
      ["2428:3:epsv-all-refuses", "1123:4.1.2.6:pasv-implemented"], needs: [.data, .secondLogin, .ipv4],
      tags: ["sessions", "epsv"], failsWith: ["command-shared=EPSV"]
    ) { probe in
      // An EPSV ALL of an earlier session may still be in force.
      let first = try await probe.sendOptional("PASV")
      try probe.expect(first, .completion, to: "PASV", citing: "1123:4.1.2.6:pasv-implemented")
      try await probe.preparing("PASV") { try await probe.ftp.connectData(announcedIn: first) }
      try await probe.preparing("USER") {
        let other = try await probe.connect()
        try await probe.logIn(over: other)
        try await probe.prepare(.send("EPSV ALL"), over: other)
      }
      // A server may keep the connection that is there.
      try await probe.send("PASV", expecting: .completion)
    },
    ServerCase(
      "rfc2428/3/epsv-malformed", "EPSV with an argument that is neither a number nor ALL is refused.",
      tags: ["epsv"], failsWith: ["argument-taken=EPSV:", "code-answer=EPSV:200"],
      traffic: .provoking
    ) { probe in
      try await requireEPSV(probe)
      let reply = try await probe.send("EPSV everything")
      // A server may take the word for an unknown protocol, or ignore it and reply with 229.
      if reply.code == 229 {
        probe.warn("500, 501 or 522 to EPSV everything", Probe.words(of: reply))
      } else {
        try probe.expect(reply, 500, 501, 522, to: "EPSV everything")
      }
    },
  ]

  /// Sends EPRT, and lists a directory over the connection that the server opens.
  private static func accept(_ argument: String, _ probe: Probe) async throws {
    try await probe.send("EPRT \(argument)", expecting: 200)
    try await list(probe)
  }

  private static func list(_ probe: Probe) async throws {
    let transfer = try await probe.ftp.transfer("LIST")
    _ = try await probe.finish(transfer, transfer.contents(), "LIST")
  }

  private static func refuse(
    _ argument: String, or other: ReplyPattern = .negative, atMost ceiling: CaseLevel = .must, _ probe: Probe
  ) async throws {
    try await requireEPRT(probe)
    let command = argument.isEmpty ? "EPRT" : probe.filled("EPRT \(argument)")
    let reply = try await probe.send(command)
    if ceiling == .advice, reply.code.kind == .completion {
      probe.warn("\(ReplyPattern.negative) to \(command)", Probe.words(of: reply), atMost: ceiling)
    } else {
      try probe.expect(reply, .negative, other, to: command)
    }
    guard reply.code == 421 else { return }
    try await probe.expectClose(after: "421", citing: "959:4.2:close-after-421")
    try probe.skip("\(command) ends the session")
  }

  /// Ends the case as unsupported if there is no EPSV; whether it works well is for other cases.
  ///
  /// The announced port is connected to, because some servers answer nothing else before that.
  private static func requireEPSV(_ probe: Probe) async throws {
    if probe.facts.passiveCommand == .epsv, probe.facts.reasonAgainst(.data) == nil { return }
    let reply = try await probe.sendOptional("EPSV")
    try await probe.preparing("EPSV") {
      try probe.expect(reply, 229, to: "EPSV")
      try await probe.ftp.connectData(announcedIn: reply)
    }
  }

  private static func requireEPRT(_ probe: Probe) async throws {
    try await probe.requirePresence(
      ofWhat: "EPRT \(try ExtendedAddress.argument(for: try await probe.ftp.listenForData()))", label: "EPRT")
  }
}
