import FTPProtocol

/// `reply-split` and similar: unchanged replies in other segments.
enum ReplySegmentFaults {
  static let bodies: [String: FaultBody] = [
    "reply-split": FaultBody(.count("2", 1...100_000, named: "OFFSET")) { offset in
      .resending { WireStep.segments($0, cutAt: [offset]) }
    },
    "reply-split-end": FaultBody(.resending { WireStep.segments($0, cutAt: [$0.count - 1]) }),
    "reply-dripped": FaultBody(.span("1ms")) { pause in .resending { WireStep.drip($0, 1, pause) } },
    "reply-joined": FaultBody(
      FaultHooks(onWire: { facts, steps in
        if facts.stage == .preliminary, facts.code.isPreliminary { steps = [] }
        if facts.stage == .completion {
          steps.replaceBytes { [.bytes(Array("150 Opening data connection.\r\n".utf8) + $0)] }
        }
      })),
  ]
}
