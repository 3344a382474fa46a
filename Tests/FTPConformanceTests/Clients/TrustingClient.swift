import FTPClient
import FTPConformance
import FTPProtocol

/// A client that accepts any TLS certificate, and may have one more bad habit.
enum TrustingClient {
  static let habits: Set<String> = [
    "trusts-anybody", "believes-clear-replies", "sends-ccc", "goes-without-quit",
  ]

  static func run(_ task: ClientTask, _ habit: String) async throws {
    var configuration = RawFTPClient.Configuration()
    configuration.tls.isInsecure = true
    configuration.tls.isImplicit = task.job == .implicit
    let client = try await RawFTPClient.connect(to: task.host, port: task.port, configuration: configuration)
    defer { client.close() }
    if task.job != .implicit { try await client.secure() }
    if habit == "goes-without-quit" { throw BadClient.Failure("another name") }
    if habit == "believes-clear-replies" {
      // The answers to both commands have already arrived.
      try await client.write(Array("USER \(task.user ?? "")\r\nPASS \(task.password)\r\n".utf8))
      _ = try await client.nextReply()
      _ = try await client.nextReply()
      return
    }
    try await client.login(task.user ?? "anonymous", password: task.password)
    if habit == "sends-ccc" { _ = try await client.send("CCC") }
  }
}
