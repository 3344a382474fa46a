import FTPProtocol

/// RFC 3659, section 7.5: the standard facts; that about rights has a file of its own.
enum RFC3659Section7_5 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/7.5.1/type-values", "A type is file, dir, cdir, pdir, or one that a system defines.",
      ["3659:7.5.1:type-values"], needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "facts"],
      failsWith: ["listing-fact=type=thing"]
    ) { probe in
      try await populate(probe)
      _ = try await probe.entries()
      let types = [try await probe.describe("file.txt").type, try await probe.describe("inner").type]
      if types.contains(nil) { try probe.skip("MLST has no type fact") }
      try probe.require(types == [.file, .directory], "type=file and type=dir", "\(types.compactMap { $0 })")
    },
    ConformanceCase(
      "rfc3659/7.5.1/cdir-mlsd-only", "In answer to MLST a directory is a dir, never a cdir.",
      ["3659:7.5.1:cdir-mlsd-only"], needs: [.feature("MLST")], tags: ["mlst", "facts"],
      failsWith: ["listing-fact=type=cdir"]
    ) { probe in
      _ = try await probe.describe()
    },
    ConformanceCase(
      "rfc3659/7.5.1/dir-is-directory", "Whatever MLSD calls a dir can be entered.",
      ["3659:7.5.1:dir-is-directory"], needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["mlst", "facts"], failsWith: ["listing-fact=type=dir+listing-fact=perm=e"]
    ) { probe in
      try await populate(probe)
      let home = try await probe.workingDirectory().text
      for entry in try await probe.children() where entry.type == .directory {
        if let rights = entry.permissions, !rights.contains(.enter) { continue }
        try await probe.send("CWD \(entry.text)", expecting: .completion)
        try await probe.send("CWD \(home)", expecting: .completion)
      }
    },
    ConformanceCase(
      "rfc3659/7.5.2/unique-stable", "The unique fact of a file stays what it is, and no other file has it.",
      ["3659:7.5.2:unique-stable"], needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "facts"],
      failsWith: ["listing-fact=unique=1"]
    ) { probe in
      try await populate(probe)
      try await probe.select(facts: "type", "unique")
      var seen: [Set<String>] = []
      for name in ["file.txt", "other.txt"] {
        var told = [try await probe.describe(name).unique]
        for _ in 0..<2 { told.append(try await probe.children().first { $0.text == name }?.unique) }
        if told.contains(nil) { try probe.skip("there is no unique fact") }
        seen.append(Set(told.compactMap(\.self)))
      }
      try probe.require(seen.allSatisfy { $0.count == 1 }, "one value for each file", "\(seen)")
      try probe.require(seen[0] != seen[1], "a value of its own for each file", "\(seen[0].sorted())")
    },
    ConformanceCase(
      "rfc3659/7.5.3/modify-changes", "The modify fact changes when the contents do.",
      ["3659:7.5.3:modify-changes"], needs: [.writeAccess, .data, .feature("MLST"), .feature("MFMT")],
      tags: ["mlst", "facts"], failsWith: ["listing-fact=modify=20010203040506"]
    ) { probe in
      try await probe.upload("STOR file.txt", "first")
      // Back in time, so that no clock has to be waited for.
      try await probe.send("MFMT 20010203040506 file.txt", expecting: 213, citing: "mfxx:3:mfmt-213")
      guard let old = try await probe.describe("file.txt").modify else {
        try probe.skip("MLST has no modify fact")
      }
      try await probe.upload("STOR file.txt", "second")
      let new = try await probe.describe("file.txt").modify
      try probe.require(new != old, "another time than \(old) behind STOR", "the same time")
    },
    ConformanceCase(
      "rfc3659/7.5.4/create-before-modify", "Nothing was modified before it was created.",
      ["3659:7.5.4:create-before-modify"], needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["mlst", "facts"], failsWith: ["listing-fact=create=22000101000000"]
    ) { probe in
      try await populate(probe)
      try await probe.select(facts: "type", "create", "modify")
      let entries = try await probe.entries()
      if !entries.contains(where: { $0.create != nil && $0.modify != nil }) {
        try probe.skip("there is no create fact")
      }
    },
    ConformanceCase(
      "rfc3659/7.5.7/size-fact", "The size of a file is told in decimal digits.",
      ["3659:7.5.7:size-fact"], needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["mlst", "facts", "size"],
      failsWith: ["listing-fact=size=5x", "listing-fact=size=6"]
    ) { probe in
      try await populate(probe)
      for entry in try await probe.children() {
        guard let size = entry["size"] else { continue }
        if entry.type?.isDirectory == true {
          probe.warn("no size for a directory", "size=\(size) for \(entry.text)")
        } else if size != "5" {
          probe.warn("the 5 octets of \(entry.text)", "size=\(size)")
        }
      }
    },
    ConformanceCase(
      "rfc3659/7.5.10/recommended-facts", "The facts type, perm, size, unique and modify are there.",
      ["3659:7.5.10:recommended-facts"], needs: [.feature("MLST")], tags: ["feat", "mlst", "facts"],
      failsWith: ["feat-bare"]
    ) { probe in
      let names = Set(try await probe.features().facts?.map { $0.name.lowercased() } ?? [])
      let missing = ["type", "perm", "size", "unique", "modify"].filter { !names.contains($0) }
      try probe.require(missing.isEmpty, "all five in FEAT", "no \(missing.joined(separator: ", no "))")
    },
  ]

  /// Two files of five octets and a directory.
  static func populate(_ probe: Probe) async throws {
    try await probe.upload("STOR file.txt", "12345")
    try await probe.upload("STOR other.txt", "67890")
    try await probe.send("MKD inner", expecting: 257)
  }
}
