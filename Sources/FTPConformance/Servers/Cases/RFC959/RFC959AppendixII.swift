import FTPProtocol

/// RFC 959, appendix II: directory commands.
enum RFC959AppendixII {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/appendix-ii/mkd-reply-form", "MKD gets 257 and the name in double quotes.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["path-no-quotes", "path-missing", "path-250"]
    ) { probe in
      try await probe.send("MKD inner", expecting: 257)
    },
    ServerCase(
      "rfc959/appendix-ii/mkd-absolute-name",
      "The name in the reply to MKD is absolute, so it means the same directory everywhere.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["reply-text=MKD:\"inner\" created", "path-missing"]
    ) { probe in
      try await probe.send("MKD elsewhere", expecting: 257)
      let made = try await probe.send("MKD inner", expecting: 257)
      guard let path = try? PathReply.read(made).value else {
        try probe.fail("the absolute path of the directory in the reply to MKD", Probe.words(of: made))
      }
      try await probe.send("CWD elsewhere", expecting: .completion)
      let reply = try await probe.change(to: path)
      try probe.require(
        reply.code.kind == .completion, "a name that CWD takes in another directory",
        "\(path.text), for which CWD gets \(Probe.words(of: reply))")
      let there = try await probe.workingDirectory()
      try probe.require(there.ends(with: "inner"), "a path that ends with inner", there.text)
    },
    ServerCase(
      "rfc959/appendix-ii/doubled-quote", "A double quote in a name is doubled in 257 replies.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["path-quotes", "path-no-quotes"]
    ) { probe in
      let made = try await probe.ftp.send("MKD one\"two")
      if made.code.isNegative { try probe.skip("names cannot contain a double quote") }
      // If the reply contains no name at all, mkd-reply-form reports that, and PWD shows whether quotes are doubled.
      try probe.require(
        made.text.contains("one\"\"two") || !made.text.contains("\""), "one\"\"two in the reply to MKD",
        Probe.words(of: made))
      try await probe.send("CWD one\"two", expecting: .completion)
      let named = try await probe.send("PWD", expecting: 257)
      try probe.require(
        named.text.contains("one\"\"two"), "one\"\"two in the reply to PWD", Probe.words(of: named))
    },
    ServerCase(
      "rfc959/appendix-ii/mkd-existing-directory", "MKD of an existing directory is refused.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["code-swap=550:257", "code-swap=550:450"]
    ) { probe in
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("MKD inner", expecting: 521, 550, 553)
    },
    ServerCase(
      "rfc959/appendix-ii/mkd-existing-file", "MKD with the name of a file is refused.",
      needs: [.writeAccess, .data], tags: ["directory"],
      failsWith: ["code-swap=550:257", "code-swap=550:450"]
    ) { probe in
      try await probe.upload("STOR taken", "a file")
      try await probe.send("MKD taken", expecting: 521, 550, 553)
      let copy = try await probe.download("RETR taken")
      try probe.require(copy.bytes == Array("a file".utf8), "the file unchanged", copy.summary)
    },
    ServerCase(
      "rfc959/appendix-ii/pwd-reply-form", "PWD gets 257 and the name in double quotes.", tags: ["directory"],
      failsWith: ["path-no-quotes", "path-missing", "code-pwd"]
    ) { probe in
      try await probe.send("PWD", expecting: 257)
    },
    ServerCase(
      "rfc959/appendix-ii/pwd-name-round-trip", "CWD accepts the name from PWD unchanged.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: [
        "reply-text=PWD:\"/no/such/place\" is it", "reply-text=PWD:\"/\" is it", "path-missing", "path-break",
      ]
    ) { probe in
      try await requireWayBack(to: "with space", probe)
      // PWD alone does not prove where the session is.
      try await probe.send("MKD marked", expecting: 257)
      try await probe.send("CDUP", expecting: .completion)
      try await probe.send("CWD marked", expecting: .negative)
      // Removed here, because not every server lists what remains to be cleaned up.
      for command in ["CWD with space", "RMD marked"] { try await probe.send(command) }
    },
    ServerCase(
      "rfc959/appendix-ii/pwd-eight-bit-name",
      "CWD accepts the name from PWD even if it has eight-bit characters.",
      ["959:appendix-ii:pwd-name-round-trip"], needs: [.writeAccess], tags: ["directory", "utf8"],
      failsWith: ["reply-text=PWD:\"/no/such/place\" is it", "path-missing"]
    ) { probe in
      try await requireWayBack(to: "gr\u{FC}n", probe)
    },
    ServerCase(
      "rfc959/appendix-ii/rmd-codes", "The replies to RMD have the codes of DELE.", needs: [.writeAccess],
      tags: ["directory"],
      failsWith: ["code-answer=RMD:257", "code-swap=550:553"]
    ) { probe in
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("RMD inner", expecting: 250)
      try await probe.send("RMD inner", expecting: 550, 450)
    },
  ]

  /// Creates a directory, enters it, and ends the case unless the name in PWD leads back to it.
  private static func requireWayBack(to name: String, _ probe: Probe) async throws {
    let made = try await probe.send("MKD \(name)", expecting: 257, .negative)
    if made.code.isNegative { try probe.skip("the server refuses such names: \(Probe.words(of: made))") }
    try await probe.send("CWD \(name)", expecting: .completion)
    let inner = try await probe.workingDirectory()
    try await probe.send("CDUP", expecting: .completion)
    let outer = try await probe.workingDirectory()
    try probe.require(inner.path != outer.path, "a name other than that of the parent directory", outer.text)
    try probe.expect(try await probe.change(to: inner), .completion, to: "CWD \(inner.text)")
    let again = try await probe.workingDirectory()
    try probe.require(again.path == inner.path, inner.text, again.text)
  }
}
