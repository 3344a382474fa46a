import FTPClient
import FTPProtocol

/// TLS in a run that is under it.
///
/// It is a means to every case there: where it does not work nothing was tried, and the server is not blamed for anything.
extension Probe {
  /// Asks for TLS on a connection that has been greeted, unless the run is in clear or TLS is there.
  func secure(_ client: RawFTPClient) async throws {
    do {
      try await turnedAway { try await handshaking { try await target.secure(client) } }
    } catch FTPClientError.unexpectedReply(let reply, let command, _) {
      throw CaseStop.impossible("\(command) TLS got \(Self.words(of: reply))")
    }
  }

  /// Does the same after REIN, which has taken TLS off (RFC 4217, section 11).
  func secureAgain(_ client: RawFTPClient) async throws {
    do { try await secure(client) } catch {
      throw CaseStop.impossible(
        "REIN does not leave a connection on which AUTH TLS works: \(Sanity.words(of: error))")
    }
  }

  /// Has the data connections after a login protected, unless the run is in clear.
  ///
  /// Some servers forget PBSZ and PROT when somebody logs in again.
  func protectData(of client: RawFTPClient) async throws {
    guard target.security != .none, client.isSecured else { return }
    for command in [Command(.pbsz, "0"), Command(.prot, "P")] {
      let reply = try await client.send(command)
      guard reply.code.kind == .completion else {
        throw CaseStop.impossible("\(command) got \(Self.words(of: reply))")
      }
    }
  }

  /// Passes on what `body` throws, a handshake that fails as what keeps the case from being tried.
  func handshaking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch FTPClientError.transport(let error) where error.step == .handshake {
      throw CaseStop.impossible("\(error)")
    }
  }
}
