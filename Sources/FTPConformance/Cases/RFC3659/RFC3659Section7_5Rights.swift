import FTPProtocol

/// RFC 3659, section 7.5.5: the perm fact.
enum RFC3659Section7_5Rights {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/7.5.5/perm-letters", "The perm fact consists of letters that have a meaning.",
      ["3659:7.5.5:perm-letters"], needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "facts"],
      failsWith: ["listing-fact=perm=rxz"]
    ) { probe in
      try await RFC3659Section7_5.populate(probe)
      let entries = try await probe.entries()
      if entries.allSatisfy({ $0.permissions == nil }) { try probe.skip("there is no perm fact") }
    },
    ConformanceCase(
      "rfc3659/7.5.5/perm-agrees", "The perm fact has the letters of the commands that work, and no others.",
      ["3659:7.5.5:perm-agrees"], needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "facts"],
      failsWith: ["listing-fact=perm=e", "listing-fact=perm=", "listing-fact=perm=acdeflmprw"]
    ) { probe in
      try await RFC3659Section7_5.populate(probe)
      let home = try await probe.workingDirectory().text
      let (file, inner) = (try await probe.describe("file.txt"), try await probe.describe("inner"))
      guard let ofFile = file.permissions, let ofInner = inner.permissions else {
        try probe.skip("there is no perm fact")
      }
      // Letters are a guide and no promise, so what does not agree is a remark.
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
        try await probe.send("CWD \(home)", expecting: .completion)
      }
      compare(ofInner, .delete, "RMD inner", try await done("RMD inner", probe))
      compare(ofFile, .delete, "DELE file.txt", try await done("DELE file.txt", probe))
      for (rights, others, what) in [
        (ofFile, Permissions([.create, .enter, .list, .makeDirectory, .purge]), "a file"),
        (ofInner, Permissions([.append]), "a directory"),
      ] where !rights.isDisjoint(with: others) {
        probe.warn("no letter that has no meaning for \(what)", "perm=\(rights)")
      }
    },
  ]

  private static func done(_ command: String, _ probe: Probe) async throws -> Bool {
    try await probe.send(command).code.kind == .completion
  }

  /// Whether a transfer begins and ends well; nothing is sent in an upload.
  private static func works(_ command: String, _ probe: Probe) async throws -> Bool {
    let answer = try await probe.startPassive(command)
    guard let transfer = answer.transfer else { return false }
    if !command.hasPrefix("STOR"), !command.hasPrefix("APPE") {
      _ = try await transfer.readToEnd(limit: 1 << 20)
    }
    return try await transfer.finish().code.kind == .completion
  }
}
