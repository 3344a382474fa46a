import FTPProtocol

/// RFC 3659, section 7.5: the standard facts.
enum RFC3659Section7_5 {
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
    "rfc3659/7.5.4/create-before-modify": { probe in
      try await populate(probe)
      try await probe.prepare(.send("OPTS MLST type;create;modify;"))
      let entries = try await probe.entries()
      if !entries.contains(where: { $0.create != nil && $0.modify != nil }) {
        try probe.skip("there is no create fact")
      }
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
    "rfc3659/7.5.5/perm-letters": { probe in
      try await populate(probe)
      let entries = try await probe.entries()
      if entries.allSatisfy({ $0.permissions == nil }) { try probe.skip("there is no perm fact") }
    },
    "rfc3659/7.5.5/perm-agrees": { probe in
      try await populate(probe)
      let home = try await probe.startingDirectory().text
      let (file, inner) = (try await probe.describe("file.txt"), try await probe.describe("inner"))
      guard let ofFile = file.permissions, let ofInner = inner.permissions else {
        try probe.skip("there is no perm fact")
      }
      // The letters are a guide and not a promise, so a contradiction is a warning.
      func compare(_ rights: Permissions, _ letter: Permissions, _ command: String, _ works: Bool) {
        guard rights.contains(letter) != works else { return }
        probe.warn(
          works ? "perm with \(letter), since \(command) works" : "perm without \(letter)",
          works ? "perm=\(rights)" : "perm=\(rights), and \(command) is refused")
      }
      compare(ofFile, .retrieve, "RETR file.txt", try await works("RETR file.txt", probe))
      compare(ofFile, .append, "APPE file.txt", try await works("APPE file.txt", probe))
      compare(ofFile, .store, "STOR file.txt", try await works("STOR file.txt", probe))
      let renamed = try await probe.send("RNFR file.txt").code == 350
      if renamed { try await probe.send("RNTO file.txt") }
      compare(ofFile, .rename, "RNFR file.txt", renamed)
      let entered = try await probe.send("CWD inner").code.kind == .completion
      compare(ofInner, .enter, "CWD inner", entered)
      if entered {
        compare(ofInner, .create, "STOR in inner", try await works("STOR made.txt", probe))
        compare(ofInner, .purge, "DELE in inner", try await done("DELE made.txt", probe))
        compare(ofInner, .makeDirectory, "MKD in inner", try await done("MKD made", probe))
        try await probe.send("RMD made")
        compare(ofInner, .list, "MLSD of inner", try await works("MLSD", probe))
        try await probe.prepare(.send("CWD \(home)"))
      }
      compare(ofInner, .delete, "RMD inner", try await done("RMD inner", probe))
      compare(ofFile, .delete, "DELE file.txt", try await done("DELE file.txt", probe))
      for (rights, others, what) in [
        (ofFile, Permissions([.create, .enter, .list, .makeDirectory, .purge]), "a file"),
        (ofInner, Permissions([.append]), "a directory"),
      ] where !rights.isDisjoint(with: others) {
        probe.warn("only letters defined for \(what)", "perm=\(rights)")
      }
    },
  ]

  /// Creates two files of five bytes and a directory.
  private static func populate(_ probe: Probe) async throws {
    try await probe.prepare(.store("file.txt", "12345"), .store("other.txt", "67890"), .send("MKD inner"))
  }

  private static func done(_ command: String, _ probe: Probe) async throws -> Bool {
    try await probe.send(command).code.kind == .completion
  }

  /// Whether a transfer begins and ends well; an upload sends no data.
  private static func works(_ command: String, _ probe: Probe) async throws -> Bool {
    let answer = try await probe.startPassive(command)
    guard let transfer = answer.transfer else { return false }
    if !command.hasPrefix("STOR"), !command.hasPrefix("APPE") {
      _ = try await transfer.contents()
    }
    return try await transfer.end().code.kind == .completion
  }
}
