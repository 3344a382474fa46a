import FTPProtocol

/// The command that asks the server to listen for a data connection.
public enum PassiveCommand: String, Hashable, Sendable, CaseIterable {
  /// PASV, answered 227 with an IPv4 address (RFC 959, section 4.1.2).
  case pasv = "PASV"
  /// EPSV, answered 229 with a port of the same host (RFC 2428, section 3).
  case epsv = "EPSV"
}

/// The command that tells the server where to connect to.
public enum ActiveCommand: String, Hashable, Sendable, CaseIterable {
  /// PORT with an IPv4 address (RFC 959, section 4.1.2).
  case port = "PORT"
  /// EPRT with an address of either family (RFC 2428, section 2).
  case eprt = "EPRT"

  /// The form in which the command writes an address.
  var form: AddressForm {
    switch self {
    case .port: .hostPort
    case .eprt: .extended
    }
  }
}
