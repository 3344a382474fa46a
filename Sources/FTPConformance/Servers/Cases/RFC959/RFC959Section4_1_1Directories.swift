import FTPProtocol

/// RFC 959, section 4.1.1: CWD, CDUP and SMNT.
enum RFC959Section4_1_1Directories {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.1/cwd-only-directory", "CWD does not change the login or the transfer parameters.",
      needs: [.writeAccess, .data], tags: ["directories"],
      failsWith: ["parameter-reset=CWD"],
      .textFile,
      .prepare(.send("MKD inner"), .send("CWD inner")),
      .lines(in: "I", "{directory}/lines.txt", after: "after CWD")),
    ServerCase(
      // If CWD ends the login, no directory can be entered, so this case needs none.
      "rfc959/4.1.1/cwd-keeps-login", "CWD leaves the user logged in.", ["959:4.1.1:cwd-only-directory"],
      tags: ["directories"], failsWith: ["command-before=CWD:REIN"]
    ) { probe in
      let home = try await probe.preparing("PWD") { try await probe.workingDirectory() }
      let reply = try await probe.change(to: home)
      try probe.require(reply.code != 530, "250 to CWD after the login", Probe.words(of: reply))
      try await probe.send("PWD", expecting: .completion)
    },
    ServerCase(
      "rfc959/4.1.1/cwd-missing", "CWD to a missing directory gets 550 and does not change the directory.",
      ["959:4.1.1:cwd-missing", "959:5.4:cwd-codes"], tags: ["directories"],
      failsWith: ["code-answer=CWD:250", "code-swap=550:501"],
      .remember(.directory),
      .send("CWD no-such-directory", 550),
      .same(.directory)),
    ServerCase(
      "rfc959/4.1.1/cwd-missing-stays",
      "A refused CWD does not change the directory, even below the root.",
      ["959:4.1.1:cwd-missing"], needs: [.writeAccess], tags: ["directories"],
      failsWith: ["command-before=PWD:CWD /"],
      .prepare(.send("MKD inner"), .send("CWD inner")),
      .remember(.directory),
      .send("CWD no-such-directory", .negative),
      .same(.directory),
      // PWD alone does not prove where the session is.
      .prepare(.send("MKD marked"), .send("CDUP")),
      .send("CWD marked", .negative),
      // Removed here, because not every server lists what remains to be cleaned up.
      .prepare(.attempt("CWD inner"), .attempt("RMD marked"))),
    ServerCase(
      "rfc959/4.2/cwd-up", "CWD .. is refused, or goes to another directory.", ["959:4.2:success-means-done"],
      needs: [.writeAccess], tags: ["directories"], failsWith: ["argument-taken=CWD:."],
      .prepare(.send("MKD inner"), .send("CWD inner")),
      .remember(.directory),
      .choose("CWD ..", .completion, .permanent, accepted: [.other(.directory)])),
    ServerCase(
      "rfc959/4.1.1/cwd-file", "CWD to a file is refused.",
      needs: [.writeAccess, .data], tags: ["directories"], failsWith: ["code-answer=CWD:250"],
      .prepare(.store("file.txt", "no directory")),
      .send("CWD file.txt", .permanent)),
    ServerCase(
      "rfc959/4.1.1/cdup-parent", "CDUP goes to the parent directory.",
      needs: [.writeAccess], tags: ["directories"], failsWith: ["code-pretend=CDUP:250"],
      .remember(.directory),
      .prepare(.send("MKD inner"), .send("CWD inner")),
      .send("CDUP", .completion),
      .same(.directory)),
    ServerCase(
      "rfc959/4.1.1/cdup-codes", "CDUP gets 250 or 200.",
      ["959:4.1.1:cdup-codes", "959:5.4:cdup-codes"], needs: [.writeAccess], tags: ["directories"],
      failsWith: ["code-answer=CDUP:226"],
      .send("CDUP", 250, 200)),
    ServerCase(
      "rfc959/4.1.1/smnt-answer", "SMNT is executed, superfluous, or not implemented.",
      ["959:4.1.1:smnt-answer", "959:5.4:smnt-codes"],
      failsWith: ["code-answer=SMNT:200", "code-answer=SMNT:331"],
      .sendOptional("SMNT no-such-structure", 202, 250, .permanent)),
  ]
}
