import FTPClient
import FTPProtocol

/// RFC 2428, section 2: EPRT.
enum RFC2428Section2 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2428/2/eprt-200", "EPRT is answered 200, and the next transfer goes where it says.",
      ["2428:2:eprt-200"], needs: [.data, .activeMode], tags: ["eprt", "active"],
      failsWith: ["address-port-refused", "code-answer=EPRT:250", "argument-taken=EPRT:|1|127.0.0.1|1|"]
    ) { probe in
      let address = try await probe.ftp.listenForData()
      let reply = try await probe.send("EPRT \(try ExtendedAddress.argument(for: address))")
      try probe.requirePresence(reply, of: "EPRT")
      try probe.expect(reply, 200, to: "EPRT")
      try await list(probe)
    },
    ConformanceCase(
      "rfc2428/2/eprt-delimiter", "Any visible character may be the delimiter of EPRT.",
      ["2428:2:eprt-delimiter"], needs: [.data, .activeMode], tags: ["eprt", "active"],
      failsWith: ["code-answer=EPRT:501"]
    ) { probe in
      try await requireEPRT(probe)
      for delimiter in "!~," {
        let address = try await probe.ftp.listenForData()
        let argument = try ExtendedAddress.argument(for: address, delimiter: delimiter.asciiValue ?? 0x21)
        try await accept(argument, probe)
      }
    },
    ConformanceCase(
      "rfc2428/2/eprt-fields", "EPRT without all three fields between delimiters is refused.",
      ["2428:2:eprt-fields"], tags: ["eprt", "active"], failsWith: ["argument-taken=EPRT:|1|127.0.0.1|40000|"]
    ) { probe in
      let fields = try fields(probe)
      for argument in [
        "|\(fields.family)|\(fields.host)|", "|\(fields.family)||40000|",
        "\(fields.family)|\(fields.host)|40000",
        "|", "",
      ] {
        try await refuse(argument, probe)
      }
    },
    ConformanceCase(
      "rfc2428/2/eprt-ipv6", "EPRT with family 2 takes an IPv6 address in text form.", ["2428:2:eprt-ipv6"],
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
    ConformanceCase(
      "rfc2428/2/eprt-unsupported", "EPRT with a family that the server has not is answered 522.",
      ["2428:2:eprt-unsupported-522"], tags: ["eprt", "active"], failsWith: ["code-answer=EPRT:501"]
    ) { probe in
      try await requireEPRT(probe)
      try await probe.send("EPRT |9|127.0.0.1|40000|", expecting: 522)
    },
    ConformanceCase(
      "rfc2428/2/families-listed", "522 ends with the families that the server has, in parentheses.",
      ["2428:2:families-listed"], tags: ["eprt", "active"],
      failsWith: ["reply-text=EPRT:No such family.", "reply-text=EPRT:Not supported, use (1,2) please"]
    ) { probe in
      let reply = try await probe.send("EPRT |9|127.0.0.1|40000|")
      if reply.code != 522 { try probe.skip("it is not answered 522: \(Probe.words(of: reply))") }
      let text = reply.lastLine.text
      try probe.require(
        !AddressFamily.listed(in: text).isEmpty, "numbers in parentheses at the end", Probe.words(of: reply))
      if text.last != UInt8(ascii: ")") {
        probe.warn("numbers in parentheses at the end", Probe.words(of: reply))
      }
    },
    ConformanceCase(
      "rfc2428/2/eprt-family-address", "EPRT with an address of another family than it says is refused.",
      ["2428:2:eprt-family-address"], tags: ["eprt", "active"],
      failsWith: ["argument-taken=EPRT:|1|127.0.0.1|40000|"]
    ) { probe in
      for argument in ["|1|::1|40000|", "|2|127.0.0.1|40000|"] { try await refuse(argument, probe) }
    },
    ConformanceCase(
      "rfc2428/2/eprt-port", "EPRT with a port that is no number from 1 to 65535 is refused.",
      ["2428:2:eprt-port"], tags: ["eprt", "active"], failsWith: ["argument-taken=EPRT:|1|127.0.0.1|40000|"]
    ) { probe in
      let fields = try fields(probe)
      for port in ["65536", "99999999999", "-1", "port"] {
        try await refuse("|\(fields.family)|\(fields.host)|\(port)|", probe)
      }
    },
  ]

  /// Sends EPRT and lists a directory over the connection that the server makes.
  private static func accept(_ argument: String, _ probe: Probe) async throws {
    try await probe.send("EPRT \(argument)", expecting: 200)
    try await list(probe)
  }

  private static func list(_ probe: Probe) async throws {
    let transfer = try await probe.ftp.transfer("LIST")
    _ = try await transfer.readToEnd(limit: 64 << 20)
    try probe.expect(try await transfer.finish(), .completion, to: "LIST")
  }

  private static func refuse(_ argument: String, _ probe: Probe) async throws {
    try await requireEPRT(probe)
    try await probe.send(argument.isEmpty ? "EPRT" : "EPRT \(argument)", expecting: .permanent)
  }

  private static func requireEPRT(_ probe: Probe) async throws {
    try await probe.requirePresence(
      ofWhat: "EPRT \(try ExtendedAddress.argument(for: try await probe.ftp.listenForData()))", label: "EPRT")
  }

  /// Family and host of this end of the control connection.
  private static func fields(_ probe: Probe) throws -> (family: Int, host: String) {
    let host = try probe.ftp.localAddress.host
    return (host.contains(":") ? 2 : 1, host)
  }
}
