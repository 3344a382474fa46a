/// `greeting-…`: the first reply of a session.
enum GreetingFaults {
  static let bodies: [String: FaultBody] = [
    "greeting-code": FaultBody(.code("200")) { code in .recoding(code, if: isGreeting) },
    "greeting-none": FaultBody(.replacing(if: isGreeting)),
    "greeting-closed": FaultBody(.replacing(with: .close, if: isGreeting)),
    "greeting-refused": FaultBody(
      .replacing(with: .reply(421, "Too many users, try again later."), .close, if: isGreeting)),
    "greeting-delayed": FaultBody(.span("50ms")) { pause in
      .preceding(with: .reply(120, "Ready in a moment."), .pause(pause), if: isGreeting)
    },
    "greeting-late": FaultBody(.span("2s")) { pause in .preceding(with: .pause(pause), if: isGreeting) },
    "greeting-long": FaultBody(.count("40", 1...10_000, named: "LINES")) { count in
      .rewriting(if: isGreeting) { reply in
        let inside = (0..<count).map { Array("  \($0.isMultiple(of: 3) ? "220 " : "")line \($0)".utf8) }
        reply.lines = [Array("Welcome.".utf8)] + inside + [Array("Ready.".utf8)]
      }
    },
    "greeting-stray": FaultBody(.preceding(with: .text("Welcome to the server!\r\n"), if: isGreeting)),
  ]

  private static let isGreeting: FaultHooks.ReplyCondition = { $0.stage == .greeting }
}
