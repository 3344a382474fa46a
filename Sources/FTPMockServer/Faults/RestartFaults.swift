import FTPProtocol

/// `restart-…`: REST and the transfer after it.
enum RestartFaults {
  static let bodies: [String: FaultBody] = [
    "restart-off-by-one": FaultBody(.onData { $0.isDownload && $0.restart > 0 ? SkippingFilter(1) : nil }),
    "restart-ignored": FaultBody(.answering(.rest, with: .reply(350, "Restarting."))),
    "restart-leaks": FaultBody(
      .onData { facts in
        facts.isDownload && facts.restart == 0 && facts.earlierRestart > 0
          ? SkippingFilter(facts.earlierRestart) : nil
      }),
    "restart-refused": FaultBody(.answering(.rest, with: .reply(502, "Command not implemented."))),
  ]
}
