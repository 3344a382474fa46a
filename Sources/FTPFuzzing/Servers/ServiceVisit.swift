import FTPClient
import FTPConformance
import FTPProtocol

/// A new session after a sequence, which must log in and list as before.
///
/// It also removes what the sequence left, and makes the folder of the next one.
struct ServiceVisit {
  let grounds: ServerGrounds
  /// The folder that contains those of the sequences; nil if nothing may be written.
  let parent: String?

  /// Visits the server.
  ///
  /// - Parameters:
  ///   - old: The name of the last sequence's folder in `parent`.
  ///   - new: The name of the next sequence's folder.
  /// - Throws: what did not work. Nothing is thrown if only removing files fails.
  func pay(removing old: String?, making new: String?) async throws {
    var configuration = RawFTPClient.Configuration()
    configuration.timeouts = Timeouts(each: grounds.patience.reply)
    configuration.timeouts.greeting = grounds.patience.connecting
    grounds.target.configure(&configuration.tls)
    let client = try await RawFTPClient.connect(
      to: grounds.target.host, port: grounds.target.port, configuration: configuration)
    try await grounds.target.enter(client)
    if let parent {
      try await client.send("CWD \(parent)")
      if let new { try await client.send("MKD \(new)") }
    }
    if grounds.facts.reasonAgainst(.data) == nil {
      let listing = try await client.passive(grounds.facts.passiveCommand, "LIST")
      _ = try await listing.readWhatComes(limit: 64 << 20)
      try await listing.end().expect(226, 250)
    }
    if let parent, let old { await remove("\(parent)/\(old)", over: client) }
    _ = try? await client.send("QUIT")
    client.close()
  }

  private func remove(_ folder: String, over client: RawFTPClient) async {
    guard grounds.facts.reasonAgainst(.data) == nil else { return }
    do {
      guard try await client.send("CWD \(folder)").code.kind == .completion else { return }
      for name in try await ScratchListing.firstNames({ try await contents(of: $0, over: client) }) {
        if try await client.send(bytes: Array("DELE ".utf8) + name).code.isNegative {
          try await client.send(bytes: Array("RMD ".utf8) + name)
        }
      }
      if let parent { try await client.send("CWD \(parent)") }
      try await client.send("RMD \(folder)")
    } catch {
      // What is left is removed with the folder of the run.
    }
  }

  private func contents(of listing: String, over client: RawFTPClient) async throws -> [UInt8]? {
    guard let transfer = try? await client.passive(grounds.facts.passiveCommand, listing) else { return nil }
    let bytes = try await transfer.readWhatComes(limit: 1 << 20)
    try await transfer.end()
    return bytes
  }
}
