import FTPClient
import FTPProtocol

/// RFC 959, section 5.1: minimum implementation.
enum RFC959Section5_1 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/5.1/minimum-commands", "USER, QUIT, PORT, TYPE, MODE, STRU, RETR, STOR and NOOP are there.",
      ["959:5.1:minimum-commands"], needs: [.writeAccess, .data], tags: ["minimum"],
      failsWith: ["code-500=MODE", "code-500=STRU", "code-answer=PORT:502", "code-500=STOR"]
    ) { probe in
      var missing: [String] = []
      for command in ["TYPE A", "MODE S", "STRU F", "NOOP"] + (try await probe.portCommands()) {
        if try await probe.ftp.send(command).saysMissing { missing.append(command) }
      }
      for command in ["STOR minimum.txt", "RETR minimum.txt"] {
        let (reply, transfer) = try await probe.startPassive(command)
        try await transfer?.finish()
        if reply.saysMissing { missing.append(command) }
      }
      if try await probe.ftp.send("QUIT").saysMissing { missing.append("QUIT") }
      try probe.require(
        missing.isEmpty, "all nine commands", "500 or 502 to \(missing.joined(separator: ", "))")
    },
    ConformanceCase(
      "rfc959/5.1/minimum-parameters", "The defaults ASCII Non-print, Stream and File can be asked for.",
      ["959:5.1:minimum-parameters"], tags: ["minimum"],
      failsWith: ["code-answer=MODE:504", "code-answer=STRU:504", "code-type=504"]
    ) { probe in
      for command in ["TYPE A", "TYPE A N", "MODE S", "STRU F"] {
        try await probe.send(command, expecting: 200)
      }
    },
  ]
}

extension Reply {
  /// Whether it says that there is no such command.
  var saysMissing: Bool { code == 500 || code == 502 }
}

extension Probe {
  /// A PORT that names this end; nothing where PORT cannot name it.
  func portCommands() async throws -> [String] {
    guard try !ftp.localAddress.isIPv6 else { return [] }
    let address = try await ftp.listenForData()
    return ["PORT \(try HostPort.argument(for: address))"]
  }
}
