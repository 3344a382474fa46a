import FTPProtocol

/// HOST (RFC 7151).
enum HostHandlers {
  static let all = [
    CommandHandler(.host, action: host)
  ]

  @Sendable private static func host(_ session: SessionContext, _ argument: Argument) -> Response {
    guard session.user == nil else {
      return .reply(503, "Bad sequence of commands: HOST comes before the login.")
    }
    guard let name = HostName(argument.text.lowercased()) else {
      return .reply(501, "That is not a host name, or it has a port.")
    }
    let isKnown =
      switch name {
      case .address(let address):
        session.localAddress.ipAddress == address.unmapped
      case .domain(let name): session.configuration.hosts.contains { $0.lowercased() == name }
      }
    guard isKnown, session.agreesWithServerName(argument.text) else {
      return .reply(504, "There is no such host here.")
    }
    // An earlier HOST or USER no longer counts: PASS must follow its USER directly.
    session.host = argument.text.lowercased()
    return .reply(220, "Host accepted.")
  }
}

/// The argument of HOST in lower case (RFC 7151, section 3.1).
private enum HostName {
  case address(IPAddress)
  case domain(String)

  init?(_ text: String) {
    if text.hasPrefix("[") {
      guard text.hasSuffix("]"), let address = IPv6Address(String(text.dropFirst().dropLast())) else {
        return nil
      }
      self = .address(.ipv6(address))
    } else if let address = IPv4Address(text) {
      self = .address(.ipv4(address))
    } else {
      let labels = text.split(separator: ".", omittingEmptySubsequences: false)
      guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { return nil }
      self = .domain(text)
    }
  }

  /// Letters, digits and hyphens, without a hyphen at either end.
  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.utf8.first != 0x2D && label.utf8.last != 0x2D
      && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }
}
