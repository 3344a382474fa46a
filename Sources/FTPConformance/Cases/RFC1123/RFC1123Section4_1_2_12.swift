import FTPClient
import FTPProtocol

/// RFC 1123, section 4.1.2.12: connections.
enum RFC1123Section4_1_2_12 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.12/data-from-control-address",
      "An active data connection comes from the address that the control connection goes to.",
      ["1123:4.1.2.12:data-from-control-address"], needs: [.activeMode, .data], tags: ["active"],
      failsWith: ["address-other-source", "address-port-refused"]
    ) { probe in
      let client = try probe.ftp
      let transfer = try await client.active(probe.activeCommand, "LIST")
      _ = try await transfer.readToEnd(limit: 16 << 20)
      try probe.expect(try await transfer.finish(), .completion, to: "LIST")
      try probe.require(
        transfer.peerAddress.hasSameHost(as: client.peerAddress),
        "a connection from \(client.peerAddress.host)", "one from \(transfer.peerAddress.host)")
    },
    ConformanceCase(
      "rfc1123/4.1.2.12/negotiation-refused", "Telnet negotiation does no harm, and is refused.",
      ["1123:4.1.2.12:negotiation-refused"], tags: ["telnet"],
      failsWith: ["session-telnet", "session-silent=3"],
      // The refusals, which RFC 3659, section 2.2 would not have, are asked for here.
      isFairTraffic: false
    ) { probe in
      // IAC WILL ECHO, IAC DO SUPPRESS-GO-AHEAD.
      try await probe.ftp.write([0xFF, 0xFB, 0x01, 0xFF, 0xFD, 0x03], Array("NOOP\r\n".utf8))
      try await probe.promptReply(expecting: 200, to: "NOOP behind Telnet negotiation")
      try await probe.send("PWD", expecting: 257)
    },
  ]
}
