/// What to do with an announced host that is not the peer of the control connection.
///
/// A server behind NAT announces an unreachable address, and a hostile server makes its client
/// connect to third parties. So the default is to use the port, connect to the control peer, and report it.
public enum AddressPolicy: String, Hashable, Sendable, CaseIterable {
  /// Connect to the announced host, as server-to-server transfers require.
  case use
  /// Keep the port and connect to the peer of the control connection.
  case replace
  /// Connect nowhere.
  case refuse

  /// The decision of a policy.
  public enum Decision: Hashable, Sendable {
    /// Connect there; with a verdict if the server announced something else or something odd.
    case connect(DataAddress, Verdict?)
    /// Do not connect.
    case refuse(Verdict)

    /// Where to connect; nil if refused.
    public var address: DataAddress? {
      guard case .connect(let address, _) = self else { return nil }
      return address
    }

    /// What the server did wrong, or nil.
    public var verdict: Verdict? {
      switch self {
      case .connect(_, let verdict): verdict
      case .refuse(let verdict): verdict
      }
    }
  }

  /// Decides where to connect after a passive reply.
  ///
  /// - No host, or the control peer itself (IPv4-mapped or not): connect, nothing to report.
  /// - 0.0.0.0/8 and `::`: always replaced by the control peer, and reported.
  /// - Multicast and broadcast: always refused.
  /// - Any other host is used, replaced or refused as the policy says, and always reported. The report
  ///   mentions a host that is private or loopback although the control peer is neither.
  public func resolve(
    _ announced: DataAddress, controlPeer: IPAddress, form: AddressForm = .hostPort
  ) -> Decision {
    let replaced = DataAddress(host: controlPeer, port: announced.port)
    guard let host = announced.host?.unmapped else { return .connect(replaced, nil) }
    let peer = controlPeer.unmapped
    guard host != peer else { return .connect(DataAddress(host: host, port: announced.port), nil) }
    let verdict = { (what: String) in
      Verdict(
        form == .extended ? "2428:3:epsv-control-address" : "1123:4.1.2.6:pasv-own-address",
        by: .server, expected: "the address of the control connection, \(peer)", received: "\(host), \(what)")
    }
    if host.isUnspecified { return .connect(replaced, verdict("which names no host")) }
    if host.isMulticast || host.isBroadcast { return .refuse(verdict("which names more than one host")) }
    let isHidden = (host.isPrivate || host.isLoopback) && !(peer.isPrivate || peer.isLoopback)
    let report = verdict(isHidden ? "which is private while the control peer is public" : "another host")
    switch self {
    case .use: return .connect(announced, report)
    case .replace: return .connect(replaced, report)
    case .refuse: return .refuse(report)
    }
  }
}
