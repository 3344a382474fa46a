import FTPProtocol

/// RFC 3659, sections 7.5 to 8: the standard facts, what MLST and MLSD list, MLST in FEAT, and OPTS.
enum RFC3659Section7_5To8 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/7.5.1/type-values": { probe in
      try await populate(probe)
      for entry in try await probe.children() {
        guard let type = entry.type else { continue }
        try probe.require(
          type.isDirectory == (entry.lastName == "inner"), "the type of \(entry.lastName)",
          "type=\(type.rawValue)")
      }
      let types = [try await probe.describe("file.txt").type, try await probe.describe("inner").type]
      if types.contains(nil) { try probe.skip("MLST has no type fact") }
      try probe.require(
        types == [.file, .directory], "type=file and type=dir",
        Probe.list(types.compactMap { $0.map { "type=\($0.rawValue)" } }))
    },
    "rfc3659/7.5.1/dir-is-directory": { probe in
      try await populate(probe)
      let home = try await probe.startingDirectory().text
      let directories = try await probe.children().filter { $0.type == .directory }
      if directories.isEmpty { try probe.skip("MLSD calls nothing a dir") }
      for entry in directories {
        if let rights = entry.permissions, !rights.contains(.enter) { continue }
        try await probe.send("CWD \(entry.text)", expecting: .completion)
        try await probe.prepare(.send("CWD \(home)"))
      }
    },
    "rfc3659/7.5.2/unique-stable": { probe in
      try await populate(probe)
      try await probe.prepare(.send("OPTS MLST type;unique;"))
      var seen: [Set<String>] = []
      for name in ["file.txt", "other.txt"] {
        var told = [try await probe.describe(name).unique]
        for _ in 0..<2 { told.append(try await probe.children().first { $0.text == name }?.unique) }
        if told.contains(nil) { try probe.skip("there is no unique fact") }
        seen.append(Set(told.compactMap(\.self)))
      }
      try probe.require(seen.allSatisfy { $0.count == 1 }, "one value for each file", "\(seen)")
      try probe.require(seen[0] != seen[1], "a different value for each file", Probe.list(seen[0].sorted()))
    },
    "rfc3659/7.5.7/size-fact": { probe in
      try await populate(probe)
      let entries = try await probe.children().filter { $0["size"] != nil }
      if entries.isEmpty { try probe.skip("there is no size fact") }
      for entry in entries {
        let size = entry["size"] ?? ""
        let isDecimal = !size.isEmpty && size.utf8.allSatisfy { (0x30...0x39).contains($0) }
        try probe.require(isDecimal, "decimal digits", "size=\(size) for \(entry.text)")
        if entry.type?.isDirectory == true {
          probe.warn("no size for a directory", "size=\(size) for \(entry.text)")
        } else if size != "5" {
          probe.warn("the 5 octets of \(entry.text)", "size=\(size)")
        }
      }
    },
    "rfc3659/7.6/fact-names": { probe in
      let standard = [
        "type", "unique", "modify", "create", "perm", "lang", "size", "media-type", "charset",
      ]
      let features = try await probe.features()
      let listed = features.all("MLST").flatMap { FactSelection.read($0.parameters.utf8).value.map(\.name) }
      let odd = listed.filter { !standard.contains($0.lowercased()) && !$0.contains(".") }
      try probe.require(odd.isEmpty, "standard facts, or a dot in the name", odd.joined(separator: ", "))
      _ = try await probe.describe()
    },
    "expect no facts": { probe in
      let reply = try await probe.preparing("MLST") { try await probe.send("MLST", expecting: 250) }
      // A line without anything in it is for rfc3659/7.2/mlst-reply-form.
      let entries = reply.lines.dropFirst().dropLast().filter { !$0.text.isEmpty }
      if entries.isEmpty { try probe.skip("MLST has no entry (see rfc3659/7.2/mlst-reply-form)") }
      // The space before each entry is for the same case.
      for line in entries {
        let facts = line.bytes.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
        if line.bytes.first != 0x20 || facts.last == UInt8(ascii: ";") {
          try probe.fail("no facts, a space and a name", Escaping.ascii(line.bytes))
        }
      }
    },
  ]

  /// Creates two files of five bytes and a directory.
  private static func populate(_ probe: Probe) async throws {
    try await probe.prepare(.store("file.txt", "12345"), .store("other.txt", "67890"), .send("MKD inner"))
  }
}
