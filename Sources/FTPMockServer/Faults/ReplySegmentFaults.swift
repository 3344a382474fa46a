import FTPProtocol

/// `reply-split` and similar: unchanged replies in other segments.
enum ReplySegmentFaults {
  static let all = [
    FaultKind(
      "reply-split", .count("2", 1...100_000, named: "OFFSET"),
      "Each reply comes in two segments, the first of this many bytes.", "1123:4.1.2.10:joins-split-replies"
    ) { offset in .resending { WireStep.segments($0, cutAt: [offset]) } },
    FaultKind(
      "reply-split-end", "Each reply comes in two segments, cut between CR and LF.",
      "1123:4.1.2.10:joins-split-replies", .resending { WireStep.segments($0, cutAt: [$0.count - 1]) }),
    FaultKind(
      "reply-dripped", .span("1ms"), "Replies come byte by byte, with a pause after each.",
      "1123:4.1.2.10:reads-carry-no-meaning"
    ) { pause in .resending { WireStep.drip($0, 1, pause) } },
    FaultKind(
      "reply-joined", "The replies before and after a transfer come in one segment.",
      "1123:4.1.2.10:joins-split-replies",
      FaultHooks(onWire: { facts, steps in
        if facts.stage == .preliminary, facts.code.isPreliminary { steps = [] }
        if facts.stage == .completion {
          steps.replaceBytes { [.bytes(Array("150 Opening data connection.\r\n".utf8) + $0)] }
        }
      })),
  ]
}
