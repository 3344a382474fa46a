import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

/// A client that sends exactly what a test says and reads replies one by one.
struct TestClient: ~Copyable {
  struct Surprise: Error {
    var text: String
  }

  private(set) var control: TCPConnection
  private var layers = LayerSchedule(ofTest: .client)
  private var parser = ReplyParser()
  /// Replies that were read but not yet requested.
  private var early: [Reply] = []
  private var isGreeted = false
  let patience = Deadline.after(.patience)

  /// Connects and reads nothing.
  init(_ address: SocketAddress) throws {
    var control = try TCPConnection.connect(to: address, deadline: patience)
    try layers?.begin(&control)
    self.control = control
  }

  /// Connects, reads the greeting and logs in.
  static func loggedIn(
    _ server: MockServer, user: String = "ftpraw", password: String = "secret"
  ) throws -> TestClient {
    var client = try TestClient(server.address)
    let codes = [
      try client.reply().code, try client.send("USER \(user)").code, try client.send("PASS \(password)").code,
    ]
    guard codes == [220, 331, 230] else { throw Surprise(text: "no login: \(codes)") }
    return client
  }

  var localAddress: SocketAddress { control.localAddress }

  /// Sends a command and reads one reply.
  @discardableResult
  mutating func send(_ command: String) throws -> Reply {
    try write(command + "\r\n")
    return try reply()
  }

  /// Sends commands in one segment.
  mutating func write(_ text: String) throws { try write(Array(text.utf8)) }

  mutating func write(_ bytes: [UInt8]) throws {
    try awaitLayer()
    try control.write(bytes, deadline: patience)
  }

  /// Sends urgent data.
  mutating func writeUrgent(_ bytes: [UInt8]) throws {
    try awaitLayer()
    try control.writeUrgent(bytes, deadline: patience)
  }

  /// Reads one reply.
  mutating func reply() throws -> Reply {
    if !early.isEmpty { return early.removeFirst() }
    while true {
      if let reply = try parsed() { return reply }
      var bytes: [UInt8] = []
      guard try control.read(appendingTo: &bytes, deadline: patience) > 0 else {
        throw Surprise(text: "the control connection ended")
      }
      parser.append(bytes)
    }
  }

  /// Reads to the end of the control connection and returns the replies before it.
  mutating func rest() throws -> [Reply] {
    var replies = early
    early = []
    var bytes: [UInt8] = []
    while true {
      while let reply = try parsed() { replies.append(reply) }
      bytes.removeAll()
      guard try control.read(appendingTo: &bytes, deadline: patience) > 0 else { return replies }
      parser.append(bytes)
    }
  }

  /// The next reply in the bytes that have been read.
  private mutating func parsed() throws -> Reply? {
    guard let reply = try parser.next() else { return nil }
    if !reply.code.isPreliminary { isGreeted = true }
    try layers?.pass(reply.code, on: &control)
    return reply
  }

  /// If a record layer begins after the greeting, the client must not send before it: bytes in the clear would be taken
  /// for records.
  private mutating func awaitLayer() throws {
    var greeting: [Reply] = []
    while layers != nil, !isGreeted { greeting.append(try reply()) }
    early += greeting
  }

  /// Waits until there is something to read, but does not read it.
  func awaitBytes() throws { _ = try control.wait(for: .readable, deadline: patience) }

  func shutdownWrite() throws { try control.shutdownWrite() }
}
