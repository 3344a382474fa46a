import FTPMockServer
import FTPTransport
import TestSupport
import Testing

/// The server of one connection, under the name that the client tests use.
typealias Peer = ScriptedSession

/// Runs a script as the server of one connection, and `body` with the port on which it listens.
///
/// - Throws: what `body` throws. An error in the script becomes an issue of the test.
@discardableResult
func withPeer<Value: Sendable>(
  on loopback: Loopback = .ipv4, _ script: @escaping ScriptedServer.Play,
  _ body: (SocketAddress) async throws -> Value
) async throws -> Value {
  let server = try ScriptedServer.start(on: loopback.any, patience: .patience) { session in
    if session.number == 1 { try script(&session) }
  }
  let result: Result<Value, any Error>
  do {
    result = .success(try await body(server.address))
  } catch {
    result = .failure(error)
  }
  let outcomes = await BlockingThread.run { server.finish() }
  if outcomes.isEmpty { Issue.record("no client has come to the peer") }
  if let failure = outcomes.first?.failure { Issue.record(failure, "in the script of the peer") }
  return try result.get()
}
