import FTPProtocol

/// `session-…`: unsolicited replies, missing replies, and premature ends.
enum SessionFaults {
  static let bodies: [String: FaultBody] = [
    "session-stray": counted { $0 += [.reply(200, "By the way.")] },
    "session-421": counted { $0 = [.reply(421, "Shutting down."), .close] },
    "session-421-late": counted { $0 += [.reply(421, "Idle for too long."), .close] },
    "session-421-open": counted { $0 = [.reply(421, "Shutting down.")] },
    "session-closed": counted { $0 = [.close] },
    "session-hangup": counted { $0 += [.close] },
    "session-reset": counted { $0 = [.reset] },
    "session-cut": counted { $0 = [.text("20"), .close] },
    "session-silent": counted {
      $0 = []
    },
    "session-endless": counted { $0 = [.text("200-There is more to say.\r\n and more\r\n")] },
    "session-slow": FaultBody(.span("100ms")) { pause in .preceding(with: .pause(pause)) { _ in true } },
    "session-mute": FaultBody(.verb("NOOP")) { verb in .replacing { $0.answeredVerb == verb } },
    "session-shifted": FaultBody(
      .preceding(with: .reply(331, "One moment.")) { $0.stage == .single && $0.command?.number == 1 }),
  ]

  /// A fault that occurs once in a session.
  private static func counted(_ change: @escaping @Sendable (inout [ReplyStep]) -> Void) -> FaultBody {
    FaultBody(.count("3", 1...1_000_000, named: "COMMAND")) { number in
      .onReply { facts, steps in if facts.isFinal, facts.command?.number == number { change(&steps) } }
    }
  }
}
