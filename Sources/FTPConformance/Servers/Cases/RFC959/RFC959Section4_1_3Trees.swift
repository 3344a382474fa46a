import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.3: the effects of commands on directories, and on the neighbours of files.
enum RFC959Section4_1_3Trees {
  static let cases: [ServerCase] = [
    // Renaming.
    ServerCase(
      "rfc959/4.1.3/rnto-long-name",
      "RNTO gives a file exactly the new name, and does not change its contents.",
      ["959:4.1.3:rnto-renames"], needs: [.writeAccess, .data], tags: ["rename", "tree"],
      failsWith: ["command-as=RNTO:RNTO Renamed", "command-before=RNTO:RNTO other"]
    ) { probe in
      let name = "Renamed with Capitals and with more than thirty-two letters.text"
      try await probe.upload("STOR old.txt", "the same text")
      let before = try await probe.send("MDTM old.txt")
      try await probe.send("RNFR old.txt", expecting: 350)
      try await probe.send("RNTO \(name)", expecting: 250)
      try await probe.requireNames([name], after: "after RNTO")
      let copy = try await probe.download("RETR \(name)")
      try probe.requireSame(copy, as: Array("the same text".utf8), of: "the renamed file")
      let after = try await probe.send("MDTM \(name)")
      if before.code == 213, after.code == 213, after.text != before.text {
        probe.warn("the time before: \(before.text)", Probe.words(of: after))
      }
    },
    ServerCase(
      "rfc959/4.1.3/rnto-other-directory",
      "RNTO with a name in another directory moves the file, or is refused.",
      ["959:4.1.3:rnto-renames"], needs: [.writeAccess, .data], tags: ["rename", "tree"],
      failsWith: ["code-pretend=RNTO:250", "command-as=RNTO:RNTO moved.txt"]
    ) { probe in
      try await probe.upload("STOR old.txt", "the same text")
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("RNFR old.txt", expecting: 350)
      let moved = try await probe.send("RNTO inner/moved.txt", expecting: 250, .negative)
      if moved.code.isNegative {
        let copy = try await probe.download("RETR old.txt")
        return try probe.requireSame(copy, as: Array("the same text".utf8), of: "the file under its old name")
      }
      let (gone, left) = try await probe.startPassive("RETR old.txt")
      try await left?.end()
      try probe.expect(gone, .negative, to: "RETR of the old name")
      try await probe.send("CWD inner", expecting: .completion)
      let copy = try await probe.download("RETR moved.txt")
      try probe.requireSame(copy, as: Array("the same text".utf8), of: "the moved file")
    },
    ServerCase(
      "rfc959/4.1.3/rnto-existing", "RNTO with the name of another file replaces that file, or is refused.",
      ["959:4.1.3:rnto-renames"], needs: [.writeAccess, .data], tags: ["rename", "tree"],
      failsWith: ["code-pretend=RNTO:250"]
    ) { probe in
      let (renamed, other) = (Array("the file to rename".utf8), Array("the existing file".utf8))
      try await probe.upload("STOR old.txt", renamed)
      try await probe.upload("STOR new.txt", other)
      try await probe.send("RNFR old.txt", expecting: 350)
      let isRefused = try await probe.send("RNTO new.txt", expecting: 250, .negative).code.isNegative
      let copy = try await probe.download("RETR new.txt")
      guard isRefused else {
        try probe.requireSame(copy, as: renamed, of: "the renamed file")
        let gone = try await probe.startPassive("RETR old.txt")
        return try await probe.expectRefusal(gone, .negative, to: "RETR of the old name")
      }
      try probe.requireSame(copy, as: other, of: "the existing file")
      let kept = try await probe.download("RETR old.txt")
      try probe.requireSame(kept, as: renamed, of: "the file under its old name")
    },
    ServerCase(
      "rfc959/4.1.3/rnto-once", "An RNFR is valid for one RNTO, whether or not that succeeds.",
      ["959:4.1.3:rnto-after-rnfr"], needs: [.writeAccess, .data], tags: ["rename", "sequence"],
      failsWith: ["code-swap=503:250", "command-before=RNTO:RNFR a.txt"]
    ) { probe in
      try await probe.upload("STOR a.txt", "a")
      try await probe.send("RNFR a.txt", expecting: 350)
      let refused = try await probe.send("RNTO no-such-directory/b.txt")
      if refused.code.isNegative {
        try await probe.send("RNTO c.txt", expecting: 503, tolerating: [.permanent])
        try await probe.send("RNFR a.txt", expecting: 350)
        try await probe.send("RNTO b.txt", expecting: 250)
      }
      try await probe.send("RNTO d.txt", expecting: 503, tolerating: [.permanent])
    },
    // Neighbours.
    ServerCase(
      "rfc959/4.1.3/dele-leaves-others", "DELE removes only the file that it names.",
      ["959:4.1.3:dele-removes"], needs: [.writeAccess, .data], tags: ["tree"],
      failsWith: ["command-before=DELE:DELE same.txt.bak", "code-pretend=DELE:250"]
    ) { probe in
      for name in ["same.txt", "same.txt.bak", "same.tx", "Same.txt2"] {
        try await probe.upload("STOR \(name)", name)
      }
      try await probe.send("DELE same.txt", expecting: 250)
      try await probe.requireNames(["same.txt.bak", "same.tx", "Same.txt2"], after: "after DELE same.txt")
    },
    ServerCase(
      "rfc959/4.1.3/rmd-full", "RMD of a directory that is not empty is refused.",
      // No RFC says so, but this keeps a slip of the hand from deleting all files.
      ["959:4.1.3:rmd-removes"], needs: [.writeAccess, .data], tags: ["tree", "security"],
      failsWith: ["command-before=RMD:DELE full/kept.txt", "code-answer=RMD:250"]
    ) { probe in
      try await probe.send("MKD full", expecting: 257)
      let (reply, transfer) = try await probe.startPassive("STOR full/kept.txt")
      guard let transfer else {
        try probe.skip("names cannot contain slashes here: \(Probe.words(of: reply))")
      }
      try await transfer.sendUntilRefused(Array("still here".utf8))
      try probe.expect(try await transfer.end(), .completion, to: "STOR full/kept.txt")
      let removed = try await probe.send("RMD full")
      let there = try await probe.send("CWD full")
      if removed.code.isNegative {
        return try probe.expect(there, .completion, to: "CWD to the directory that was not removed")
      }
      probe.warn(
        "a refusal, since it contains a file",
        there.code.isNegative
          ? "\(Probe.words(of: removed)), and its file is gone too"
          : "\(Probe.words(of: removed)), but the directory still exists")
    },
    // Missing directories and files.
    ServerCase(
      "rfc959/4.2/stor-missing-directory", "STOR into a missing directory is refused.",
      ["959:4.2:success-means-done"], needs: [.writeAccess, .data], tags: ["tree"],
      failsWith: ["code-answer=STOR:226", "command-as=STOR:STOR elsewhere"]
    ) { probe in
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
    // Listings.
    ServerCase(
      "rfc959/4.1.3/nlst-fresh", "A listing shows all changes since the last one.",
      ["959:4.1.3:nlst-current-directory"], needs: [.writeAccess, .data, .secondLogin],
      tags: ["listing", "tree"],
      failsWith: ["code-pretend=DELE:250", "command-before=NLST:DELE b.txt"]
    ) { probe in
      try await probe.upload("STOR a.txt", "a")
      try await probe.requireNames(["a.txt"], after: "at first")
      let other = try await probe.neighbour()
      try await probe.requireNames(["a.txt"], after: "in a second session", over: other)
      try await probe.upload("STOR b.txt", "b")
      try await probe.requireNames(["a.txt", "b.txt"], after: "after STOR b.txt")
      try await probe.requireNames(
        ["a.txt", "b.txt"], after: "after STOR b.txt in the first session", over: other)
      try await probe.send("RNFR b.txt", expecting: 350)
      try await probe.send("RNTO c.txt", expecting: 250)
      try await probe.requireNames(["a.txt", "c.txt"], after: "after RNTO c.txt")
      try await probe.send("DELE a.txt", expecting: 250)
      try await probe.requireNames(["c.txt"], after: "after DELE a.txt")
      try await probe.requireNames(["c.txt"], after: "after DELE a.txt in the first session", over: other)
    },
    ServerCase(
      "rfc959/4.1.3/list-many", "A long listing has all names.",
      ["959:4.1.3:list-current-directory"], needs: [.writeAccess, .data], tags: ["listing", "tree"],
      failsWith: ["data-close=2000", "listing-none"]
    ) { probe in
      if !probe.isNear { try probe.skip("the server is too far away for many names") }
      let names = (100..<230).map { "name-\($0)" }
      for name in names { try await probe.send("MKD \(name)", expecting: 257) }
      for command in ["LIST", "NLST", "MLSD"] {
        let start = try await probe.startPassive(command)
        if command != "LIST", Probe.isAbsent(start.reply) { continue }
        let lines = Probe.lines(of: try await probe.received(start, command))
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
