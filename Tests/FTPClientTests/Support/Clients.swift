import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing

extension RawFTPClient {
  /// Connects to a scripted peer or a server.
  static func connect(
    to address: SocketAddress, _ configure: (inout Configuration) -> Void = { _ in },
    awaitingGreeting: Bool = true
  ) async throws(FTPClientError) -> RawFTPClient {
    var configuration = Configuration()
    configuration.timeouts = Timeouts(each: .patience)
    configuration.timeouts.abort = .patience
    configure(&configuration)
    return try await connect(
      to: address.host, port: address.port, configuration: configuration, awaitingGreeting: awaitingGreeting)
  }

  /// Connects to a peer that accepts any login, and logs in.
  static func admitted(
    to address: SocketAddress, _ configure: (inout Configuration) -> Void = { _ in }
  ) async throws(FTPClientError) -> RawFTPClient {
    let client = try await connect(to: address, configure)
    try await client.login("anonymous")
    return client
  }

  /// Connects to a server and logs in.
  static func loggedIn(
    _ server: MockServer, _ configure: (inout Configuration) -> Void = { _ in }
  ) async throws(FTPClientError) -> RawFTPClient {
    let client = try await connect(to: server.address, configure)
    try await client.login("tester", password: "opensesame")
    return client
  }
}

extension MockServer.Configuration {
  /// A server with a user who may do everything, `tester` with the password `opensesame`.
  static func testing(
    addresses: [SocketAddress] = [.loopbackIPv4(port: 0)], tree: VirtualTree = .fixture
  ) -> Self {
    Self(
      addresses: addresses, users: [User("tester", password: .exactly("opensesame"))], tree: tree,
      timeouts: .init(idle: .patience, dataConnection: .patience, dataIdle: .patience, reply: .patience))
  }
}

extension Reply {
  /// The reply as received, without its last line end.
  var line: String { String(decoding: bytes.dropLast(2), as: UTF8.self) }
}

/// The error that `body` throws; records an issue if it throws none, or one of another type.
func failure<Value>(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () async throws -> Value
) async -> FTPClientError? {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    return nil
  } catch let error as FTPClientError {
    return error
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
    return nil
  }
}

extension ConversationEvent.Content {
  /// The bytes of a command, as text.
  var command: String? {
    guard case .command(let line, _) = self else { return nil }
    return String(decoding: line.bytes, as: UTF8.self)
  }
}

/// Compares a transcript line by line, so that a failure names the line.
func expectTranscript(
  of client: RawFTPClient, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let rows = client.transcript.description.split(separator: "\n", omittingEmptySubsequences: false)
  let others = expected.split(separator: "\n", omittingEmptySubsequences: false)
  for (index, (row, other)) in zip(rows, others).enumerated() where row != other {
    #expect(row == other, "row \(index + 1)", sourceLocation: sourceLocation)
    return
  }
  #expect(rows.count == others.count, sourceLocation: sourceLocation)
}
