import FTPProtocol

/// `abor-…`: the two replies to an ABOR during a transfer.
enum AbortFaults {
  static let all = [
    FaultKind(
      "abor-one-reply", "A transfer that ABOR ends gets no reply.", .field("Q50", "aioftp server"),
      .onReply { facts, steps in
        if facts.stage == .completion, facts.code == 426 { steps = [] }
      }),
    FaultKind(
      "abor-no-reply", "ABOR has no reply.", .field("Q50", "servers seen by suppaftp and gftp"),
      .onReply { facts, steps in if facts.verb == .abor { steps = [] } }),
    FaultKind(
      "abor-closes", "The server answers ABOR, then closes the control connection.",
      .requirement("959:4.1.3:abor-keeps-control"),
      .onReply { facts, steps in if facts.verb == .abor { steps += [.close] } }),
    FaultKind(
      "abor-226-226", "A transfer that ABOR ends is reported complete.", .field("Q50", "ProFTPD tests"),
      .onReply { facts, steps in
        if facts.stage == .completion, facts.code == 426 { steps = [.reply(226, "Transfer complete.")] }
      }),
    FaultKind(
      "abor-waits", "ABOR in the middle of a transfer waits for its end.",
      .requirement("959:3.2:close-on-abor"), .configure { $0.habits.insert(.overlooksAbort) }),
    FaultKind(
      "abor-refused", "ABOR gets 502.", .field("Q50", "small servers"),
      .onReply { facts, steps in
        if facts.verb == .abor { steps = [.reply(502, "Command not implemented.")] }
      }),
  ]
}
