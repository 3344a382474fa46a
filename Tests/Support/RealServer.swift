import FTPTransport
import Foundation
import Testing

/// One address of a real server: a line of the file that `FTPRAW_INTEROP_SERVERS` names.
package struct RealServer: Sendable, CustomTestStringConvertible {
  package let name: String
  package let address: SocketAddress
  package let user: String
  package let password: String
  /// The data connection modes that it supports.
  package let modeNames: [String]
  /// How a transfer can be aborted so that the session survives; `none` for not at all.
  package let abortName: String

  package var testDescription: String { name }

  /// The path of the list of servers; nil if there are none to test with.
  package static let list = ProcessInfo.processInfo.environment["FTPRAW_INTEROP_SERVERS"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// All addresses of all running servers.
  package static let all: [RealServer] = {
    guard let list, let text = try? String(contentsOfFile: list, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { RealServer(line: String($0)) }
  }()

  /// Reads `name url user password data-connections abort`; further fields are ignored.
  package init?(line: String) {
    let fields = line.split(separator: " ").map(String.init)
    guard fields.count >= 6, fields[1].hasPrefix("ftp://"),
      let address = SocketAddress(String(fields[1].dropFirst("ftp://".count)))
    else { return nil }
    name = fields[0]
    self.address = address
    user = fields[2]
    password = fields[3]
    modeNames = fields[4].split(separator: ",").map(String.init)
    abortName = fields[5]
  }
}
