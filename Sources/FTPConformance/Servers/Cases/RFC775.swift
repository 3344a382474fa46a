import FTPProtocol

/// RFC 775: the X verbs, from which the directory commands come.
enum RFC775 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc775/1/xpwd", "XPWD does what PWD does.", ["775:1:x-verbs"], tags: ["directories"],
      failsWith: ["code-answer=XPWD:250", "code-pretend=XPWD:257"]
    ) { probe in
      let old = try await probe.sendOptional("XPWD")
      let new = try await probe.startingDirectory()
      // Only the names count: the words after them are free.
      let isSame = try old.code == 257 && PathReply.read(old).value.path == new.path
      try probe.require(isSame, "257 and '\(new.text)'", Probe.words(of: old))
    },
    ServerCase(
      "rfc775/1/xmkd-xrmd", "XMKD creates a directory, and XRMD removes it.",
      ["775:1:x-verbs", "959:4.2:success-means-done"], needs: [.writeAccess], tags: ["directories"],
      failsWith: ["code-pretend=XMKD:257", "code-pretend=XRMD:250", "code-answer=XMKD:250"],
      .sendOptional("XMKD inner", 257),
      .send("CWD inner", .completion, citing: done),
      .prepare(.send("CDUP")),
      .sendOptional("XRMD inner", .completion),
      .send("CWD inner", .negative, citing: done)),
    ServerCase(
      "rfc775/1/xcwd-xcup", "XCWD changes to a directory, and XCUP to its parent.",
      ["775:1:x-verbs", "959:4.2:success-means-done"], needs: [.writeAccess], tags: ["directories"],
      failsWith: ["code-pretend=XCWD:250", "code-pretend=XCUP:250"],
      .remember(.directory),
      .prepare(.send("MKD inner")),
      .sendOptional("XCWD inner", .completion),
      .other(.directory, citing: done),
      .sendOptional("XCUP", .completion),
      .same(.directory, citing: done)),
  ]

  /// The rule that an X verb breaks by claiming to have done something that it has not: servers need not have these
  /// verbs.
  private static let done: RequirementID = "959:4.2:success-means-done"
}
