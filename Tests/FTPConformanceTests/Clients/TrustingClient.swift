import FTPClient
import FTPConformance
import FTPProtocol

/// A client that speaks TLS with anybody.
enum TrustingClient {
  @Sendable static func run(_ task: ClientTask) async throws {
    var configuration = RawFTPClient.Configuration()
    configuration.tls.isInsecure = true
    let client = try await RawFTPClient.connect(to: task.host, port: task.port, configuration: configuration)
    defer { client.close() }
    try await client.secure()
    try await client.login(task.user ?? "anonymous", password: task.password)
  }
}
