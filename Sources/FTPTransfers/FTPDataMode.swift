import FTPProtocol

/// A way to open data connections: which side connects, and the form of the address.
public struct FTPDataMode: Hashable, Sendable, CaseIterable {
  /// The form of the address.
  public let form: AddressForm
  /// True if the server connects to the client.
  public let isActive: Bool

  /// EPSV: the client connects, on a port that works with IPv4 and IPv6 (RFC 2428).
  public static let epsv = FTPDataMode(form: .extended, isActive: false)
  /// PASV: the client connects, IPv4 only (RFC 959).
  public static let pasv = FTPDataMode(form: .hostPort, isActive: false)
  /// LPSV: the client connects (RFC 1639).
  public static let lpsv = FTPDataMode(form: .long, isActive: false)
  /// EPRT: the server connects, with IPv4 and IPv6 (RFC 2428).
  public static let eprt = FTPDataMode(form: .extended, isActive: true)
  /// PORT: the server connects, IPv4 only (RFC 959).
  public static let port = FTPDataMode(form: .hostPort, isActive: true)
  /// LPRT: the server connects (RFC 1639).
  public static let lprt = FTPDataMode(form: .long, isActive: true)

  /// All six, passive ones first.
  public static let allCases: [FTPDataMode] = [.epsv, .pasv, .lpsv, .eprt, .port, .lprt]

  /// The command that requests it.
  public var verb: Verb { isActive ? form.activeVerb : form.passiveVerb }
}

extension FTPDataMode: CustomStringConvertible {
  /// The verb.
  public var description: String { verb.name }
}
