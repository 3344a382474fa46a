import FTPProtocol

/// `reply-…`: the bytes of a reply.
enum ReplyFormFaults {
  static let bodies: [String: FaultBody] = [
    "reply-bare-lf": FaultBody(onBytes { bytes in bytes.filter { $0 != 0x0D } }),
    "reply-cr-inside": FaultBody(inText { [0x0D] + $0 }),
    "reply-no-text": FaultBody(onReply { reply in [.text("\(reply.code)\r\n")] }),
    "reply-no-separator": FaultBody(
      onReply { reply in [.bytes(Array("\(reply.code):".utf8) + (reply.lines.last ?? []) + [0x0D, 0x0A])] }),
    "reply-8bit": FaultBody(
      inText { Array("Gr\u{fc}n".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) + [0x20] + $0 }),
    "reply-nul": FaultBody(inText { [0] + $0 }),
    "reply-iac": FaultBody(inText { [0xFF, 0x20] + $0 }),
    "reply-telnet": FaultBody(onBytes { [0xFF, 0xFB, 0x01] + $0 }),
    "reply-blank-line": FaultBody(onBytes { [0x0D, 0x0A] + $0 }),
    "reply-twice": FaultBody(.code("500")) { code in
      .onReply { facts, steps in if facts.code == code { steps += steps } }
    },
    "reply-padded": FaultBody(
      inText(ofEach: true) { Array("      ".utf8) + $0.dropLast(2) + Array("    \r\n".utf8) }),
    "reply-multiline": FaultBody(
      .rewriting { reply in
        guard reply.lines.count == 1 else { return }
        reply.lines = [Array("There is more to say.".utf8), Array(" 299 is not the end.".utf8)] + reply.lines
      }),
    "reply-unpadded": FaultBody(inside { _ in "299 is not the end." }),
    "reply-code-inside": FaultBody(inside { "\($0)-is not the end." }),
    "reply-nested": FaultBody(inside { _ in "299-There is\r\n a reply\r\n299 in here." }),
    "reply-other-end": FaultBody(.code("200")) { code in
      onBytes { bytes in
        guard let end = bytes.dropLast().lastIndex(of: 0x0A), bytes.count > end + 3 else { return bytes }
        return Array(bytes[...end]) + Array("\(code)".utf8) + bytes[(end + 4)...]
      }
    },
    "reply-text": FaultBody(.pair(.verb("PWD"), .line("TEXT", "Here"))) { verb, text in
      .rewriting(if: { $0.answeredVerb == verb }) { $0.lines = [text] }
    },
    "reply-long": FaultBody(.bytes("4KiB")) { count in
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
