import FTPProtocol

/// RFC 2428: EPRT and EPSV.
enum RFC2428 {
  static let bodies: [String: CaseBody] = [
    "rfc2428/2/eprt-family-address": { probe in
      // What the client must write is no rule for what a server understands.
      for argument in ["|1|::1|40000|", "|2|127.0.0.1|40000|"] {
        try await requireEPRT(probe)
        let reply = try await probe.send("EPRT \(argument)")
        if reply.code.kind == .completion {
          probe.warn(
            "\(ReplyPattern.negative) to EPRT \(argument)", Probe.words(of: reply), atMost: .advice)
        } else {
          try probe.expect(reply, .negative, to: "EPRT \(argument)")
        }
        if reply.code == 421 {
          try await probe.expectClose(after: "421", citing: "959:4.2:close-after-421")
          try probe.skip("EPRT \(argument) ends the session")
        }
      }
    },
    "rfc2428/3/epsv-all-refuses": { probe in
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
  ]

  /// Ends the case as unsupported if there is no EPSV; whether it works well is for other cases.
  ///
  /// The announced port is connected to, because some servers answer nothing else before that.
  static func requireEPSV(_ probe: Probe) async throws {
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
