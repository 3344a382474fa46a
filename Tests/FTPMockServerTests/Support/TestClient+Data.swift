import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

extension TestClient {
  /// The command that sets up the data connection.
  enum SetUp: String, CaseIterable, Sendable {
    case pasv, epsv, lpsv, port, eprt, lprt
  }

  /// Sends EPSV and connects.
  mutating func passive() throws -> TCPConnection {
    try connect(try send("EPSV"))
  }

  /// Connects to the address that a 227, 228 or 229 announces.
  func connect(_ reply: Reply) throws -> TCPConnection {
    let port: UInt16
    switch reply.code {
    case 227: port = try HostPort.read(reply: reply.text.utf8, .strict).value.port
    case 228: port = try LongAddress.read(reply: reply.text.utf8, .strict).value.port
    case 229: port = try ExtendedAddress.read(reply: reply.text.utf8, .strict).value.port
    default: throw Surprise(text: "no address: \(reply)")
    }
    return try TCPConnection.connectData(
      to: control.peerAddress.with(port: port), as: .client, deadline: patience)
  }

  /// Listens and names the port with one of the active commands.
  mutating func active(_ setUp: SetUp) throws -> TCPListener {
    let listener = try TCPListener(on: localAddress.with(port: 0))
    let address = listener.localAddress.dataAddress
    let argument =
      switch setUp {
      case .port: try HostPort.argument(for: address)
      case .eprt: try ExtendedAddress.argument(for: address)
      default: try LongAddress.argument(for: address)
      }
    let reply = try send("\(setUp.rawValue) \(argument)")
    guard reply.code == 200 else { throw Surprise(text: "\(setUp): \(reply)") }
    return listener
  }

  /// Sends a transfer command with a data connection, which `body` must read or write to its end.
  mutating func transfer(
    _ command: String, _ setUp: SetUp = .epsv, _ body: (borrowing TCPConnection) throws -> Void
  ) throws -> Reply {
    switch setUp {
    case .pasv, .epsv, .lpsv:
      let data = try connect(try send(setUp.rawValue))
      let first = try send(command)
      guard first.code == 150 else { return first }
      try body(data)
      data.closeData(deadline: patience)
    case .port, .eprt, .lprt:
      let listener = try active(setUp)
      let first = try send(command)
      guard first.code == 150 else { return first }
      let data = try listener.acceptData(as: .client, deadline: patience)
      try body(data)
      data.closeData(deadline: patience)
    }
    return try reply()
  }

  /// Sends a command and returns the received data and the final reply.
  mutating func download(_ command: String, _ setUp: SetUp = .epsv) throws -> (bytes: [UInt8], final: Reply) {
    var bytes: [UInt8] = []
    let final = try transfer(command, setUp) { data in bytes = try Self.readToEnd(data) }
    return (bytes, final)
  }

  /// Sends a command and returns the received data as text.
  mutating func text(_ command: String) throws -> String {
    let (bytes, final) = try download(command)
    guard final.code == 226 else { throw Surprise(text: "\(command): \(final)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends bytes in pieces and returns the final reply.
  mutating func upload(_ command: String, _ pieces: [UInt8]..., setUp: SetUp = .epsv) throws -> Reply {
    let patience = patience
    return try transfer(command, setUp) { data in
      for piece in pieces { try data.write(piece, deadline: patience) }
    }
  }

  static func readToEnd(_ data: borrowing TCPConnection) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try data.read(appendingTo: &bytes, limit: 1 << 18, deadline: .after(.patience)) > 0 {}
    return bytes
  }

  /// Reads what a server sends before it cuts the transfer.
  ///
  /// Under a layer, such an end is not in order and throws an error, which is ignored.
  static func readUntilCut(_ data: borrowing TCPConnection) throws -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(TransportError) {
      while try data.read(appendingTo: &bytes, limit: 1 << 18, deadline: .after(.patience)) > 0 {}
    } catch {
      guard RecordLayers.inherited != nil, error.isPeerGone else { throw error }
    }
    return bytes
  }
}
