import FTPProtocol

/// `transfer-…`: the replies before and after a transfer.
enum TransferFaults {
  static let bodies: [String: FaultBody] = [
    "transfer-early-226": FaultBody(.span("100ms")) { pause in
      .onReply { facts, steps in
        if facts.stage == .preliminary {
          steps += [.reply(226, "Transfer complete."), .pause(pause)]
        } else if facts.stage == .completion {
          steps = []
        }
      }
    },
    "transfer-open-226": FaultBody(.span("100ms")) { pause in
      .onData { facts in
        facts.isUpload ? nil : OffsetFilter(.reply(ServerReply(226, "Transfer complete.")), .pause(pause))
      }
    },
    "transfer-late-226": FaultBody(.span("500ms")) { pause in .preceding(with: .pause(pause), if: isAfter) },
    "transfer-no-226": FaultBody(.replacing(if: isAfter)),
    "transfer-no-150": FaultBody(.replacing(if: isBefore)),
    "transfer-double-150": FaultBody(.following(with: .reply(125, "Still opening."), if: isBefore)),
    "transfer-double-226": FaultBody(
      .onReply { facts, steps in if facts.stage == .completion { steps += steps } }),
    "transfer-150-550": FaultBody(
      .preceding(with: .reply(150, "Opening data connection.")) { facts in
        facts.stage == .single && facts.verb == .retr && facts.code == 550
      }),
    "transfer-stou-name": FaultBody(
      .replacing(with: .reply(150, "Opening data connection.")) {
        $0.stage == .preliminary && $0.verb == .stou
      }),
    "transfer-closed": FaultBody(.replacing(with: .close, if: isAfter)),
    "transfer-refused": FaultBody(.code("425")) { code in
      .replacing(with: .reply(code, "Not now."), .releasePort, if: isBefore)
    },
  ]

  private static let isBefore: FaultHooks.ReplyCondition = { $0.stage == .preliminary }
  private static let isAfter: FaultHooks.ReplyCondition = { $0.stage == .completion }
}
