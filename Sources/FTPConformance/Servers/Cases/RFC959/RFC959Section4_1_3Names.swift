import FTPProtocol

/// RFC 959, section 4.1.3: RNFR, RNTO, DELE, RMD and MKD.
enum RFC959Section4_1_3Names {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/rnfr-350", "RNFR of an existing file gets 350, and changes nothing yet.",
      needs: [.writeAccess, .data, .secondLogin],
      tags: ["rename"], failsWith: ["code-answer=RNFR:250", "code-pretend=RNFR:200"],
      .prepare(.store("old.txt", "still here")),
      .sendOptional("RNFR old.txt", 350),
      // Checked in a second session, because a server may insist on RNTO as the next command.
      .secondSession,
      .inSecondSession(.retrieve("old.txt", is: "still here"))),
    ServerCase(
      "rfc959/4.1.3/rnfr-missing", "RNFR of a missing name fails.",
      tags: ["rename"], failsWith: ["code-answer=RNFR:350", "code-pretend=RNFR:350"],
      // The table of codes allows no success of RNFR for such a name, but no sentence says when the server must look.
      .choose(
        "RNFR no-such-file", .negative, tolerating: [350], isOptional: true,
        accepted: [.send("RNTO no-such-file-either", .negative)])),
    ServerCase(
      "rfc959/4.1.3/rnto-renames", "RNTO gives the file of RNFR its new name, and the old name is gone.",
      needs: [.writeAccess, .data], tags: ["rename"],
      failsWith: ["code-pretend=RNTO:250", "code-answer=RNTO:200"],
      .prepare(.store("old.txt", "the same text"), .send("RNFR old.txt")),
      .send("RNTO new.txt", 250),
      .retrieve("new.txt", is: "the same text"),
      .gone("old.txt")),
    ServerCase(
      "rfc959/4.1.3/rnto-after-rnfr", "RNTO without RNFR gets 503.",
      tags: ["rename", "sequence"], failsWith: ["code-answer=RNTO:250", "code-swap=503:501"],
      .sendOptional("RNTO no-such-file", 503, tolerating: [.permanent])),
    ServerCase(
      "rfc959/4.1.3/rnto-directly-after", "A command between RNFR and RNTO breaks the rename.",
      needs: [.writeAccess, .data], tags: ["rename", "sequence"],
      failsWith: ["code-pretend=RNTO:250", "code-swap=503:550"]
    ) { probe in
      try await probe.prepare(.store("old.txt", "still here"), .send("RNFR old.txt"))
      let between = try await probe.send("PWD")
      let reply = try await probe.send("RNTO new.txt")
      if between.code.isNegative {
        try probe.skip(
          "PWD after RNFR is refused, so that nothing comes between: \(Probe.words(of: between))")
      }
      // The sentence binds clients; many servers remember RNFR until RNTO comes.
      try probe.expect(reply, 503, 250, tolerating: [.permanent], to: "RNTO new.txt")
      let isRenamed = reply.code == 250
      let copy = try await probe.download("RETR \(isRenamed ? "new" : "old").txt")
      try probe.requireSame(
        copy, as: Array("still here".utf8), "the file under its \(isRenamed ? "new" : "old") name")
    },
    ServerCase(
      "rfc959/4.1.3/dele-removes", "DELE removes a file once, without asking again.",
      ["959:4.1.3:dele-removes", "959:4.1.3:dele-missing"], needs: [.writeAccess, .data],
      failsWith: ["code-pretend=DELE:250", "code-answer=DELE:200", "code-answer=DELE:250"],
      .prepare(.store("doomed.txt", "not for long")),
      .sendOptional("DELE doomed.txt", 250),
      .gone("doomed.txt"),
      .send("DELE doomed.txt", .negative, citing: "959:4.1.3:dele-missing")),
    ServerCase(
      "rfc959/4.1.3/dele-missing", "DELE of a missing file gets 550.", needs: [.writeAccess],
      failsWith: ["code-answer=DELE:250"],
      .sendOptional("DELE no-such-file", 550, 450)),
    ServerCase(
      "rfc959/4.1.3/dele-directory", "DELE does not remove a directory.",
      needs: [.writeAccess], failsWith: ["code-answer=DELE:250"],
      .prepare(.send("MKD folder")),
      // The RFC speaks of files, but forbids nothing.
      .choose(
        "DELE folder", .negative, tolerating: [.completion], isOptional: true,
        refused: [.send("CWD folder", .completion)])),
    ServerCase(
      "rfc959/4.1.3/rmd-removes", "RMD removes a directory, by a relative or an absolute name.",
      needs: [.writeAccess],
      failsWith: ["code-pretend=RMD:250", "code-answer=RMD:200"],
      .prepare(.send("MKD near")),
      .sendOptional("RMD near", 250),
      .send("CWD near", .negative),
      .prepare(.send("MKD far")),
      // Not every system separates names by slashes; if so, there is only the relative form.
      .choose(
        "CWD {directory}/far",
        accepted: [
          .prepare(.send("CDUP")),
          .send("RMD {directory}/far", 250),
          .send("CWD far", .negative),
        ])),
    ServerCase(
      "rfc959/4.1.3/rmd-missing-or-file", "RMD of a missing name, or of a file, fails.",
      needs: [.writeAccess, .data], failsWith: ["code-answer=RMD:250"],
      .sendOptional("RMD no-such-folder", .negative),
      .prepare(.store("file.txt", "no folder")),
      .send("RMD file.txt", .negative),
      .retrieve("file.txt", is: "no folder")),
    ServerCase(
      "rfc959/4.1.3/mkd-relative", "MKD with a relative name creates a directory inside the current one.",
      needs: [.writeAccess],
      failsWith: ["reply-text=PWD:\"/\" is it"],
      .remember(.directory),
      .send("MKD inner", .completion),
      .send("CWD inner", .completion),
      .other(.directory),
      .prepare(.send("CDUP")),
      .same(.directory)),
  ]
}

extension Probe {
  /// Enters the directory of the case on another connection.
  func enterDirectory(over connection: CaseConnection) async throws {
    guard let directory else { throw CaseStop.impossible("the case has no directory") }
    try await prepare(.send("CWD \(directory)"), over: connection)
  }
}
