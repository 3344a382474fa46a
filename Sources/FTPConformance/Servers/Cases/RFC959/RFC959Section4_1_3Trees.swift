import FTPProtocol

/// RFC 959, section 4.1.3: the effects of commands on directories, and on the neighbours of files.
enum RFC959Section4_1_3Trees {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.2/stor-missing-directory": { probe in
      let (reply, transfer) = try await probe.startPassive("STOR no-such-directory/file.txt")
      try await transfer?.offer(Array("text".utf8))
      let final = try await transfer?.end() ?? reply
      if final.code.isNegative { return }
      // Some servers create missing directories.
      let (again, copy) = try await probe.startPassive("RETR no-such-directory/file.txt")
      let bytes = try await copy?.contents()
      try await copy?.end()
      try probe.require(
        bytes == Array("text".utf8), "a refusal of STOR, or the file",
        "\(Probe.words(of: final)), and then \(Probe.words(of: again)) to RETR")
    },
    "rfc959/4.1.3/list-many": { probe in
      if !probe.isNear { try probe.skip("the server is too far away for many names") }
      let names = (100..<230).map { "name-\($0)" }
      for name in names { try await probe.prepare(.send("MKD \(name)")) }
      for command in ["LIST", "NLST", "MLSD"] {
        let start = try await probe.startPassive(command)
        // Some servers refuse NLST where there are only directories.
        if command != "LIST", Probe.isAbsent(start.reply) || start.reply.code == 550 { continue }
        let lines = try await probe.received(start, command).lines
        let listed = Set(
          lines.compactMap { line in
            line.split { $0 == 0x20 || $0 == 0x2F }.map { String(decoding: $0, as: UTF8.self) }
              .map { $0.filter { !$0.isNewline } }.last { !$0.isEmpty }
          })
        let missing = names.filter { !listed.contains($0) }
        // Some servers leave directories out of NLST.
        if command == "NLST", missing.count == names.count { continue }
        try probe.require(
          missing.isEmpty, "all \(names.count) names in \(command)",
          "\(names.count - missing.count) of them; missing are \(Probe.list(missing.prefix(3)))")
      }
    },
  ]
}
