import FTPProtocol
import FTPTransport

/// RFC 959, section 4.1.2: transfer parameters.
enum RFC959Section4_1_2 {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.2/port-connects": { probe in
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
    "rfc959/4.1.2/pasv-over-ipv6": { probe in
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
