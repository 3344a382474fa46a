import FTPClient
import FTPProtocol
import FTPTransport
import Foundation
import Testing

/// One address of a real server, as a line of the file that `FTPRAW_INTEROP_SERVERS` names.
struct RealServer: Sendable, CustomTestStringConvertible {
  let name: String
  let address: SocketAddress
  let user: String
  let password: String
  /// The ways to a data connection that it has.
  let modes: [Mode]
  /// How a transfer can be aborted so that the session survives; nil for not at all.
  let abort: AbortSignal?

  var testDescription: String { name }

  enum Mode: String, Sendable {
    case pasv, epsv, port, eprt

    func begin(_ client: RawFTPClient, _ command: String) async throws(FTPClientError) -> DataTransfer {
      switch self {
      case .pasv: try await client.passive(.pasv, command)
      case .epsv: try await client.passive(.epsv, command)
      case .port: try await client.active(.port, command)
      case .eprt: try await client.active(.eprt, command)
      }
    }
  }

  /// Where the list of servers is; nil where there are none to test with.
  static let list = ProcessInfo.processInfo.environment["FTPRAW_INTEROP_SERVERS"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// Every address of every server that runs.
  static let all: [RealServer] = {
    guard let list, let text = try? String(contentsOfFile: list, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { RealServer(line: String($0)) }
  }()

  /// Reads `name url user password data-connections abort`; fields that are added later are passed over.
  init?(line: String) {
    let fields = line.split(separator: " ").map(String.init)
    guard fields.count >= 6, fields[1].hasPrefix("ftp://"),
      let address = SocketAddress(String(fields[1].dropFirst("ftp://".count)))
    else { return nil }
    name = fields[0]
    self.address = address
    user = fields[2]
    password = fields[3]
    modes = fields[4].split(separator: ",").compactMap { Mode(rawValue: String($0)) }
    abort = AbortSignal(rawValue: fields[5])
  }

  /// A client that has read the greeting, with the waits that people have.
  ///
  /// Real servers leave out replies (pure-ftpd now and then both of an ABOR), so these waits must end.
  func connect() async throws -> RawFTPClient {
    try await RawFTPClient.connect(to: address) { $0.timeouts = Timeouts() }
  }

  /// A client that is logged in and moves bytes as they are.
  func client() async throws -> RawFTPClient {
    let client = try await connect()
    try await client.login(user, password: password)
    try await client.send("TYPE I").expect(200)
    return client
  }

  /// The way to a data connection that is used where any will do.
  func anyMode() throws -> Mode { try #require(modes.first, "\(name) has no data connection") }
}
