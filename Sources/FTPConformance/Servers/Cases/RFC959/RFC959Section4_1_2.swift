import FTPProtocol
import FTPTransport

/// RFC 959, section 4.1.2: transfer parameters.
enum RFC959Section4_1_2 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.2/parameters-persist", "A transfer parameter remains in force until it is changed.",
      needs: [.writeAccess, .data],
      failsWith: [
        "parameter-reset=LIST", "parameter-reset=PWD", "command-before=NLST:TYPE A",
        "command-before=CDUP:TYPE A",
        "command-before=STAT:TYPE A",
      ]
    ) { probe in
      let lines = try await probe.linesByType()
      let name = "\(probe.directory ?? "")/lines.txt"
      try await probe.requireLines(
        lines.image, "I", after: "at the second transfer after TYPE I", named: "lines.txt")
      // The replies do not matter here, only the type in force after them.
      let others = ["SYST", "HELP", "FEAT", "SIZE lines.txt", "MDTM lines.txt", "MLST", "MODE S", "STRU F"]
      let listings = ["LIST", "NLST", "MLSD", "RETR no-such-file"]
      let moves = ["CWD no-such-directory", "MKD inner", "CWD inner", "CDUP", "RMD inner"]
      let files = ["STAT", "DELE no-such-file", "RNFR lines.txt", "RNTO lines.txt", "CWD .."]
      for command in [probe.facts.harmless.verb, "PWD"] + listings + moves + files + others {
        try await probe.observe(command)
        // Nothing may come between RNFR and RNTO.
        guard !command.hasPrefix("RNFR"), probe.isNear || listings.contains(command) else { continue }
        try await probe.requireLines(lines.image, "I", after: "after \(command)", named: name)
      }
      try await probe.prepare(.send("TYPE A"))
      for event in ["TYPE A", "RETR in ASCII type"] {
        try await probe.requireLines(lines.ascii, "A", after: "after \(event)", named: name)
      }
    },
    ServerCase(
      "rfc959/4.1.2/parameters-after-passive",
      "TYPE, MODE and STRU may come between the set-up of the data connection and the transfer.",
      ["959:4.1.2:parameters-persist"], needs: [.writeAccess, .data], tags: ["pasv"],
      failsWith: ["command-before=MODE:ABOR", "command-before=MODE:TYPE A"]
    ) { probe in
      let bytes = Array("one\ntwo\n".utf8) + probe.bytes(300)
      try await probe.prepare(.store("file.bin", .bytes(bytes)), .send("TYPE A"), .listen, .send("TYPE I"))
      for command in ["MODE S", "STRU F"] { try await probe.send(command) }
      let copy = try await probe.received(try await probe.ftp.startTransfer("RETR file.bin"), "RETR")
      try probe.require(copy == bytes, "the 308 bytes of the file as in TYPE I", "\(copy.count) bytes")
    },
    // PORT is a must (section 5.1), so this case needs nothing that only works with PORT; cases that do are skipped.
    ServerCase(
      "rfc959/4.1.2/port-connects", "After PORT, the server connects to that address.",
      ["959:4.1.2:port-six-octets", "959:5.1:minimum-commands"], needs: [.login, .ipv4],
      tags: ["active", "minimum"],
      failsWith: ["code-answer=PORT:502", "code-pretend=PORT:200", "address-port-refused"]
    ) { probe in
      if probe.target.active == .no { try probe.skip(Survey.leftOut) }
      // The two octets of the port must differ, so that their order shows.
      let address = try await probe.listen { $0 >> 8 != $0 & 0xFF }
      let reply = try await probe.send("PORT \(HostPort.argument(for: address))")
      if reply.saysMissing {
        try probe.fail(
          "PORT, which every server has", Probe.words(of: reply), citing: "959:5.1:minimum-commands")
      }
      try probe.expect(reply, 200, to: "PORT")
      // Between two machines there may be a firewall.
      let isSameHost = try probe.ftp.peerAddress.hasSameHost(as: probe.ftp.localAddress)
      do {
        let (reply, transfer) = try await probe.ftp.startTransfer("LIST")
        if reply.saysMissing { try probe.skip("the server has no LIST to try it with") }
        let listing = try probe.require(transfer, "a transfer over the port", Probe.words(of: reply))
        _ = try await listing.contents()
        try await probe.expect(listing.end(), .completion, to: "LIST")
      } catch  where !isSameHost {
        probe.warn("a data connection to port \(address.port)", Sanity.words(of: error))
      }
    },
    ServerCase(
      "rfc959/4.1.2/port-six-octets", "PORT has host and port in six numbers, high octets first.",
      ["959:4.1.2:port-six-octets", "959:5.4:port-codes"], needs: [.activeMode, .ipv4], tags: ["active"],
      failsWith: ["code-pretend=PORT:200", "code-answer=PORT:225"]
    ) { probe in
      // The two octets of the port must differ, so that their order shows.
      let address = try await probe.listen { $0 >> 8 != $0 & 0xFF }
      try await probe.send("PORT \(HostPort.argument(for: address))", expecting: 200)
      let transfer = try await probe.ftp.transfer("LIST")
      _ = try await transfer.contents()
      try await probe.expect(transfer.end(), .completion, to: "LIST")
    },
    ServerCase(
      "rfc959/4.1.2/port-malformed", "PORT with too few, too many or too large numbers gets 501.",
      ["959:4.1.2:port-malformed", "959:4.2:syntax-error-501"], needs: [.activeMode, .ipv4],
      tags: ["active", "security"], failsWith: ["code-answer=PORT:200", "code-swap=501:500"],
      traffic: .provoking
    ) { probe in
      let host = try probe.ftp.localAddress.octets.map { "\($0)" }.joined(separator: ",")
      var others: [String] = []
      for argument in ["\(host),200", "\(host),200,1,1", "300,0,0,1,200,1", "\(host),200,256", "a,b,c,d,e,f"]
      {
        // A server that reads more than the grammar has does what it says.
        let reply = try await probe.send("PORT \(argument)")
        if reply.code != 501 { others.append("\(reply.code) to PORT \(argument)") }
      }
      if !others.isEmpty { probe.warn("501 to each of five", others.joined(separator: ", ")) }
    },
    ServerCase(
      "rfc959/4.1.2/pasv-listens",
      "PASV announces a port that accepts a connection and is not a default port.",
      ["959:4.1.2:pasv-listens", "959:5.4:pasv-codes"], needs: [.data, .ipv4], tags: ["pasv"],
      failsWith: ["address-refused", "address-port-zero"]
    ) { probe in
      let port = try await probe.port(in: probe.send("PASV", expecting: 227))
      let control = try probe.ftp.peerAddress.port
      try probe.require(
        port != control && port != control &- 1, "a port other than \(control) and \(control &- 1)", "\(port)"
      )
      let data = try await probe.dial(port)
      try probe.require(data != nil, "a port that accepts a connection", "connection refused")
    },
    ServerCase(
      "rfc959/4.1.2/pasv-over-ipv6",
      "PASV over IPv6 is refused, or announces an IPv4 address that accepts a connection.",
      ["959:4.1.2:pasv-listens", "1123:4.1.2.6:pasv-own-address"], needs: [.login, .ipv6],
      tags: ["pasv", "ipv6"],
      failsWith: ["address-octet-range", "address-zero", "address-229-for-pasv", "address-refused"]
    ) { probe in
      let reply = try await probe.send("PASV")
      // The judge reads every announced address, in any form.
      guard let address = try? AnnouncedAddress(reply).address else {
        return try probe.expect(reply, 227, .negative, to: "PASV")
      }
      // Whether anything listens there is tested only on this machine: an IPv4 address other than that of the control
      // connection need not be the server's.
      guard let host = address.host, host.isLoopback,
        let place = SocketAddress(octets: host.octets, port: address.port)
      else { return }
      let data = try await probe.dial(place)
      try probe.require(data != nil, "an address that accepts a connection", "connection refused")
    },
    ServerCase(
      "rfc959/4.1.2/pasv-waits", "After PASV, a transfer waits for the client to connect.", needs: [.data],
      tags: ["pasv"], failsWith: ["address-never"]
    ) { probe in
      let port = try await probe.port(in: probe.announcement())
      try await probe.write("LIST\r\n")
      let data = try probe.require(
        await probe.dial(port), "a port that accepts a connection", "connection refused")
      let bytes = try await data.readToEnd(within: probe.patience.data)
      try probe.require(bytes != nil, "the listing and the close", "nothing")
      try await probe.nextReply(expecting: .preliminary, to: "LIST")
      try await probe.nextReply(expecting: .completion, to: "LIST")
    },
    ServerCase(
      "rfc959/4.1.2/pasv-no-argument", "PASV refuses an argument or ignores it.",
      ["959:4.1.2:pasv-no-argument", "959:5.3:unexpected-argument"], needs: [.data, .ipv4], tags: ["pasv"],
      failsWith: ["code-answer=PASV:200"],
      .send("PASV 1", 227, .permanent),
      .nothing(because: "after the reply to PASV 1", citing: "959:5.4:nothing-spontaneous"),
      .harmless),
    ServerCase(
      "rfc959/4.1.2/type-unknown", "An unknown type is refused.",
      failsWith: ["code-answer=TYPE:200"],
      .sendEach(["TYPE X", "TYPE Q", "TYPE 7"], .permanent)),
    ServerCase(
      "rfc959/4.1.2/type-unknown-keeps", "A refused TYPE does not change the type.",
      ["959:4.1.2:type-unknown"], needs: [.writeAccess, .data], failsWith: ["parameter-reset=TYPE"],
      .textFile,
      .send("TYPE X", .permanent),
      .lines(in: "I", after: "after TYPE X")),
    ServerCase(
      "rfc959/4.1.2/mode-stream-accepted", "Stream mode can be requested, and is the default.",
      ["959:4.1.2:mode-stream-accepted", "959:5.4:mode-codes"], needs: [.data],
      failsWith: ["code-answer=MODE:504", "code-answer=MODE:250"],
      .prepare(.download("LIST")),
      .send("MODE S", 200),
      .list()),
    ServerCase(
      "rfc959/4.1.2/mode-optional", "Block and compressed mode are accepted, or refused with 504.",
      ["959:4.1.2:mode-optional", "959:4.2:unimplemented-parameter-504"],
      failsWith: ["code-answer=MODE:451"],
      .compute { try await $0.expectOptional("MODE B", besides: "MODE S") },
      .compute { try await $0.expectOptional("MODE C", besides: "MODE S") }),
    ServerCase(
      "rfc959/4.1.2/mode-stru-unknown", "An unknown mode or structure is refused.",
      failsWith: ["code-answer=MODE:200", "code-answer=STRU:200"],
      .sendEach(["MODE X", "STRU X"], .permanent)),
  ]
}

extension Probe {
  /// Listens for a data connection on a port with a certain property, which several tries should find.
  func listen(where isWanted: (UInt16) -> Bool) async throws -> DataAddress {
    for _ in 0..<16 {
      let address = try await ftp.listenForData()
      if isWanted(address.port) { return address }
    }
    try skip("no suitable port is available")
  }
}
