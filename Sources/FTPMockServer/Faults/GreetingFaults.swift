/// `greeting-…`: the first reply of a session.
enum GreetingFaults {
  static let all = [
    FaultKind(
      "greeting-code", .code("200"), "The greeting has another code.", "959:5.4:greeting"
    ) { code in .recoding(code, if: isGreeting) },
    FaultKind(
      "greeting-none", "There is no greeting, and the server waits for commands.",
      "959:5.4:greeting", .replacing(if: isGreeting)),
    FaultKind(
      "greeting-closed", "The control connection is closed without a greeting.",
      "959:5.4:greeting", .replacing(with: .close, if: isGreeting)),
    FaultKind(
      "greeting-refused", "The greeting is 421 and the close follows, as when a server is full.",
      "959:4.2:close-after-421",
      .replacing(with: .reply(421, "Too many users, try again later."), .close, if: isGreeting)),
    FaultKind(
      "greeting-delayed", .span("50ms"), "A 120 reply announces that the greeting comes later.",
      "959:5.4:greeting"
    ) { pause in .preceding(with: .reply(120, "Ready in a moment."), .pause(pause), if: isGreeting) },
    FaultKind(
      "greeting-late", .span("2s"), "The greeting comes late, as after a look-up of the client's name.",
      "959:5.4:wait-for-greeting"
    ) { pause in .preceding(with: .pause(pause), if: isGreeting) },
    FaultKind(
      "greeting-long", .count("40", 1...10_000, named: "LINES"),
      "The greeting has many lines, some of which look like its end.",
      .field("Q25", "glftpd and many others")
    ) { count in
      .rewriting(if: isGreeting) { reply in
        let inside = (0..<count).map { Array("  \($0.isMultiple(of: 3) ? "220 " : "")line \($0)".utf8) }
        reply.lines = [Array("Welcome.".utf8)] + inside + [Array("Ready.".utf8)]
      }
    },
    FaultKind(
      "greeting-stray", "A line without a code comes before the greeting.", "959:4.2:reply-line",
      .preceding(with: .text("Welcome to the server!\r\n"), if: isGreeting)),
  ]

  private static let isGreeting: FaultHooks.ReplyCondition = { $0.stage == .greeting }
}
