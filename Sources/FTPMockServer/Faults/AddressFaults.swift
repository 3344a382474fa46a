import FTPProtocol

/// `address-…`: the address of the data connection, and whether anything listens there.
enum AddressFaults {
  static let all = [
    FaultKind(
      "address-foreign", .host("192.0.2.1"), "227 names another host.", "1123:4.1.2.6:pasv-own-address"
    ) { host in announce { address, _ in DataAddress(host: host, port: address.port) } },
    FaultKind(
      "address-zero", "227 names the host 0.0.0.0.", .field("Q03", "Bambu printers"),
      announce { address, _ in DataAddress(host: IPAddress("0.0.0.0"), port: address.port) }),
    FaultKind(
      "address-private", .host("10.0.0.1"), "227 names a private host, as servers behind a NAT do.",
      .field("Q01", "ProFTPD, pyftpdlib and ftpserver behind a NAT")
    ) { host in announce { address, _ in DataAddress(host: host, port: address.port) } },
    FaultKind(
      "address-port-zero", "The announced port is 0.", "959:4.1.2:pasv-listens",
      announce { address, _ in DataAddress(host: address.host, port: 0) }),
    FaultKind(
      "address-port-swapped", "The two halves of the port are swapped.", "1123:4.1.2.6:pasv-fresh-port",
      announce { address, _ in DataAddress(host: address.host, port: address.port.byteSwapped) }),
    FaultKind(
      "address-refused", "Nothing listens on the announced port.", .field("Q15", "firewalls"),
      announce { address, _ in DataAddress(host: address.host, port: 1) }),
    FaultKind(
      "address-late", .span("500ms"), "The server accepts or opens the data connection late.",
      .field("Q15", "slow servers")
    ) { pause in .onOpening(.late(pause)) },
    FaultKind(
      "address-never", "The server never accepts or opens the data connection, and finally sends 425.",
      .field("Q15", "firewalls"), .onOpening(.never)),
    FaultKind(
      "address-unusable", "PASV and EPSV get 425.", "959:5.4:pasv-codes",
      .answering(.pasv, .epsv, with: .reply(425, "No port to listen on."))),
    FaultKind(
      "address-epsv-refused", "EPSV gets a 500 reply of several lines.",
      .field("Q14", "goftp and lftp users"),
      .answering(.epsv, with: .reply(ServerReply(500, "EPSV is not available.", inside: [], "Use PASV.")))),
    FaultKind(
      "address-kept", "An announced port stays open, whatever commands follow.",
      "959:3.2:close-on-port-change", .habit(.keepsPorts)),
    FaultKind(
      "address-counted", "The announced ports count upwards, whatever ports the server listens on.",
      "2577:8:ports-unpredictable",
      announce { address, facts in
        DataAddress(host: address.host, port: 40_000 + UInt16(min(facts.command?.occurrence ?? 0, 20_000)))
      }),
    FaultKind(
      "address-any-peer", "A passive data connection may come from any host.",
      "2577:4:passive-for-client",
      .configure { $0.dataPolicy.allowsForeignPeers = true }),
    FaultKind(
      "address-other-source", "An active data connection comes from 127.0.0.2.",
      "1123:4.1.2.12:data-from-control-address", .habit(.connectsFromElsewhere)),
    FaultKind(
      "address-bounce", "PORT and EPRT may name any host and any port.",
      "2577:3:bounce-refused",
      .configure { configuration in
        configuration.dataPolicy.allowsForeignHosts = true
        configuration.dataPolicy.allowsPrivilegedPorts = true
      }),
    FaultKind(
      "address-port-refused", "PORT and EPRT get 500.", "2428:2:eprt-200",
      .answering(.port, .eprt, with: .reply(500, "Active mode is off."))),
  ]

  /// Changes a reply that announces an address, of which the server's own host is part if it names none.
  static func announcing(
    _ code: ReplyCode? = nil,
    _ change: @escaping @Sendable (inout ServerReply, DataAddress, ReplyFacts) -> Void
  ) -> FaultHooks {
    .onReply { facts, steps in
      steps.changeReplies { reply in
        guard facts.stage == .single, code ?? reply.code == reply.code, reply.code != 228,
          let text = reply.lines.last, let form = AddressForm(announcedBy: reply.code),
          let found = try? form.read(reply: text).value
        else { return }
        change(&reply, DataAddress(host: found.host ?? facts.command?.server, port: found.port), facts)
      }
    }
  }

  /// Replaces the announced address with another, in the same form.
  private static func announce(
    _ change: @escaping @Sendable (DataAddress, ReplyFacts) -> DataAddress
  ) -> FaultHooks {
    announcing { reply, address, facts in
      let other = change(address, facts)
      // The codecs reject an invalid address, so it is written by hand.
      let text =
        reply.code == 227
        ? "Entering Passive Mode (\(numbers(other)))."
        : "Entering Extended Passive Mode (|||\(other.port)|)"
      reply = ServerReply(reply.code, text)
    }
  }

  /// `h1,h2,h3,h4,p1,p2`.
  static func numbers(_ address: DataAddress) -> String {
    let octets = (address.host?.octets).flatMap { $0.count == 4 ? $0 : nil } ?? [127, 0, 0, 1]
    return (octets + [UInt8(address.port >> 8), UInt8(address.port & 0xFF)]).map { "\($0)" }
      .joined(separator: ",")
  }
}
