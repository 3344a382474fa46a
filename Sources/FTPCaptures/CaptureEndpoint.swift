import FTPProtocol

/// One end of a captured connection.
public struct CaptureEndpoint: Hashable, Sendable {
  /// The host, an IPv4-mapped address as IPv4.
  public let host: IPAddress
  /// The TCP port.
  public let port: UInt16

  /// Makes an end.
  public init(host: IPAddress, port: UInt16) {
    self.host = host.unmapped
    self.port = port
  }
}

extension CaptureEndpoint: CustomStringConvertible {
  /// Host and port: `127.0.0.1:21`, `[::1]:21`.
  public var description: String { DataAddress(host: host, port: port).description }
}
