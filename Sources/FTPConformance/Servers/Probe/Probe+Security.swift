import FTPClient
import FTPProtocol
import FTPTransport

/// TLS for the connections of a run that is under TLS.
///
/// Every case there presupposes it: if it does not work, nothing was tested, and the server is not blamed.
extension Probe {
  /// Asks for TLS on a connection that has been greeted, unless the run is in clear or TLS is active.
  func secure(_ client: CaseConnection) async throws {
    do {
      try await turnedAway { try await handshaking { try await client.secure(as: target) } }
    } catch FTPClientError.unexpectedReply(let reply, let command, _) {
      throw CaseStop.impossible("\(command) TLS got \(Self.words(of: reply))")
    }
  }

  /// Does the same after REIN, which has ended TLS (RFC 4217, section 13).
  func secureAgain(_ client: CaseConnection) async throws {
    do { try await secure(client) } catch {
      throw CaseStop.skipped(
        "REIN does not leave a connection on which AUTH TLS works: \(Sanity.words(of: error)) "
          + "(see rfc4217/13/rein-ends-tls)")
    }
  }

  /// Asks for protected data connections after a login, unless the run is in clear.
  ///
  /// Some servers forget PBSZ and PROT after another login.
  func protectData(of client: CaseConnection) async throws {
    guard target.security != .none, client.isSecured else { return }
    for command in [Command(.pbsz, "0"), Command(.prot, "P")] {
      let reply = try await client.send(command)
      guard reply.code.kind == .completion else {
        throw CaseStop.impossible("\(command) got \(Self.words(of: reply))")
      }
    }
  }

  /// Passes on what `body` throws; a failed handshake becomes an error that says that the case could not be tried.
  func handshaking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch FTPClientError.transport(let error) where error.step == .handshake {
      let reason = if case .layer(_, let reason) = error.cause { reason } else { nil as TLSReason? }
      throw CaseStop.impossible("\(error)", reason)
    }
  }
}
