import FTPProtocol

/// RFC 3659, section 7.1: the arguments of MLST and MLSD.
enum RFC3659Section7_1 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/7.1/mlsd-directory", "MLSD lists the working directory, or the directory that it names.",
      needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "listing"],
      failsWith: ["argument-taken=MLSD:/", "listing-no-mlsd"]
    ) { probe in
      try await probe.prepare(.send("MKD inner"), .send("CWD inner"), .store("inside.txt", "text"))
      let here = try await probe.children().map(\.lastName)
      try probe.require(here == ["inside.txt"], "inside.txt from MLSD", Probe.list(here))
      try await probe.prepare(.send("CWD .."))
      let there = try await probe.children("MLSD inner").map(\.lastName)
      try probe.require(there == ["inside.txt"], "inside.txt from MLSD inner", Probe.list(there))
    },
    ServerCase(
      "rfc3659/7.1/mlsd-complete", "MLSD lists every file exactly once, empty ones too.",
      ["3659:7.1:mlsd-directory"], needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "listing"],
      failsWith: ["command-before=MLSD:DELE empty.bin", "listing-total"]
    ) { probe in
      try await probe.prepare(
        .store("empty.bin", ""), .store(".hidden", ""), .store("CAPITALS.TXT", "text"), .send("MKD inner"))
      let names = try await probe.children().map(\.lastName).sorted()
      let wanted = ["CAPITALS.TXT", "empty.bin", "inner"]
      // A server may hide files whose names begin with a period.
      try probe.require(names.filter { $0 != ".hidden" } == wanted, Probe.list(wanted), Probe.list(names))
    },
    ServerCase(
      "rfc3659/7.1/mlsd-file", "MLSD of a file gets 501 without a data connection.",
      ["3659:7.1:mlsd-file", "3659:7.1:mlsx-invalid-argument"],
      needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst"],
      failsWith: ["code-answer=MLSD:550", "argument-taken=MLSD:"]
    ) { probe in
      try await probe.prepare(.store("file.txt", "text"))
      let answer = try await probe.startPassive("MLSD file.txt")
      try probe.expect(answer.reply, 501, to: "MLSD of a file")
    },
    ServerCase(
      "rfc3659/7.1/mlst-current-directory", "MLST without a name describes the working directory.",
      needs: [.feature("MLST")], tags: ["mlst"],
      failsWith: ["argument-taken=MLST:README.txt", "code-answer=MLST:550"]
    ) { probe in
      let home = try await probe.startingDirectory().text
      let entry = try await probe.describe()
      if let type = entry.type { try probe.require(type.isDirectory, "a directory", "type=\(type)") }
      // Without TVFS, a name may be anything that refers to the directory.
      let isOther = entry.text != home && (entry.text != "." || probe.facts.features.contains("TVFS"))
      if !entry.name.isEmpty, isOther {
        probe.warn("the name \(home), or none", "the name \(entry.text)", citing: "3659:7.3:mlst-name")
      }
    },
  ]
}
