import FTPProtocol

/// RFC 775: the X verbs, from which the directory commands come.
enum RFC775 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc775/1/xpwd", "XPWD does what PWD does.", ["775:1:x-verbs"], tags: ["directories"],
      failsWith: ["code-answer=XPWD:250", "code-pretend=XPWD:257"]
    ) { probe in
      let old = try await probe.sendOptional("XPWD")
      let new = try await probe.send("PWD", expecting: 257)
      // Only the names count: the words after them are free.
      let isSame = try old.code == 257 && PathReply.read(old).value.path == PathReply.read(new).value.path
      try probe.require(isSame, Probe.words(of: new), Probe.words(of: old))
    },
    ServerCase(
      "rfc775/1/xmkd-xrmd", "XMKD creates a directory, and XRMD removes it.",
      ["775:1:x-verbs", "959:4.2:success-means-done"], needs: [.writeAccess], tags: ["directories"],
      failsWith: ["code-pretend=XMKD:257", "code-pretend=XRMD:250", "code-answer=XMKD:250"]
    ) { probe in
      try probe.expect(await probe.sendOptional("XMKD inner"), 257, to: "XMKD")
      try await probe.send("CWD inner", expecting: .completion, citing: Self.done)
      try await probe.send("CDUP", expecting: .completion)
      try probe.expect(await probe.sendOptional("XRMD inner"), .completion, to: "XRMD")
      try await probe.send("CWD inner", expecting: .negative, citing: Self.done)
    },
    ServerCase(
      "rfc775/1/xcwd-xcup", "XCWD changes to a directory, and XCUP to its parent.",
      ["775:1:x-verbs", "959:4.2:success-means-done"], needs: [.writeAccess], tags: ["directories"],
      failsWith: ["code-pretend=XCWD:250", "code-pretend=XCUP:250"]
    ) { probe in
      let outside = try await probe.send("PWD", expecting: 257)
      try await probe.send("MKD inner", expecting: 257)
      try probe.expect(await probe.sendOptional("XCWD inner"), .completion, to: "XCWD")
      let inside = try await probe.send("PWD", expecting: 257)
      try probe.require(
        inside.text != outside.text, "a different directory", Probe.words(of: inside),
        citing: Self.done)
      try probe.expect(await probe.sendOptional("XCUP"), .completion, to: "XCUP")
      let back = try await probe.send("PWD", expecting: 257)
      try probe.require(
        back.text == outside.text, Probe.words(of: outside), Probe.words(of: back), citing: Self.done)
    },
  ]

  /// The rule that an X verb breaks by claiming to have done something that it has not: servers need not have these
  /// verbs.
  private static let done: RequirementID = "959:4.2:success-means-done"
}
