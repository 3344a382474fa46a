import FTPProtocol

/// RFC 959, appendix II: directory commands.
enum RFC959AppendixII {
  static let bodies: [String: CaseBody] = [
    "rfc959/appendix-ii/doubled-quote": { probe in
      let made = try await probe.ftp.send("MKD one\"two")
      if made.code.isNegative { try probe.skip("names cannot contain a double quote") }
      // If the reply contains no name at all, mkd-reply-form reports that, and PWD shows whether quotes are doubled.
      try probe.require(
        made.code != 257 || made.text.contains("one\"\"two") || !made.text.contains("one"),
        "one\"\"two in the reply to MKD",
        Probe.words(of: made))
      try await probe.prepare(.send("CWD one\"two"))
      let named = try await probe.preparing("PWD") { try await probe.send("PWD", expecting: 257) }
      guard named.text.contains("\"") else { try probe.skip("PWD names no path in quotes") }
      try probe.require(
        named.text.contains("one\"\"two"), "one\"\"two in the reply to PWD", Probe.words(of: named))
    }
  ]
}
