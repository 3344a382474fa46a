import FTPClient
import FTPProtocol

/// TLS in a run that is under it.
///
/// It is a means to every case there: where it does not work nothing was tried, and no rule is held against the server.
extension Probe {
  /// Asks for TLS on a connection that has been greeted, unless the run is in clear or TLS is there.
  func secure(_ client: RawFTPClient) async throws {
    guard target.security == .explicit, !client.isSecured else { return }
    do {
      try await turnedAway { try await handshaking { try await client.secure() } }
    } catch FTPClientError.unexpectedReply(let reply, let command, _) {
      throw CaseStop.impossible("\(command) TLS was answered \(Self.words(of: reply))")
    }
  }

  /// Has the data connections after a login protected, unless the run is in clear or they are.
  func protectData(of client: RawFTPClient) async throws {
    guard target.security != .none, client.isSecured, !client.protectsData else { return }
    do { try await client.protect(.private) } catch FTPClientError.unexpectedReply(let reply, let command, _)
    {
      throw CaseStop.impossible("\(command) was answered \(Self.words(of: reply))")
    }
  }

  /// Passes on what `body` throws, a handshake that fails as what keeps the case from being tried.
  func handshaking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch FTPClientError.transport(let error) where error.step == .handshake {
      throw CaseStop.impossible("\(error)")
    }
  }
}
