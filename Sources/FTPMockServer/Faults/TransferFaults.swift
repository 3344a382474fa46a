import FTPProtocol

/// `transfer-…`: the replies before and after a transfer.
enum TransferFaults {
  static let all = [
    FaultKind(
      "transfer-early-226", .span("100ms"), "226 comes before the data, which follows this much later.",
      .field("Q16", "servers seen by lwftp, curl and FluentFTP")
    ) { pause in
      .onReply { facts, steps in
        if facts.stage == .preliminary {
          steps += [.reply(226, "Transfer complete."), .pause(pause)]
        } else if facts.stage == .completion {
          steps = []
        }
      }
    },
    FaultKind(
      "transfer-open-226", .span("100ms"), "226 comes this long before the data connection is closed.",
      .field("Q17", "pyftpdlib 0.6, NetX Duo")
    ) { pause in
      .onData { facts in
        facts.isUpload ? nil : OffsetFilter(.reply(226, "Transfer complete."), .pause(pause))
      }
    },
    FaultKind(
      "transfer-late-226", .span("500ms"), "226 comes late.", "959:5.4:wait-for-final"
    ) { pause in .preceding(with: .pause(pause), if: isAfter) },
    FaultKind(
      "transfer-no-226", "The reply after a transfer never comes.",
      "959:4.2:preliminary-then-final", .replacing(if: isAfter)),
    FaultKind(
      "transfer-no-150", "There is no reply before a transfer.", .field("Q20", "servers seen by UXP"),
      .replacing(if: isBefore)),
    FaultKind(
      "transfer-double-150", "The reply before a transfer comes twice.",
      "959:4.2:one-preliminary", .following(with: .reply(125, "Still opening."), if: isBefore)),
    FaultKind(
      "transfer-double-226", "The reply after a transfer comes twice.", "959:5.4:nothing-spontaneous",
      .onReply { facts, steps in if facts.stage == .completion { steps += steps } }),
    FaultKind(
      "transfer-150-550", "RETR of a missing file gets 150, and then a refusal.", .field("Q21", "nodeftpd"),
      .preceding(with: .reply(150, "Opening data connection.")) { facts in
        facts.stage == .single && facts.verb == .retr && facts.code == 550
      }),
    FaultKind(
      "transfer-stou-name", "The reply before the data of STOU does not contain the name.",
      "1123:4.1.2.9:stou-file-reply",
      .replacing(with: .reply(150, "Opening data connection.")) {
        $0.stage == .preliminary && $0.verb == .stou
      }),
    FaultKind(
      "transfer-closed", "The control connection is closed after the data, without the final reply.",
      .field("Q53", "home routers"), .replacing(with: .close, if: isAfter)),
    FaultKind(
      "transfer-disturbed", "A command that comes in the middle of a transfer ends it with 426.",
      "959:4.2:queued-behind-transfer", .habit(.failsWhenDisturbed)),
    FaultKind(
      "transfer-outlives", "A transfer continues after the control connection is closed.",
      "959:3.2:close-with-control", .habit(.overlooksEnd)),
    FaultKind(
      "transfer-refused", .code("425"), "Transfers are refused at once.",
      "959:5.4:retr-codes"
    ) { code in .replacing(with: .reply(code, "Not now."), .releasePort, if: isBefore) },
  ]

  private static let isBefore: FaultHooks.ReplyCondition = { $0.stage == .preliminary }
  private static let isAfter: FaultHooks.ReplyCondition = { $0.stage == .completion }
}
