import FTPTransport
import TestSupport
import Testing

@testable import FTPMockServer

/// A short client under TLS that shares no code with the real one, so that server and client cannot share a mistake.
struct TLSPeer {
  let connection: Link
  let context: TLSContext
  /// The sessions that data connections resume.
  var sessions: TLSSessions
  /// The layer of the control connection, once there is one.
  private(set) var layer: TLSLayer?
  /// The host name in the handshakes of data connections, the same as on the control connection.
  private var name: String? = "localhost"
  private let pending = Pending()

  /// A connection that several values can share.
  final class Link {
    private var connection: TCPConnection

    init(_ connection: consuming TCPConnection) { self.connection = connection }

    func startLayer(_ layer: TLSLayer, havingRead bytes: [UInt8] = []) throws {
      try connection.startLayer(layer, havingRead: bytes)
    }
    func handshake(deadline: Deadline) throws { try connection.handshake(deadline: deadline) }
    func dropLayer() { connection.dropLayer() }
    func endLayer(deadline: Deadline) throws { try connection.endLayer(deadline: deadline) }
    func write(_ bytes: [UInt8], deadline: Deadline) throws {
      try connection.write(bytes, deadline: deadline)
    }
    func read(appendingTo bytes: inout [UInt8]) throws -> Int {
      try connection.read(appendingTo: &bytes, deadline: .test)
    }
    func readToEnd() throws -> [UInt8] { try connection.readToEnd() }
    func shutdownWrite(closing: Bool = true) throws {
      if !closing { connection.omitCloseAlert() }
      try connection.shutdownWrite()
    }
  }

  private final class Pending { var bytes: [UInt8] = [] }

  private init(_ connection: consuming TCPConnection, _ context: TLSContext) throws {
    self.connection = Link(connection)
    self.context = context
    sessions = try TLSSessions()
  }

  /// Connects and reads the greeting.
  static func connect(
    to server: MockServer, isImplicit: Bool = false, upTo version: TLSVersion? = nil,
    offering protocols: [String] = [], showing identity: TLSIdentity? = nil
  ) throws -> TLSPeer {
    var settings = TLSSettings.client
    settings.verifiesPeer = false
    settings.maximum = version
    settings.applicationProtocols = protocols
    settings.identity = identity
    let context = try TLSContext(.client, settings)
    var peer = try TLSPeer(try TCPConnection.connect(to: server.address, deadline: .test), context)
    if isImplicit { try peer.secure() }
    #expect(try peer.reply() == "220 ftpraw mock server ready.")
    return peer
  }

  /// Completes a handshake on the control connection, with a host name or without.
  @discardableResult
  mutating func secure(name: String? = "localhost") throws -> TLSHandshake? {
    self.name = name
    let layer = try context.makeLayer(for: name, resuming: sessions)
    self.layer = layer
    try connection.startLayer(layer, havingRead: pending.bytes)
    pending.bytes = []
    try connection.handshake(deadline: .test)
    return layer.handshake
  }

  /// Sends AUTH TLS, logs in, and protects data connections.
  static func entered(_ server: MockServer, upTo version: TLSVersion? = nil) throws -> TLSPeer {
    var peer = try connect(to: server, upTo: version)
    _ = try peer.send("AUTH TLS")
    try peer.secure()
    try peer.enter()
    try peer.protect()
    return peer
  }

  func enter() throws {
    #expect(try send("USER ftpraw") == "331" && send("PASS secret") == "230")
  }

  func protect() throws { #expect(try send("PBSZ 0") == "200" && send("PROT P") == "200") }

  /// The next line, without its end.
  func reply() throws -> String {
    while true {
      if let end = pending.bytes.firstIndex(of: 0x0A) {
        defer { pending.bytes.removeSubrange(...end) }
        return String(decoding: pending.bytes[..<end].filter { $0 != 0x0D }, as: UTF8.self)
      }
      guard try connection.read(appendingTo: &pending.bytes) > 0 else { return "" }
    }
  }

  /// Sends a line and returns the next line.
  func line(_ line: String) throws -> String {
    try connection.write("\(line)\r\n".bytes, deadline: .test)
    return try reply()
  }

  /// Sends a line and returns the code of the reply.
  func send(_ line: String) throws -> String { String(try self.line(line).prefix(3)) }

  /// Sends a line and returns all lines of the reply.
  func text(_ line: String) throws -> String {
    var text = try self.line(line)
    let code = text.prefix(3)
    guard text.dropFirst(3).first == "-" else { return text }
    while true {
      let next = try reply()
      text += "\n" + next
      if next.isEmpty || next.hasPrefix("\(code) ") { return text }
    }
  }

  /// Downloads over a passive connection; returns the data and the codes of the replies.
  func retrieve(_ command: String, isPrivate: Bool) throws -> (codes: [String], bytes: [UInt8]) {
    let (codes, data) = try begin(command, isPrivate: isPrivate)
    guard codes[0] == "150" else { return (codes, []) }
    let bytes = (try? data.readToEnd()) ?? []
    return (codes + [String(try reply().prefix(3))], bytes)
  }

  /// The same, but with bytes sent instead of a handshake.
  func retrieve(_ command: String, sending bytes: [UInt8]) throws -> (codes: [String], bytes: [UInt8]) {
    let (codes, data) = try begin(command, isPrivate: false)
    guard codes[0] == "150" else { return (codes, []) }
    try data.write(bytes, deadline: .test)
    let received = (try? data.readToEnd()) ?? []
    return (codes + [String(try reply().prefix(3))], received)
  }

  /// The codes of the replies to an upload that ends with or without a close alert.
  func store(
    _ name: String, _ text: String, isPrivate: Bool = true, closing: Bool = true
  ) throws -> [String] {
    let (codes, data) = try begin("STOR \(name)", isPrivate: isPrivate)
    guard codes[0] == "150" else { return codes }
    try data.write(text.bytes, deadline: .test)
    try data.shutdownWrite(closing: closing)
    return codes + [String(try reply().prefix(3))]
  }

  /// Opens a passive data connection and sends a command.
  func begin(_ command: String, isPrivate: Bool) throws -> (codes: [String], data: Link) {
    let port = try UInt16(line("EPSV").split(separator: "|").dropFirst().first ?? "") ?? 0
    let data = Link(try TCPConnection.connect(to: .loopbackIPv4(port: port), deadline: .test))
    let code = try send(command)
    if code == "150", isPrivate { try data.startLayer(context.makeLayer(for: name, resuming: sessions)) }
    return ([code], data)
  }
}
