import FTPSystem
import TestSupport

@testable import FTPTransport

/// A client and a server under TLS, connected in memory.
struct TLSPair {
  var client: TLSLayer
  var server: TLSLayer
  /// The plaintext that each end has read.
  var read = (client: [UInt8](), server: [UInt8]())
  private var toServer: [UInt8] = []
  private var toClient: [UInt8] = []

  init(_ client: TLSLayer, _ server: TLSLayer) {
    self.client = client
    self.server = server
  }

  /// Begins the handshake, and carries bytes until both ends are silent.
  mutating func shakeHands(in size: Int = .max) throws(RecordLayerError) {
    client.begin(&toServer)
    server.begin(&toClient)
    try carry(in: size)
  }

  /// Carries bytes in both directions, in pieces of this size.
  mutating func carry(in size: Int = .max) throws(RecordLayerError) {
    while !toServer.isEmpty || !toClient.isEmpty {
      try carryOnce(in: size)
    }
  }

  /// The same once in each direction.
  ///
  /// An end that rejects what it gets has already sent an alert.
  private mutating func carryOnce(in size: Int) throws(RecordLayerError) {
    var failure: RecordLayerError?
    let forServer = take(&toServer, size)
    do throws(RecordLayerError) {
      if !forServer.isEmpty { _ = try server.open(forServer.span, into: &read.server, answering: &toClient) }
    } catch { failure = error }
    let forClient = take(&toClient, size)
    do throws(RecordLayerError) {
      if !forClient.isEmpty { _ = try client.open(forClient.span, into: &read.client, answering: &toServer) }
    } catch { throw error }
    if let failure { throw failure }
  }

  private func take(_ bytes: inout [UInt8], _ size: Int) -> [UInt8] {
    let piece = Array(bytes.prefix(size))
    bytes.removeFirst(piece.count)
    return piece
  }

  mutating func send(fromClient bytes: [UInt8], in size: Int = .max) throws(RecordLayerError) {
    let count = try client.seal(bytes.span, into: &toServer)
    guard count == bytes.count else { throw RecordLayerError("\(count) of \(bytes.count) bytes were taken") }
    try carry(in: size)
  }

  mutating func send(fromServer bytes: [UInt8], in size: Int = .max) throws(RecordLayerError) {
    let count = try server.seal(bytes.span, into: &toClient)
    guard count == bytes.count else { throw RecordLayerError("\(count) of \(bytes.count) bytes were taken") }
    try carry(in: size)
  }

  /// Delivers the client's close alert followed by bytes in the clear; returns how many of them the server has not
  /// consumed.
  mutating func closeClient(followedBy clear: [UInt8]) throws -> Int {
    client.close(&toServer)
    let bytes = toServer + clear
    toServer = []
    let taken = try server.open(bytes.span, into: &read.server, answering: &toClient)
    return bytes.count - taken
  }
}

/// What TLS tests share: an end with a certificate for this machine, and one that trusts it.
final class TLSEnds {
  /// Whether this machine has OpenSSL.
  static let areThere = (try? OpenSSL.load()) != nil

  let identity: TLSIdentity
  private let folder: TemporaryFolder
  /// The file with the certificate, which clients can trust.
  let authorities: String

  init(for names: [String] = ["localhost", "127.0.0.1"], from start: Int = -3_600, to end: Int = 86_400)
    throws
  {
    identity = try .selfSigned(for: names, from: start, to: end)
    folder = try TemporaryFolder("ftpraw-test-")
    authorities = folder.path + "/ca.pem"
    let file = try LocalFile.create(authorities, permissions: 0o600)
    try file.write(Array((identity.pem ?? "").utf8))
    try file.close()
  }

  func server(_ change: (inout TLSSettings) -> Void = { _ in }) throws -> TLSContext {
    var settings = TLSSettings.server(identity)
    change(&settings)
    return try TLSContext(.server, settings)
  }

  func client(_ change: (inout TLSSettings) -> Void = { _ in }) throws -> TLSContext {
    var settings = TLSSettings.client
    settings.authorities = authorities
    change(&settings)
    return try TLSContext(.client, settings)
  }

  func pair(
    for host: String = "localhost", client: (inout TLSSettings) -> Void = { _ in },
    server: (inout TLSSettings) -> Void = { _ in }
  ) throws -> TLSPair {
    TLSPair(try self.client(client).makeLayer(for: host), try self.server(server).makeLayer())
  }
}
