import FTPClient
import FTPProtocol

/// RFC 2428, section 3: what may stand behind EPSV.
enum RFC2428Section3Arguments {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2428/3/epsv-unsupported", "EPSV with a family that the server has not is answered 522 and a list.",
      ["2428:3:epsv-unsupported-522"], tags: ["epsv"],
      failsWith: ["code-answer=EPSV:501", "argument-taken=EPSV:", "reply-text=EPSV:No such family."]
    ) { probe in
      try await probe.sendOptional("EPSV")
      let reply = try await probe.send("EPSV 9", expecting: 522)
      let families = AddressFamily.listed(in: reply.lastLine.text)
      try probe.require(!families.isEmpty, "families in parentheses", Probe.words(of: reply))
    },
    ConformanceCase(
      "rfc2428/3/epsv-with-family", "EPSV with the family of the control connection is answered 229.",
      ["2428:3:epsv-with-family"], needs: [.data], tags: ["epsv"],
      failsWith: ["argument-taken=EPSV:9", "address-refused"]
    ) { probe in
      let family = try probe.ftp.localAddress.host.contains(":") ? 2 : 1
      let reply = try await probe.sendOptional("EPSV \(family)")
      try probe.expect(reply, 229, to: "EPSV \(family)")
      try await probe.ftp.connectData(announcedIn: reply)
      let transfer = try await probe.ftp.transfer("LIST")
      _ = try await transfer.readToEnd(limit: 64 << 20)
      try probe.expect(try await transfer.finish(), .completion, to: "LIST")
    },
    ConformanceCase(
      "rfc2428/3/epsv-all-accepted", "EPSV ALL is answered 2yz.", ["2428:3:epsv-all-accepted"],
      tags: ["epsv"], failsWith: ["code-answer=EPSV:501", "address-unusable"]
    ) { probe in
      try await probe.sendOptional("EPSV")
      let reply = try await probe.send("EPSV ALL", expecting: .completion)
      if reply.code != 200 { probe.warn("200, as practice has it", Probe.words(of: reply)) }
    },
    ConformanceCase(
      "rfc2428/3/epsv-all-refuses",
      "Behind EPSV ALL every command but EPSV that sets up a data connection is refused.",
      ["2428:3:epsv-all-refuses"], tags: ["epsv", "security"],
      failsWith: ["argument-taken=EPSV:", "code-answer=PASV:200"]
    ) { probe in
      try await probe.sendOptional("EPSV")
      let all = try await probe.send("EPSV ALL")
      if all.code.isNegative { try probe.skip("EPSV ALL is refused: \(Probe.words(of: all))") }
      let address = try await probe.ftp.listenForData()
      var commands = ["PASV", "EPRT \(try ExtendedAddress.argument(for: address))"]
      if address.host?.family == .ipv4 {
        commands.append("PORT \(try HostPort.argument(for: address))")
      }
      for command in commands { try await probe.send(command, expecting: .negative) }
      try await probe.send("EPSV", expecting: 229)
    },
    ConformanceCase(
      "rfc2428/3/epsv-malformed", "EPSV with an argument that is neither a number nor ALL is refused.",
      ["2428:3:epsv-malformed"], tags: ["epsv"], failsWith: ["argument-taken=EPSV:", "code-answer=EPSV:200"]
    ) { probe in
      try await probe.sendOptional("EPSV")
      let reply = try await probe.send("EPSV everything", expecting: 500, 501, 522)
      if reply.code == 522 { probe.warn("501 or 500", Probe.words(of: reply)) }
    },
  ]
}
