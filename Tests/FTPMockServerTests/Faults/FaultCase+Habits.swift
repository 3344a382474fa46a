import FTPProtocol

@testable import FTPMockServer

/// Faults that are always present; most show only to a client that looks at the connections themselves.
extension FaultCase {
  static let habits = [
    at("address-kept") { client in
      let first = try client.send("EPSV")
      try client.send("EPSV")
      _ = try client.connect(first)
      return true
    },
    at("transfer-disturbed") { client in
      let data = try client.passive()
      try client.send("STOR new")
      try client.write("NOOP\r\n")
      let codes = [try client.reply().code, try client.reply().code]
      data.close()
      return codes == [426, 200]
    },
    at("transfer-outlives") { client in
      let data = try client.passive()
      try client.send("STOR new")
      try client.shutdownWrite()
      try data.write(Array("late".utf8), deadline: client.patience)
      try data.shutdownWrite()
      let isOver = try TestClient.readToEnd(data).isEmpty
      return try isOver && client.reply().code == 226
    },
    at("abor-waits") { client in
      let data = try client.passive()
      try client.send("STOR new")
      try client.write("ABOR\r\n")
      try data.write(Array("whole".utf8), deadline: client.patience)
      data.close()
      return try [client.reply().code, client.reply().code] == [226, 226]
    },
    at("session-hasty") { client in
      try client.write("NO")
      return try client.reply().code == 500
    },
    at("session-telnet") { client in
      try client.write([Telnet.iac, 241])
      return try client.reply().code == 500
    },
    FaultCase("command-before=NOOP:CWD pub", steps: ["NOOP", "PWD"]) {
      $0.code(for: .noop) == 200 && $0.reply(to: .pwd).hasPrefix("\"/pub\"")
    },
    FaultCase("command-as=NOOP:PWD", steps: ["NOOP"]) { $0.lastCode == 257 },
    at("command-shared=TYPE") { client in
      var other = try TestClient(client.control.peerAddress)
      _ = try other.reply()
      for command in ["USER ftpraw", "PASS secret", "TYPE I"] { try other.send(command) }
      return try client.text("RETR pub/hello.txt") == "hello\n"
    },
    FaultCase("session-case", steps: ["noop", "NOOP"]) { $0.codes.suffix(2) == [500, 200] },
    FaultCase("login-kept", steps: ["USER ftpraw", "PWD"]) { $0.codes.suffix(2) == [331, 257] },
    FaultCase("parameter-image", steps: [.download("RETR pub/hello.txt")]) { $0.text == "hello\n" },
    FaultCase("parameter-reset", steps: ["TYPE I", .download("RETR pub/hello.txt")]) {
      $0.text == "hello\r\n"
    },
    FaultCase("parameter-case", steps: ["TYPE i", "TYPE I"]) { $0.codes.suffix(2) == [504, 200] },
  ]

  /// A row whose steps are taken by its own client.
  static func at(
    _ fault: String, _ steps: @escaping @Sendable (inout TestClient) throws -> Bool
  ) -> FaultCase {
    FaultCase(fault, steps: []) { _ in
      let server = try MockServer.start(.init(recording: nil, faults: [try Fault(fault)]))
      defer { server.stop() }
      var client = try TestClient.loggedIn(server)
      return try steps(&client)
    }
  }
}
