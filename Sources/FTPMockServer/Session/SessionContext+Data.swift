import FTPProtocol
import FTPTransport

extension SessionContext {
  /// Listens for a data connection in place of whatever was set up before, and returns where.
  func listen() throws(TransportError) -> DataAddress {
    // What was announced before is given up first (RFC 959, section 3.2).
    data = .spent
    protection.coveredAnnouncement = protection.coversData
    let port = try PassivePort(on: localAddress, ports: configuration.dataPolicy.passivePorts)
    data = .passive(port)
    let local = port.listener.localAddress
    if let announced = configuration.dataPolicy.announcedAddress, announced.isIPv6 == local.isIPv6 {
      return announced.with(port: local.port).dataAddress
    }
    return local.dataAddress
  }

  /// Takes what PORT, EPRT or LPRT named; a refusal where the policy has one (RFC 2577, section 3).
  func connectLater(to address: DataAddress) -> Response? {
    let policy = configuration.dataPolicy
    guard let host = address.host else { return .reply(501, "That is no address.") }
    let target = SocketAddress(host, port: address.port, scope: peerAddress.scope)
    guard policy.allowsForeignHosts || target.hasSameHost(as: peerAddress) else {
      return .reply(504, "Data connections are made to your own host only.")
    }
    guard policy.allowsPrivilegedPorts || address.port >= 1024 else {
      return .reply(504, "Data connections are not made to ports below 1024.")
    }
    data = .active(target)
    protection.coveredAnnouncement = protection.coversData
    return nil
  }

  /// Gives up a passive port that nobody has used.
  func releasePassivePort() {
    if case .passive = data { data = .spent }
  }
}
