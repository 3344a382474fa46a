import FTPConversation
import FTPProtocol
import FTPTransport
import Testing

/// The server's end of one control connection, driven line by line by the script of a test.
struct Peer: ~Copyable {
  let control: TCPConnection
  private var unread: [UInt8] = []

  init(_ control: consuming TCPConnection) {
    // What ends the wait for a client must not end the conversation with one.
    control.wakeUp = nil
    self.control = control
  }

  /// What a script did not expect.
  struct Surprise: Error, CustomStringConvertible {
    var description: String
  }

  /// Greets, and lets anybody in.
  mutating func admit() throws {
    try say("220 Ready.\r\n")
    _ = try hear(verb: "USER")
    try say("230 In.\r\n")
  }

  /// Sends exactly this text in one segment.
  func say(_ text: String) throws { try say(Array(text.utf8)) }

  /// Sends exactly these bytes in one segment.
  func say(_ bytes: [UInt8]) throws { try control.write(bytes, deadline: .test) }

  /// Reads one line and returns it without its CRLF; nil at the end.
  mutating func hearLine() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = unread[...end]
        unread.removeSubrange(...end)
        guard line.suffix(2) == [0x0D, 0x0A] else {
          throw Surprise(description: "a line without CRLF: \(VectorText.escape(line))")
        }
        return String(decoding: line.dropLast(2), as: UTF8.self)
      }
      if try control.read(appendingTo: &unread, deadline: .test) == 0 {
        guard unread.isEmpty else {
          throw Surprise(description: "an unfinished line: \(VectorText.escape(unread))")
        }
        return nil
      }
    }
  }

  /// Reads one line, which has to be this one.
  mutating func hear(_ expected: String) throws {
    let line = try hearLine()
    guard line == expected else {
      throw Surprise(description: "expected \(expected), heard \(line ?? "the end")")
    }
  }

  /// Reads one line, which has to begin with this verb, and returns its argument.
  mutating func hear(verb: String) throws -> String {
    let line = try hearLine() ?? "the end"
    guard line.hasPrefix(verb + " ") else {
      throw Surprise(description: "expected \(verb), heard \(line)")
    }
    return String(line.dropFirst(verb.count + 1))
  }

  /// Reads a line, which has to be this one, and answers it.
  mutating func answer(_ command: String, _ reply: String) throws {
    try hear(command)
    try say(reply + "\r\n")
  }

  /// Reads until the client has closed and returns what it sent.
  mutating func hearEnd() throws -> [UInt8] {
    while try control.read(appendingTo: &unread, deadline: .test) > 0 {}
    defer { unread = [] }
    return unread
  }

  /// Reads what comes with one call of the system: one segment, if the client waits before the next.
  func hearSegment() throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try control.read(appendingTo: &bytes, deadline: .test)
    return bytes
  }
}

/// Data connections.
extension Peer {
  /// Answers PASV with the address of a listener.
  mutating func answerPASV() throws -> TCPListener {
    let listener = try TCPListener(on: control.localAddress.with(port: 0))
    try answer("PASV", "227 \(Self.text(listener.localAddress))")
    return listener
  }

  /// Reads PORT, agrees, and returns the address to connect to.
  mutating func answerPORT() throws -> SocketAddress {
    let argument = try hear(verb: "PORT")
    let address = try HostPort.read(argument: argument.utf8, .strict).value
    try say("200 Fine.\r\n")
    return control.peerAddress.with(port: address.port)
  }

  /// An address as 227 has it.
  static func text(_ address: SocketAddress, host: [UInt8]? = nil) -> String {
    let numbers = (host ?? address.octets) + [UInt8(address.port >> 8), UInt8(address.port & 255)]
    return "(" + numbers.map { String($0) }.joined(separator: ",") + ")"
  }
}

/// Runs a script as the server of one connection, and `body` with the port it listens on.
///
/// Throws what `body` throws; what goes wrong in the script is an issue of the test.
@discardableResult
func withPeer<Value: Sendable>(
  on loopback: Loopback = .ipv4, _ script: @escaping @Sendable (inout Peer) throws -> Void,
  _ body: (SocketAddress) async throws -> Value
) async throws -> Value {
  let listening = Listening(try TCPListener(on: loopback.any))
  let stop = WakeUp()
  async let outcome: Result<Void, any Error> = BlockingThread.run {
    Result {
      var peer = Peer(try listening.listener.accept(deadline: .test, wakeUp: stop))
      try script(&peer)
    }
  }
  let result: Result<Value, any Error>
  do {
    result = .success(try await body(listening.listener.localAddress))
  } catch {
    result = .failure(error)
  }
  stop.signal()
  if case .failure(let error) = await outcome { Issue.record(error, "in the script of the peer") }
  return try result.get()
}

/// A listener that a closure can hold.
private final class Listening: Sendable {
  let listener: TCPListener
  init(_ listener: consuming TCPListener) { self.listener = listener }
}
