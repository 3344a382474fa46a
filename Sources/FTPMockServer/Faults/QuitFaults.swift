import FTPProtocol

/// `quit-…`: the end of a session.
enum QuitFaults {
  static let all = [
    FaultKind(
      "quit-closed", "The connection is closed without a reply to QUIT.",
      .requirement("959:4.1.1:quit-221-close"),
      .onCommand { facts, steps in
        if facts.verb == .quit { steps = [.close] }
      }),
    FaultKind(
      "quit-open", "QUIT gets 221, and the session continues.", .requirement("959:4.1.1:quit-221-close"),
      .onCommand { facts, steps in
        if facts.verb == .quit { steps = [.reply(221, "Goodbye.")] }
      }),
    FaultKind(
      "quit-code", ("CODE", "226"), "QUIT gets another code than 221.",
      .requirement("959:5.4:quit-codes")
    ) { value throws(FaultError) in
      let code = try value.code()
      return .onReply { facts, steps in if facts.verb == .quit { steps.changeReplies { $0.code = code } } }
    },
    FaultKind(
      "quit-refused", "QUIT gets 500, and the session continues.", .requirement("959:5.4:quit-codes"),
      .onCommand { facts, steps in
        if facts.verb == .quit { steps = [.reply(500, "Command not understood.")] }
      }),
  ]
}
