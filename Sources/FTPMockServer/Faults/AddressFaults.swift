import FTPProtocol

/// `address-…`: the address of the data connection, and whether anything listens there.
enum AddressFaults {
  static let bodies: [String: FaultBody] = [
    "address-foreign": FaultBody(.host("192.0.2.1")) { host in
      announce { address, _ in DataAddress(host: host, port: address.port) }
    },
    "address-zero": FaultBody(
      announce { address, _ in DataAddress(host: IPAddress("0.0.0.0"), port: address.port) }),
    "address-private": FaultBody(.host("10.0.0.1")) { host in
      announce { address, _ in DataAddress(host: host, port: address.port) }
    },
    "address-port-zero": FaultBody(announce { address, _ in DataAddress(host: address.host, port: 0) }),
    "address-port-swapped": FaultBody(
      announce { address, _ in DataAddress(host: address.host, port: address.port.byteSwapped) }),
    "address-refused": FaultBody(announce { address, _ in DataAddress(host: address.host, port: 1) }),
    "address-late": FaultBody(.span("500ms")) { pause in .onOpening(.late(pause)) },
    "address-never": FaultBody(.onOpening(.never)),
    "address-unusable": FaultBody(.answering(.pasv, .epsv, with: .reply(425, "No port to listen on."))),
    "address-epsv-refused": FaultBody(
      .answering(.epsv, with: .reply(ServerReply(500, "EPSV is not available.", inside: [], "Use PASV.")))),
    "address-counted": FaultBody(
      announce { address, facts in
        DataAddress(host: address.host, port: 40_000 + UInt16(min(facts.command?.occurrence ?? 0, 20_000)))
      }),
    "address-any-peer": FaultBody(.configure { $0.dataPolicy.allowsForeignPeers = true }),
    "address-bounce": FaultBody(
      .configure { configuration in
        configuration.dataPolicy.allowsForeignHosts = true
        configuration.dataPolicy.allowsPrivilegedPorts = true
      }),
    "address-port-refused": FaultBody(.answering(.port, .eprt, with: .reply(500, "Active mode is off."))),
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
