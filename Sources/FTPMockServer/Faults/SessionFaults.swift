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
      "session-hangup", "The server closes the control connection after its reply to the COMMAND-th command.",
      "959:2.3:user-requests-close"
    ) { $0 += [.close] },
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
      "session-endless", "The reply to the COMMAND-th command never reaches its last line.",
      "959:4.2:multiline-end"
    ) { $0 = [.text("200-There is more to say.\r\n and more\r\n")] },
    FaultKind(
      "session-slow", .span("100ms"), "Every reply comes late.", "1123:4.1.2.10:reads-carry-no-meaning"
    ) { pause in .preceding(with: .pause(pause)) { _ in true } },
    FaultKind(
      "session-mute", .verb("NOOP"), "A command is carried out and has no reply.",
      "959:4.2:every-command-answered"
    ) { verb in .replacing { $0.answeredVerb == verb } },
    FaultKind(
      "session-one-command", "Of several commands that come at once all but the first are lost.",
      "1123:4.1.2.10:reads-carry-no-meaning",
      .habit(.takesOneCommandAtOnce)),
    FaultKind(
      "session-hasty",
      "The server treats each piece that it receives as whole lines, whether they are complete or not.",
      "959:5.3:wait-for-line-end", .habit(.takesPiecesForLines)),
    FaultKind(
      "session-case", "The server does not know verbs in lower case.", "959:5.3:verb-case",
      .habit(.knowsUpperCaseOnly)),
    FaultKind(
      "session-telnet", "Telnet commands get 500, and options are not refused.",
      "854:nvt:commands-removed", .habit(.answersTelnet)),
    FaultKind(
      "session-shifted", "The reply to each command but the first answers the one before it.",
      .field("Q14", "SwiFTP as goftp and lftp see it"),
      .preceding(with: .reply(331, "One moment.")) { $0.stage == .single && $0.command?.number == 1 }),
  ]

  /// A fault that occurs once in a session.
  private static func counted(
    _ name: String, _ summary: String, _ requirement: RequirementID,
    _ change: @escaping @Sendable (inout [ReplyStep]) -> Void
  ) -> FaultKind {
    FaultKind(
      name, .count("3", 1...1_000_000, named: "COMMAND"), summary, .requirement(requirement)
    ) { number in
      .onReply { facts, steps in if facts.isFinal, facts.command?.number == number { change(&steps) } }
    }
  }
}
