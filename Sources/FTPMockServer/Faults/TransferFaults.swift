import FTPProtocol

/// `transfer-…`: the replies before and after a transfer.
enum TransferFaults {
  static let all = [
    FaultKind(
      "transfer-early-226", ("SPAN", "100ms"), "226 comes before the data, and the data so much later.",
      .field("Q16", "servers seen by lwftp, curl and FluentFTP")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return .onReply { facts, steps in
        if facts.stage == .preliminary {
          steps += [.reply(226, "Transfer complete."), .pause(pause)]
        } else if facts.stage == .completion {
          steps = []
        }
      }
    },
    FaultKind(
      "transfer-open-226", ("SPAN", "100ms"), "226 comes so long before the data connection is closed.",
      .field("Q17", "pyftpdlib 0.6, NetX Duo")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return .onData { facts in
        facts.isUpload ? nil : FramingFilter(last: [.reply(226, "Transfer complete."), .pause(pause)])
      }
    },
    FaultKind(
      "transfer-late-226", ("SPAN", "500ms"), "226 comes late.", .requirement("959:5.4:wait-for-final")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return .onReply { facts, steps in
        if facts.stage == .completion { steps = [.pause(pause)] + steps }
      }
    },
    FaultKind(
      "transfer-no-226", "The reply after a transfer never comes.",
      .requirement("959:4.2:preliminary-then-final"),
      .onReply { facts, steps in if facts.stage == .completion { steps = [] } }),
    FaultKind(
      "transfer-no-150", "There is no reply before a transfer.", .field("Q20", "servers seen by UXP"),
      .onReply { facts, steps in if facts.stage == .preliminary { steps = [] } }),
    FaultKind(
      "transfer-double-150", "The reply before a transfer comes twice.",
      .requirement("959:4.2:one-preliminary"),
      .onReply { facts, steps in
        if facts.stage == .preliminary { steps += [.reply(125, "Still opening.")] }
      }),
    FaultKind(
      "transfer-double-226", "The reply after a transfer comes twice.",
      .requirement("959:5.4:nothing-spontaneous"),
      .onReply { facts, steps in if facts.stage == .completion { steps += steps } }),
    FaultKind(
      "transfer-150-550", "RETR of a missing file gets 150, and then a refusal.", .field("Q21", "nodeftpd"),
      .onReply { facts, steps in
        if facts.stage == .single, facts.verb == .retr, facts.code == 550 {
          steps = [.reply(150, "Opening data connection.")] + steps
        }
      }),
    FaultKind(
      "transfer-stou-name", "The reply before the data of STOU does not contain the name.",
      .requirement("1123:4.1.2.9:stou-file-reply"),
      .onReply { facts, steps in
        guard facts.stage == .preliminary, facts.verb == .stou else { return }
        steps = [.reply(150, "Opening data connection.")]
      }),
    FaultKind(
      "transfer-closed", "The control connection is closed after the data, without the final reply.",
      .field("Q53", "home routers"),
      .onReply { facts, steps in if facts.stage == .completion { steps = [.close] } }),
    FaultKind(
      "transfer-disturbed", "A command that comes in the middle of a transfer ends it with 426.",
      .requirement("959:4.2:queued-behind-transfer"), .configure { $0.habits.insert(.failsWhenDisturbed) }),
    FaultKind(
      "transfer-outlives", "A transfer continues after the control connection is closed.",
      .requirement("959:3.2:close-with-control"), .configure { $0.habits.insert(.overlooksEnd) }),
    FaultKind(
      "transfer-refused", ("CODE", "425"), "Transfers are refused at once.",
      .requirement("959:5.4:retr-codes")
    ) { value throws(FaultError) in
      let code = try value.code()
      return .onReply { facts, steps in
        if facts.stage == .preliminary { steps = [.reply(code, "Not now."), .releasePort] }
      }
    },
  ]
}
