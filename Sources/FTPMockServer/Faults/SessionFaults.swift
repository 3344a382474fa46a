import FTPProtocol

/// `session-…`: unsolicited replies, missing replies, and premature ends.
enum SessionFaults {
  static let all = [
    counted(
      "session-stray", "An unsolicited reply follows the one to the COMMAND-th command.",
      "959:5.4:nothing-spontaneous"
    ) { $0 += [.reply(200, "By the way.")] },
    counted(
      "session-421", "The COMMAND-th command gets 421, and the connection is closed.",
      "959:4.2:close-after-421"
    ) { $0 = [.reply(421, "Shutting down."), .close] },
    counted(
      "session-421-late", "421 and the close follow the reply to the COMMAND-th command.",
      "1123:4.1.2.11:421-not-special"
    ) { $0 += [.reply(421, "Idle for too long."), .close] },
    counted(
      "session-421-open", "The COMMAND-th command gets 421, and the session continues.",
      "959:4.2:close-after-421"
    ) { $0 = [.reply(421, "Shutting down.")] },
    counted(
      "session-closed",
      "The server closes the control connection instead of replying to the COMMAND-th command.",
      "959:4.2:every-command-answered"
    ) { $0 = [.close] },
    counted(
      "session-reset",
      "The server resets the control connection instead of replying to the COMMAND-th command.",
      "959:4.2:every-command-answered"
    ) { $0 = [.reset] },
    counted(
      "session-cut", "The control connection is closed within the reply to the COMMAND-th command.",
      "959:4.2:every-command-answered"
    ) { $0 = [.text("20"), .close] },
    counted("session-silent", "The COMMAND-th command has no reply.", "959:4.2:every-command-answered") {
      $0 = []
    },
    counted(
      "session-endless", "The reply to the COMMAND-th command never comes to its last line.",
      "959:4.2:multiline-end"
    ) { $0 = [.text("200-There is more to say.\r\n and more\r\n")] },
    FaultKind(
      "session-slow", ("SPAN", "100ms"), "Every reply comes late.",
      .requirement("1123:4.1.2.10:reads-carry-no-meaning")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return .onReply { _, steps in steps = [.pause(pause)] + steps }
    },
    FaultKind(
      "session-mute", ("VERB", "NOOP"), "A command is carried out and has no reply.",
      .requirement("959:4.2:every-command-answered")
    ) { value throws(FaultError) in
      let verb = try value.verb()
      return .onReply { facts, steps in if facts.answeredVerb == verb { steps = [] } }
    },
    FaultKind(
      "session-one-command", "Of several commands that come at once all but the first are lost.",
      .requirement("1123:4.1.2.10:reads-carry-no-meaning"),
      .configure { $0.habits.insert(.takesOneCommandAtOnce) }),
    FaultKind(
      "session-hasty",
      "The server treats each piece that it receives as whole lines, whether they are complete or not.",
      .requirement("959:5.3:wait-for-line-end"), .configure { $0.habits.insert(.takesPiecesForLines) }),
    FaultKind(
      "session-case", "The server does not know verbs in lower case.", .requirement("959:5.3:verb-case"),
      .configure { $0.habits.insert(.knowsUpperCaseOnly) }),
    FaultKind(
      "session-telnet", "Telnet commands get 500, and options are not refused.",
      .requirement("854:nvt:commands-removed"), .configure { $0.habits.insert(.answersTelnet) }),
    FaultKind(
      "session-shifted", "The reply to each command but the first answers the one before it.",
      .field("Q14", "SwiFTP as goftp and lftp see it"),
      .onReply { facts, steps in
        if facts.stage == .single, facts.command?.number == 1 { steps = [.reply(331, "One moment.")] + steps }
      }),
  ]

  /// A fault that occurs once in a session.
  private static func counted(
    _ name: String, _ summary: String, _ requirement: RequirementID,
    _ change: @escaping @Sendable (inout [ReplyStep]) -> Void
  ) -> FaultKind {
    FaultKind(name, ("COMMAND", "3"), summary, .requirement(requirement)) { value throws(FaultError) in
      let number = try value.count(1...1_000_000)
      return .onReply { facts, steps in
        if facts.isFinal, facts.command?.number == number { change(&steps) }
      }
    }
  }
}
