import FTPProtocol

/// RFC 3659, section 7.1: the arguments of MLST and MLSD.
enum RFC3659Section7_1 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/7.1/mlsd-directory": { probe in
      try await probe.prepare(.send("MKD inner"), .send("CWD inner"), .store("inside.txt", "text"))
      let here = try await probe.children().map(\.lastName)
      try probe.require(here == ["inside.txt"], "inside.txt from MLSD", Probe.list(here))
      try await probe.prepare(.send("CWD .."))
      let there = try await probe.children("MLSD inner").map(\.lastName)
      try probe.require(there == ["inside.txt"], "inside.txt from MLSD inner", Probe.list(there))
    },
    "rfc3659/7.1/mlsd-complete": { probe in
      try await probe.prepare(
        .store("empty.bin", ""), .store(".hidden", ""), .store("CAPITALS.TXT", "text"), .send("MKD inner"))
      let names = try await probe.children().map(\.lastName).sorted()
      let wanted = ["CAPITALS.TXT", "empty.bin", "inner"]
      // A server may hide files whose names begin with a period.
      try probe.require(names.filter { $0 != ".hidden" } == wanted, Probe.list(wanted), Probe.list(names))
    },
    "rfc3659/7.1/mlsd-file": { probe in
      try await probe.prepare(.store("file.txt", "text"))
      let answer = try await probe.startPassive("MLSD file.txt")
      try probe.expect(answer.reply, 501, to: "MLSD of a file")
    },
    "rfc3659/7.1/mlst-current-directory": { probe in
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
