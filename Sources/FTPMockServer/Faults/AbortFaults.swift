import FTPProtocol

/// `abor-…`: the two replies to an ABOR during a transfer.
enum AbortFaults {
  static let all = [
    FaultKind(
      "abor-one-reply", "A transfer that ABOR ends gets no reply.", .field("Q50", "aioftp server"),
      .replacing { $0.stage == .completion && $0.code == 426 }),
    FaultKind(
      "abor-no-reply", "ABOR has no reply.", .field("Q50", "servers seen by suppaftp and gftp"),
      .replacing { $0.verb == .abor }),
    FaultKind(
      "abor-closes", "The server answers ABOR, then closes the control connection.",
      "959:4.1.3:abor-keeps-control", .following(with: .close) { $0.verb == .abor }),
    FaultKind(
      "abor-226-226", "A transfer that ABOR ends is reported complete.", .field("Q50", "ProFTPD tests"),
      .replacing(with: .reply(226, "Transfer complete.")) { $0.stage == .completion && $0.code == 426 }),
    FaultKind(
      "abor-waits", "ABOR in the middle of a transfer waits for its end.",
      "959:3.2:close-on-abor", .habit(.overlooksAbort)),
    FaultKind(
      "abor-refused", "ABOR gets 502.", .field("Q50", "small servers"),
      .replacing(with: .reply(502, "Command not implemented.")) { $0.verb == .abor }),
  ]
}
