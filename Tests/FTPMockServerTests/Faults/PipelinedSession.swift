import FTPTransport
import TestSupport

/// A session that sends all commands at once, so that no fault in a reply can hold it up.
enum PipelinedSession {
  /// A data connection, kept open until the session is over.
  private final class DataEnd {
    let connection: TCPConnection
    init(_ connection: consuming TCPConnection) { self.connection = connection }
  }

  /// A file in block mode, with its end.
  private static let file: [UInt8] = [0x40, 0, 3] + Array("abc".utf8)

  /// Stands for the PORT command that names the client's port.
  static let port = "PORT"

  /// Sends these commands and QUIT, and reads to the end; returns the number of bytes of replies.
  ///
  /// The server connects for each transfer and gets a file in block mode. If `isLast` is true, the client then closes
  /// its half of the connection. Throws if the end does not come.
  ///
  /// The server closes first, and the client closes with a reset: thousands of sessions would otherwise leave as many
  /// ports in TIME_WAIT, and free ports would be slow to find.
  static func run(_ commands: [String], isLast: Bool, at server: SocketAddress) throws -> Int {
    let patience = Deadline.after(.patience)
    let control = try TCPConnection.connect(to: server, deadline: patience)
    control.resetWhenClosed()
    let listener = try TCPListener(on: control.localAddress.with(port: 0))
    let number = listener.localAddress.port
    let lines = commands.map { $0 == port ? "PORT 127,0,0,1,\(number >> 8),\(number & 0xFF)" : $0 } + ["QUIT"]
    // A server that has already closed reads none of it.
    try? control.write(Array((lines.joined(separator: "\r\n") + "\r\n").utf8), deadline: patience)
    if isLast { try? control.shutdownWrite() }
    var data: [DataEnd] = []
    var count = 0
    var bytes: [UInt8] = []
    while true {
      let ready = try waitForEither(control, .readable, or: listener, .readable, deadline: patience)
      if !ready.second.isEmpty { data.append(DataEnd(try accept(from: listener))) }
      guard !ready.first.isEmpty else { continue }
      let piece: Int
      do throws(TransportError) {
        piece = try control.read(appendingTo: &bytes, deadline: patience)
      } catch {
        if error.isPeerGone { return count }
        throw error
      }
      if piece == 0 { return count }
      count += piece
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Sends only QUIT, and waits for a first byte or the end.
  static func meet(_ server: SocketAddress) throws {
    let patience = Deadline.after(.patience)
    let control = try TCPConnection.connect(to: server, deadline: patience)
    control.resetWhenClosed()
    try? control.write(Array("QUIT\r\n".utf8), deadline: patience)
    try? control.shutdownWrite()
    _ = try control.wait(for: .readable, deadline: patience)
  }

  private static func accept(from listener: borrowing TCPListener) throws -> TCPConnection {
    let connection = try listener.accept(deadline: .after(.patience))
    connection.resetWhenClosed()
    try? connection.write(file, deadline: .after(.patience))
    return connection
  }
}
