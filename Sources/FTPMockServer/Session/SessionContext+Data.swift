import FTPProtocol
import FTPTransport

extension SessionContext {
  /// Listens for a data connection, which replaces any earlier set-up, and returns the address.
  func listen() throws(TransportError) -> DataAddress {
    // A port that was announced earlier is closed first (RFC 959, section 3.2).
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

  /// Sets the address of PORT, EPRT or LPRT; returns a refusal if the policy forbids it (RFC 2577, section 3).
  func connectLater(to address: DataAddress) -> Response? {
    let policy = configuration.dataPolicy
    guard let host = address.host else { return .reply(501, "That is not an address.") }
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

  /// Closes an unused passive port.
  func releasePassivePort() {
    if case .passive = data { data = .spent }
  }
}
