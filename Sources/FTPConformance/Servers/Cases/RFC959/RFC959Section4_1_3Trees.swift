import FTPProtocol

/// RFC 959, section 4.1.3: the effects of commands on directories, and on the neighbours of files.
enum RFC959Section4_1_3Trees {
  /// A name with everything that a server might change.
  private static let longName = "Renamed with Capitals and with more than thirty-two letters.text"

  static let cases: [ServerCase] = [
    // Renaming.
    ServerCase(
      "rfc959/4.1.3/rnto-long-name",
      "RNTO gives a file exactly the new name, and does not change its contents.",
      ["959:4.1.3:rnto-renames"], needs: [.writeAccess, .data], tags: ["rename", "tree"],
      failsWith: ["command-as=RNTO:RNTO Renamed", "command-before=RNTO:RNTO other"],
      .prepare(.store("old.txt", "the same text"), .send("RNFR old.txt")),
      .send("RNTO \(longName)", .completion),
      .names([longName], after: "after RNTO"),
      .retrieve(longName, is: "the same text")),
    ServerCase(
      "rfc959/4.1.3/rnto-other-directory",
      "RNTO with a name in another directory moves the file, or is refused.",
      ["959:4.1.3:rnto-renames"], needs: [.writeAccess, .data], tags: ["rename", "tree"],
      failsWith: ["code-pretend=RNTO:250", "command-as=RNTO:RNTO moved.txt"],
      .prepare(.store("old.txt", "the same text"), .send("MKD inner"), .send("RNFR old.txt")),
      .choose(
        "RNTO inner/moved.txt", .completion, .negative,
        accepted: [
          .gone("old.txt"), .prepare(.send("CWD inner")), .retrieve("moved.txt", is: "the same text"),
        ],
        refused: [.retrieve("old.txt", is: "the same text")])),
    ServerCase(
      "rfc959/4.1.3/rnto-existing", "RNTO with the name of another file replaces that file, or is refused.",
      ["959:4.1.3:rnto-renames"], needs: [.writeAccess, .data], tags: ["rename", "tree"],
      failsWith: ["code-pretend=RNTO:250"],
      .prepare(
        .store("old.txt", "the file to rename"), .store("new.txt", "the existing file"),
        .send("RNFR old.txt")),
      .choose(
        "RNTO new.txt", .completion, .negative,
        accepted: [.retrieve("new.txt", is: "the file to rename"), .gone("old.txt")],
        refused: [
          .retrieve("new.txt", is: "the existing file"), .retrieve("old.txt", is: "the file to rename"),
        ])),
    ServerCase(
      "rfc959/4.1.3/rnto-once", "An RNFR is valid for one RNTO, whether or not that succeeds.",
      ["959:4.1.3:rnto-after-rnfr"], needs: [.writeAccess, .data], tags: ["rename", "sequence"],
      failsWith: ["code-swap=503:250", "command-before=RNTO:RNFR a.txt"],
      .prepare(.store("a.txt", "a"), .send("RNFR a.txt")),
      .choose(
        "RNTO no-such-directory/b.txt",
        refused: [
          .send("RNTO c.txt", 503, tolerating: [.permanent]),
          .prepare(.send("RNFR a.txt"), .send("RNTO b.txt")),
        ]),
      .send("RNTO d.txt", 503, tolerating: [.permanent])),
    // Neighbours.
    ServerCase(
      "rfc959/4.1.3/dele-leaves-others", "DELE removes only the file that it names.",
      ["959:4.1.3:dele-removes"], needs: [.writeAccess, .data], tags: ["tree"],
      failsWith: ["command-before=DELE:DELE same.txt.bak", "code-pretend=DELE:250"],
      .prepare(
        .store("same.txt", "1"), .store("same.txt.bak", "2"), .store("same.tx", "3"),
        .store("Same.txt2", "4")),
      .send("DELE same.txt", .completion),
      .names(["same.txt.bak", "same.tx", "Same.txt2"], after: "after DELE same.txt")),
    ServerCase(
      "rfc959/4.1.3/rmd-full", "RMD of a directory that is not empty is refused.",
      ["959:4.1.3:rmd-removes"], needs: [.writeAccess, .data], tags: ["tree", "security"],
      failsWith: ["command-before=RMD:DELE full/kept.txt", "code-answer=RMD:250"],
      .prepare(.send("MKD full"), .place("full/kept.txt", "still here")),
      // No RFC says so, but this keeps a slip of the hand from deleting all files.
      .choose(
        "RMD full", .negative, tolerating: [.completion],
        accepted: [.send("CWD full", .negative, citing: "959:4.2:success-means-done")],
        refused: [.send("CWD full", .completion)])),
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
      failsWith: ["code-pretend=DELE:250", "command-before=NLST:DELE b.txt"],
      .prepare(.store("a.txt", "a")),
      .names(["a.txt"], after: "at first"),
      .secondSession,
      .inSecondSession(.names(["a.txt"], after: "in a second session")),
      .prepare(.store("b.txt", "b")),
      .names(["a.txt", "b.txt"], after: "after STOR b.txt"),
      .inSecondSession(.names(["a.txt", "b.txt"], after: "after STOR b.txt in the first session")),
      .prepare(.send("RNFR b.txt"), .send("RNTO c.txt")),
      .names(["a.txt", "c.txt"], after: "after RNTO c.txt"),
      .prepare(.send("DELE a.txt")),
      .names(["c.txt"], after: "after DELE a.txt"),
      .inSecondSession(.names(["c.txt"], after: "after DELE a.txt in the first session"))),
    ServerCase(
      "rfc959/4.1.3/list-many", "A long listing has all names.",
      ["959:4.1.3:list-current-directory"], needs: [.writeAccess, .data], tags: ["listing", "tree"],
      failsWith: ["data-close=2000", "listing-none"]
    ) { probe in
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
