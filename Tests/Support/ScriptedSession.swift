import FTPProtocol
import FTPTransport

/// The server's end of one control connection, which a script drives line by line; ``ScriptedServer`` makes them.
///
/// Any failure, and anything unexpected from the client, throws and ends the script.
package struct ScriptedSession: ~Copyable {
  /// The control connection, for anything that no method here does.
  package private(set) var control: TCPConnection
  /// The number of the connection on its server, from 1.
  package let number: Int
  private let core: ScriptedCore
  /// Bytes that were read but do not form a line yet.
  private var unread: [UInt8] = []
  private var isReset = false
  /// When the record layer is switched on and off; nil for never.
  private var layers: LayerSchedule?

  /// Something that a script did not expect.
  package struct Surprise: Error, CustomStringConvertible {
    /// A description of the surprise.
    package let description: String

    /// Makes a surprise, for scripts.
    package init(description: String) { self.description = description }
  }

  init(_ control: consuming TCPConnection, core: ScriptedCore, index: Int) throws(TransportError) {
    control.wakeUp = core.stopSignal
    layers = LayerSchedule(core.recordLayers, as: .server, limit: core.patience)
    try layers?.begin(&control)
    self.control = control
    self.core = core
    number = index + 1
  }

  /// A new deadline for one thing that the script waits for.
  package var deadline: Deadline { .after(core.patience) }

  /// Sends these texts, each in one segment; line ends are not added.
  package mutating func say(_ segments: String...) throws {
    for segment in segments { try say(Array(segment.utf8)) }
  }

  /// Sends exactly these bytes in one segment.
  package mutating func say(_ bytes: [UInt8]) throws {
    try control.write(bytes, deadline: deadline)
    try layers?.pass(bytes, on: &control)
  }

  /// Reads one line and returns it without its CRLF; nil at the end.
  package mutating func hearLine() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = unread[...end]
        unread.removeSubrange(...end)
        guard line.suffix(2) == [0x0D, 0x0A] else { throw Self.surprise("a line without CRLF", line) }
        return String(decoding: line.dropLast(2), as: UTF8.self)
      }
      if try readMore() == 0 {
        guard unread.isEmpty else { throw Self.surprise("an unfinished line", unread[...]) }
        return nil
      }
    }
  }

  /// Reads one line, which must be this one.
  package mutating func hear(_ expected: String) throws {
    let line = try hearLine()
    guard line == expected else {
      throw Surprise(description: "expected \(expected), heard \(Self.shown(line))")
    }
  }

  /// Reads one line, which must begin with this verb in either case, and returns its argument.
  @discardableResult
  package mutating func hear(verb: String) throws -> String {
    let line = try hearLine()
    guard let line, line.uppercased().hasPrefix(verb.uppercased() + " ") else {
      throw Surprise(description: "expected \(verb), heard \(Self.shown(line))")
    }
    return String(line.dropFirst(verb.count + 1))
  }

  /// Reads a line, which must be this one, and sends a reply, to which the last CRLF is added.
  package mutating func answer(_ command: String, _ reply: String) throws {
    try hear(command)
    try say(reply + "\r\n")
  }

  /// Greets the client, and logs in any user without a password.
  package mutating func admit() throws {
    try say("220 Ready.\r\n")
    try hear(verb: "USER")
    try say("230 In.\r\n")
  }

  /// Reads until the client has closed and returns what it sent.
  package mutating func hearEnd() throws -> [UInt8] {
    while try readMore() > 0 {}
    defer { unread = [] }
    return unread
  }

  /// Reads with one system call: one segment, if the client waits before the next.
  package mutating func hearSegment() throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try control.read(appendingTo: &bytes, deadline: deadline)
    keep(bytes[...])
    return bytes
  }

  /// Sends nothing until the client closes or the server stops; the client's bytes are kept.
  package mutating func keepSilent() throws {
    do throws(TransportError) {
      while try readMore(.never) > 0 {}
    } catch {
      guard error.isCancelled || error.isPeerGone else { throw error }
    }
  }

  /// Makes the control connection end with a reset after the script instead of in order.
  package mutating func reset() { isReset = true }

  /// Ends the control connection.
  mutating func end() {
    if isReset { control.resetWhenClosed() } else { control.prepareToClose() }
  }

  private mutating func readMore(_ deadline: Deadline? = nil) throws(TransportError) -> Int {
    let count = try control.read(appendingTo: &unread, deadline: deadline ?? self.deadline)
    keep(unread.suffix(count))
    return count
  }

  private func keep(_ bytes: ArraySlice<UInt8>) { core.note(number - 1) { $0.received += bytes } }

  private static func shown(_ line: String?) -> String {
    line.map { "'\(Escaping.ascii($0.utf8, limit: 200))'" } ?? "the end"
  }

  private static func surprise(_ text: String, _ bytes: ArraySlice<UInt8>) -> Surprise {
    Surprise(description: "\(text): '\(Escaping.ascii(bytes, limit: 200))'")
  }
}

/// Data connections.
extension ScriptedSession {
  /// Answers PASV with the address of a listener, which accepts the data connection.
  package mutating func answerPASV() throws -> TCPListener {
    let listener = try TCPListener(on: control.localAddress.with(port: 0))
    try answer("PASV", "227 \(Self.text(listener.localAddress))")
    return listener
  }

  /// Reads PORT, agrees, and returns the address to connect to.
  package mutating func answerPORT() throws -> SocketAddress {
    let argument = try hear(verb: "PORT")
    let address = try HostPort.read(argument: argument.utf8, .strict).value
    try say("200 Fine.\r\n")
    return control.peerAddress.with(port: address.port)
  }

  /// An IPv4 address as in 227, in parentheses; `host` replaces its octets.
  package static func text(_ address: SocketAddress, host: [UInt8]? = nil) -> String {
    let numbers = (host ?? address.octets) + [UInt8(address.port >> 8), UInt8(address.port & 255)]
    return "(" + numbers.map { String($0) }.joined(separator: ",") + ")"
  }
}
