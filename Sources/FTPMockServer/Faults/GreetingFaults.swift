/// `greeting-…`: the first reply of a session.
enum GreetingFaults {
  static let all = [
    FaultKind(
      "greeting-code", ("CODE", "200"), "The greeting has another code.", .requirement("959:5.4:greeting")
    ) { value throws(FaultError) in
      let code = try value.code()
      return onGreeting { steps in steps.changeReplies { $0.code = code } }
    },
    FaultKind(
      "greeting-none", "There is no greeting, and the server waits for commands.",
      .requirement("959:5.4:greeting"), onGreeting { $0 = [] }),
    FaultKind(
      "greeting-closed", "The control connection is closed without a greeting.",
      .requirement("959:5.4:greeting"), onGreeting { $0 = [.close] }),
    FaultKind(
      "greeting-refused", "The greeting is 421 and the close follows, as when a server is full.",
      .requirement("959:4.2:close-after-421"),
      onGreeting { $0 = [.reply(421, "Too many users, try again later."), .close] }),
    FaultKind(
      "greeting-delayed", ("SPAN", "50ms"), "A 120 reply announces that the greeting comes later.",
      .requirement("959:5.4:greeting")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return onGreeting { $0 = [.reply(120, "Ready in a moment."), .pause(pause)] + $0 }
    },
    FaultKind(
      "greeting-late", ("SPAN", "2s"), "The greeting comes late, as after a look-up of the client's name.",
      .requirement("959:5.4:wait-for-greeting")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return onGreeting { $0 = [.pause(pause)] + $0 }
    },
    FaultKind(
      "greeting-long", ("LINES", "40"), "The greeting has many lines, some of which look like its end.",
      .field("Q25", "glftpd and many others")
    ) { value throws(FaultError) in
      let count = try value.count(1...10_000)
      return onGreeting { steps in
        steps.changeReplies { reply in
          let inside = (0..<count).map { Array("  \($0.isMultiple(of: 3) ? "220 " : "")line \($0)".utf8) }
          reply.lines = [Array("Welcome.".utf8)] + inside + [Array("Ready.".utf8)]
        }
      }
    },
    FaultKind(
      "greeting-stray", "A line without a code comes before the greeting.",
      .requirement("959:4.2:reply-line"), onGreeting { $0 = [.text("Welcome to the server!\r\n")] + $0 }),
  ]

  private static func onGreeting(_ change: @escaping @Sendable (inout [ReplyStep]) -> Void) -> FaultHooks {
    .onReply { facts, steps in if facts.stage == .greeting { change(&steps) } }
  }
}
