import FTPProtocol

/// RFC 959, appendix II: directory commands.
enum RFC959AppendixII {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/appendix-ii/mkd-reply-form", "MKD gets 257 and the name in double quotes.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["path-no-quotes", "path-missing", "path-250"],
      .send("MKD inner", 257)),
    ServerCase(
      "rfc959/appendix-ii/mkd-absolute-name",
      "The name in the reply to MKD is absolute, so it means the same directory everywhere.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["reply-text=MKD:\"inner\" created", "path-missing"]
    ) { probe in
      try await probe.prepare(.send("MKD elsewhere"))
      let made = try await probe.preparing("MKD inner") { try await probe.send("MKD inner", expecting: 257) }
      if made.code != 257 { try probe.skip("MKD got \(made.code), not 257 (see rfc959/5.4/mkd-codes)") }
      guard let path = try? PathReply.read(made).value else {
        try probe.fail("the absolute path of the directory in the reply to MKD", Probe.words(of: made))
      }
      try await probe.prepare(.send("CWD elsewhere"))
      let reply = try await probe.change(to: path)
      try probe.require(
        reply.code.kind == .completion, "a name that CWD takes in another directory",
        "\(path.text), for which CWD gets \(Probe.words(of: reply))")
      let there = try await probe.preparing("PWD") { try await probe.workingDirectory() }
      try probe.require(there.ends(with: "inner"), "a path that ends with inner", there.text)
    },
    ServerCase(
      "rfc959/appendix-ii/doubled-quote", "A double quote in a name is doubled in 257 replies.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["path-quotes"]
    ) { probe in
      let made = try await probe.ftp.send("MKD one\"two")
      if made.code.isNegative { try probe.skip("names cannot contain a double quote") }
      // If the reply contains no name at all, mkd-reply-form reports that, and PWD shows whether quotes are doubled.
      try probe.require(
        made.code != 257 || made.text.contains("one\"\"two") || !made.text.contains("\""),
        "one\"\"two in the reply to MKD",
        Probe.words(of: made))
      try await probe.prepare(.send("CWD one\"two"))
      let named = try await probe.preparing("PWD") { try await probe.send("PWD", expecting: 257) }
      guard named.text.contains("\"") else { try probe.skip("PWD names no path in quotes") }
      try probe.require(
        named.text.contains("one\"\"two"), "one\"\"two in the reply to PWD", Probe.words(of: named))
    },
    ServerCase(
      "rfc959/appendix-ii/mkd-existing-directory", "MKD of an existing directory is refused.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["code-swap=550:257", "code-swap=550:450"],
      .prepare(.send("MKD inner")),
      .send("MKD inner", 521, 550, 553)),
    ServerCase(
      "rfc959/appendix-ii/mkd-existing-file", "MKD with the name of a file is refused.",
      needs: [.writeAccess, .data], tags: ["directory"],
      failsWith: ["code-swap=550:257", "code-swap=550:450"],
      .prepare(.store("taken", "a file")),
      .send("MKD taken", 521, 550, 553),
      .retrieve("taken", is: "a file")),
    ServerCase(
      "rfc959/appendix-ii/pwd-reply-form", "PWD gets 257 and the name in double quotes.", tags: ["directory"],
      failsWith: ["path-no-quotes", "path-missing", "code-pwd"],
      .send("PWD", 257)),
    ServerCase(
      "rfc959/appendix-ii/pwd-name-round-trip", "CWD accepts the name from PWD unchanged.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: [
        "reply-text=PWD:\"/no/such/place\" is it", "reply-text=PWD:\"/\" is it", "path-missing", "path-break",
      ],
      .compute { try await requireWayBack(to: "with space", $0) },
      // PWD alone does not prove where the session is.
      .prepare(.send("MKD marked"), .send("CDUP")),
      .compute { probe in
        let reply = try await probe.send("CWD marked")
        if !reply.code.isNegative, try await !probe.send("CWD ftpraw-missing").code.isNegative {
          try probe.skip("CWD gets \(reply.code) whatever it names (see rfc959/4.1.1/cwd-missing)")
        }
        try probe.expect(reply, .negative, to: "CWD marked")
      },
      // Removed here, because not every server lists what remains to be cleaned up.
      .prepare(.attempt("CWD with space"), .attempt("RMD marked"))),
    ServerCase(
      "rfc959/appendix-ii/pwd-eight-bit-name",
      "CWD accepts the name from PWD even if it has eight-bit characters.",
      ["959:appendix-ii:pwd-name-round-trip"], needs: [.writeAccess], tags: ["directory", "utf8"],
      failsWith: ["reply-text=PWD:\"/no/such/place\" is it", "path-missing"],
      .compute { try await requireWayBack(to: "gr\u{FC}n", $0) }),
    ServerCase(
      "rfc959/appendix-ii/rmd-codes", "The replies to RMD have the codes of DELE.", needs: [.writeAccess],
      tags: ["directory"],
      failsWith: ["code-answer=RMD:257", "code-swap=550:553"],
      .prepare(.send("MKD inner")),
      .sendOptional("RMD inner", 250),
      .send("RMD inner", 550, 450)),
  ]

  /// Creates a directory, enters it, and ends the case unless the name in PWD leads back to it.
  private static func requireWayBack(to name: String, _ probe: Probe) async throws {
    try await probe.prepare(.send("MKD \(name)"), .send("CWD \(name)"))
    let inner = try await probe.workingDirectory()
    try await probe.prepare(.send("CDUP"))
    let outer = try await probe.workingDirectory()
    try probe.require(inner.path != outer.path, "a name other than that of the parent directory", outer.text)
    try probe.expect(try await probe.change(to: inner), .completion, to: "CWD \(inner.text)")
    let again = try await probe.workingDirectory()
    try probe.require(again.path == inner.path, inner.text, again.text)
  }
}
