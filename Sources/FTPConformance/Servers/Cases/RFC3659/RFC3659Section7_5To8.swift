import FTPProtocol

/// RFC 3659, sections 7.5 to 8: the standard facts, what MLST and MLSD list, MLST in FEAT, and OPTS.
enum RFC3659Section7_5To8 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/7.5.7/size-fact": { probe in
      try await probe.prepare(
        .store("file.txt", "12345"), .store("other.txt", "67890"), .send("MKD inner"))
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
}
