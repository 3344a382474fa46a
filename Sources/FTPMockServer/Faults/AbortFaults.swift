import FTPProtocol

/// `abor-…`: the two replies to an ABOR during a transfer.
enum AbortFaults {
  static let bodies: [String: FaultBody] = [
    "abor-one-reply": FaultBody(.replacing { $0.stage == .completion && $0.code == 426 }),
    "abor-no-reply": FaultBody(.replacing { $0.verb == .abor }),
    "abor-closes": FaultBody(.following(with: .close) { $0.verb == .abor }),
    "abor-226-226": FaultBody(
      .replacing(with: .reply(226, "Transfer complete.")) { $0.stage == .completion && $0.code == 426 }),
    "abor-refused": FaultBody(.replacing(with: .reply(502, "Command not implemented.")) { $0.verb == .abor }),
  ]
}
