import FTPProtocol

/// RFC 959, appendix II: directory commands.
enum RFC959AppendixII {
  static let bodies: [String: CaseBody] = [
    "rfc959/appendix-ii/mkd-absolute-name": { probe in
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
    "rfc959/appendix-ii/doubled-quote": { probe in
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
    "find the way back to a directory": { try await requireWayBack(to: "with space", $0) },
    "expect no CWD to marked": { probe in
      let reply = try await probe.send("CWD marked")
      if !reply.code.isNegative, try await !probe.send("CWD ftpraw-missing").code.isNegative {
        try probe.skip("CWD gets \(reply.code) whatever it names (see rfc959/4.1.1/cwd-missing)")
      }
      try probe.expect(reply, .negative, to: "CWD marked")
    },
    "rfc959/appendix-ii/pwd-eight-bit-name": { try await requireWayBack(to: "gr\u{FC}n", $0) },
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
