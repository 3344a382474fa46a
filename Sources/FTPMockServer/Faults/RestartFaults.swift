import FTPProtocol

/// `restart-…`: REST and the transfer after it.
enum RestartFaults {
  static let all = [
    FaultKind(
      "restart-off-by-one", "A restarted download begins one byte too late.", "3659:5.3:rest-retr",
      .onData { $0.isDownload && $0.restart > 0 ? SkippingFilter(1) : nil }),
    FaultKind(
      "restart-ignored", "REST gets 350 but has no effect.", .field("Q46", "LightFTP"),
      .answering(.rest, with: .reply(350, "Restarting."))),
    FaultKind(
      "restart-leaks", "The offset of one download is in force for the next ones too.",
      .field("Q47", "goftp/server, uFTP"),
      .onData { facts in
        facts.isDownload && facts.restart == 0 && facts.earlierRestart > 0
          ? SkippingFilter(facts.earlierRestart) : nil
      }),
    FaultKind(
      "restart-refused", "FEAT lists REST, but REST gets 502.",
      "3659:5.4:rest-feat-honest",
      .answering(.rest, with: .reply(502, "Command not implemented."))),
  ]
}
