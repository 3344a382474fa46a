import FTPClient
import TestSupport
import Testing

extension RealServer {
  enum Mode: String, Sendable {
    case pasv, epsv, port, eprt

    func begin(_ client: RawFTPClient, _ command: String) async throws(FTPClientError) -> DataTransfer {
      switch self {
      case .pasv: try await client.passive(.pasv, command)
      case .epsv: try await client.passive(.epsv, command)
      case .port: try await client.active(.port, command)
      case .eprt: try await client.active(.eprt, command)
      }
    }
  }

  var modes: [Mode] { modeNames.compactMap { Mode(rawValue: $0) } }

  /// How a transfer can be aborted so that the session survives; nil if it cannot.
  var abort: AbortSignal? { AbortSignal(rawValue: abortName) }

  /// A client that has read the greeting, with the default timeouts.
  ///
  /// Real servers leave out replies (pure-ftpd sometimes both of an ABOR), so these waits must end.
  func connect() async throws -> RawFTPClient {
    try await RawFTPClient.connect(to: address) { $0.timeouts = Timeouts() }
  }

  /// A client that is logged in and transfers bytes unchanged.
  func client() async throws -> RawFTPClient {
    let client = try await connect()
    try await client.login(user, password: password)
    try await client.send("TYPE I").expect(200)
    return client
  }

  /// The data connection mode to use where any will do.
  func anyMode() throws -> Mode { try #require(modes.first, "\(name) has no data connection") }
}
