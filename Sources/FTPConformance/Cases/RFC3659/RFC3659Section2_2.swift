import FTPClient
import FTPProtocol

/// RFC 3659, section 2.2: pathnames.
enum RFC3659Section2_2 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/2.2/names-exact", "Spaces at both ends of a name are part of it, in commands and in listings.",
      ["3659:2.2:names-exact"], needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "names"],
      failsWith: ["argument-trimmed"]
    ) { probe in
      let names = [" front", "back "]
      for name in names {
        let reply = try await probe.send("MKD \(name)")
        if reply.code.isNegative { try probe.skip("the server has no such names: \(Probe.words(of: reply))") }
        try probe.skipReplaced(Array(name.utf8), by: reply)
      }
      let listed = try await probe.children().map(\.lastName).sorted()
      try probe.require(listed == names, "\(names)", "\(listed)")
    },
    ConformanceCase(
      "rfc3659/2.2/iac-in-names", "An octet 255 in a name is doubled on the control connection.",
      ["3659:2.2:iac-in-names"], needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["mlst", "names", "telnet"], failsWith: ["reply-iac"], isFairTraffic: false
    ) { probe in
      let name: [UInt8] = [0x69, 0xFF, 0x61]
      let made = try await probe.ftp.send(bytes: Array("MKD ".utf8) + Telnet.escape(name))
      if made.code.isNegative { try probe.skip("the server has no such names: \(Probe.words(of: made))") }
      let listed = try await probe.children().map(\.name)
      let reply = try await probe.ftp.send(bytes: Array("MLST ".utf8) + Telnet.escape(name))
      // Only by these octets can it be told to go.
      _ = try await probe.ftp.send(bytes: Array("RMD ".utf8) + Telnet.escape(name))
      try probe.require(listed == [name], "the name i\\xffa", "\(listed.map { Escaping.ascii($0) })")
      try probe.expect(reply, 250, to: "MLST of that name")
      let runs = reply.bytes.split(omittingEmptySubsequences: true) { $0 != 0xFF }
      try probe.require(
        !runs.isEmpty && runs.allSatisfy { $0.count.isMultiple(of: 2) }, "every octet 255 twice",
        reply.description)
    },
    ConformanceCase(
      "rfc3659/2.2/no-wildcards", "No character of a name is special to SIZE, MDTM and MLST.",
      ["3659:2.2:no-wildcards"], needs: [.writeAccess, .data], tags: ["size", "mdtm", "mlst", "names"],
      failsWith: ["argument-taken=SIZE:star.txt", "argument-taken=MLST:star.txt"]
    ) { probe in
      try await probe.upload("STOR star.txt", "not to be found by a pattern")
      var answers: [Reply] = []
      for command in ["SIZE st*", "SIZE sta?.txt", "SIZE [s]tar.txt", "MDTM st*", "MLST st*"] {
        let reply = try await probe.send(command)
        if Probe.isAbsent(reply) { continue }
        try probe.expect(reply, .negative, to: command)
        answers.append(reply)
      }
      if answers.isEmpty { throw CaseStop.unsupported("there is neither SIZE nor MDTM nor MLST") }
    },
    ConformanceCase(
      "rfc3659/2.2/no-telnet-options", "The server negotiates no Telnet options.",
      ["3659:2.2:no-telnet-options"], scope: .everything, tags: ["telnet"], failsWith: ["reply-telnet"]
    ) { probe in
      for command in ["NOOP", "SYST", "PWD"] { try await probe.send(command) }
    },
  ]
}
