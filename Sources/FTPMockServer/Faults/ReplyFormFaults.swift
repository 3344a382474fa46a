import FTPProtocol

/// `reply-…`: the bytes of a reply.
enum ReplyFormFaults {
  static let all = [
    FaultKind(
      "reply-bare-lf", "Lines end with LF alone.", "854:nvt:crlf-one-unit",
      onBytes { bytes in bytes.filter { $0 != 0x0D } }),
    FaultKind("reply-cr-inside", "There is a CR inside the text.", "854:nvt:cr-nul", inText { [0x0D] + $0 }),
    FaultKind(
      "reply-no-text", "Replies consist of their code and a line end.", "959:4.2:reply-line",
      onReply { reply in [.text("\(reply.code)\r\n")] }),
    FaultKind(
      "reply-no-separator", "There is no space after the code.", "959:4.2:reply-line",
      onReply { reply in [.bytes(Array("\(reply.code):".utf8) + (reply.lines.last ?? []) + [0x0D, 0x0A])] }),
    FaultKind(
      "reply-8bit", "The text contains a letter in ISO 8859-1.", "2640:3.1:utf8-replies",
      inText { Array("Gr\u{fc}n".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) + [0x20] + $0 }),
    FaultKind("reply-nul", "The text contains a NUL.", "854:nvt:nul-only-after-cr", inText { [0] + $0 }),
    FaultKind(
      "reply-iac", "The text contains a byte 255 that is not doubled.", "854:nvt:iac-doubled",
      inText { [0xFF, 0x20] + $0 }),
    FaultKind(
      "reply-telnet", "The server negotiates a Telnet option before each reply.",
      "3659:2.2:no-telnet-options", onBytes { [0xFF, 0xFB, 0x01] + $0 }),
    FaultKind(
      "reply-blank-line", "An empty line comes before each reply.", "959:4.2:reply-line",
      onBytes { [0x0D, 0x0A] + $0 }),
    FaultKind(
      "reply-twice", .code("500"), "A reply with this code comes twice.", "959:5.4:nothing-spontaneous"
    ) { code in .onReply { facts, steps in if facts.code == code { steps += steps } } },
    FaultKind(
      "reply-padded", "The text is padded with spaces on both sides.",
      "2428:3:text-free",
      inText(ofEach: true) { Array("      ".utf8) + $0.dropLast(2) + Array("    \r\n".utf8) }),
    FaultKind(
      "reply-multiline", "Replies of one line come as several.", "2389:2.2:any-reply-multiline",
      .rewriting { reply in
        guard reply.lines.count == 1 else { return }
        reply.lines = [Array("There is more to say.".utf8), Array(" 299 is not the end.".utf8)] + reply.lines
      }),
    FaultKind(
      "reply-unpadded", "A line inside a reply begins with three digits.",
      "959:4.2:multiline-padding", inside { _ in "299 is not the end." }),
    FaultKind(
      "reply-code-inside", "A line inside a reply repeats its code and a hyphen.",
      "959:4.2:multiline-padding", inside { "\($0)-is not the end." }),
    FaultKind(
      "reply-nested", "A reply contains a whole reply of several lines.", "959:4.2:multiline-not-nested",
      inside { _ in "299-There is\r\n a reply\r\n299 in here." }),
    FaultKind(
      "reply-other-end", .code("200"), "Replies of several lines end with another code.",
      .field("Q24", "glftpd, ProFTPD")
    ) { code in
      onBytes { bytes in
        guard let end = bytes.dropLast().lastIndex(of: 0x0A), bytes.count > end + 3 else { return bytes }
        return Array(bytes[...end]) + Array("\(code)".utf8) + bytes[(end + 4)...]
      }
    },
    FaultKind(
      "reply-text", .pair(.verb("PWD"), .line("TEXT", "Here")),
      "All replies to a command, refusals too, have this one line as their text.",
      "959:appendix-ii:pwd-reply-form"
    ) { verb, text in .rewriting(if: { $0.answeredVerb == verb }) { $0.lines = [text] } },
    FaultKind(
      "reply-long", .bytes("4KiB"), "The text is very long.", "1123:4.1.2.11:multiline-any-length"
    ) { count in
      // A client would take numbers in the text for the address.
      .rewriting(if: { $0.code.rawValue / 10 != 22 || $0.code == 220 }) { reply in
        reply.lines[0] =
          Array(repeating: UInt8(ascii: "x"), count: Int(min(count, 1 << 24))) + [0x20] + reply.lines[0]
      }
    },
  ]

  private static func onBytes(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .resending { [.bytes(change($0))] }
  }

  private static func onReply(_ change: @escaping @Sendable (ServerReply) -> [ReplyStep]) -> FaultHooks {
    .onReply { facts, steps in
      guard !isAnnouncement(facts.code) else { return }
      steps.replaceReplies(change)
    }
  }

  /// Changes the text after the code of the last line and its space; in replies with an address only if
  /// requested.
  private static func inText(
    ofEach: Bool = false, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> FaultHooks {
    .resending(if: { ofEach || !isAnnouncement($0.code) }) { bytes in
      let start = (bytes.dropLast(2).lastIndex(of: 0x0A) ?? -1) + 5
      guard start < bytes.count else { return [.bytes(bytes)] }
      return [.bytes(Array(bytes[..<start]) + change(Array(bytes[start...])))]
    }
  }

  private static func inside(_ line: @escaping @Sendable (ReplyCode) -> String) -> FaultHooks {
    .onReply { _, steps in
      steps.replaceReplies { reply in
        let first = Array("\(reply.code)-There is more to say.\r\n\(line(reply.code))\r\n".utf8)
        guard reply.lines.count == 1 else { return [.reply(reply)] }
        return [.bytes(first + reply.bytes)]
      }
    }
  }

  /// 227, 228 and 229, which are useless without their text.
  private static func isAnnouncement(_ code: ReplyCode) -> Bool { (227...229).contains(code.rawValue) }
}
