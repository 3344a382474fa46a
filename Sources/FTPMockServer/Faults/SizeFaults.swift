import FTPProtocol

/// `size-…`: the reply to SIZE.
enum SizeFaults {
  static let all = [
    FaultKind(
      "size-zero", "SIZE is 0.", .field("Q32", "a server reported to curl"), changing { _ in "0" }),
    FaultKind(
      "size-wrong", "SIZE is one byte too large.", "3659:4:size-transfer-octets",
      changing { UInt64($0).map { "\($0 &+ 1)" } ?? $0 }),
    FaultKind(
      "size-negative", "SIZE has a sign, as if a large number had overflowed.",
      "3659:4:size-reply-form", changing { _ in "-2147483648" }),
    FaultKind(
      "size-text", "Words follow the number of SIZE.", "3659:4:size-reply-form", changing { $0 + " bytes" }),
    FaultKind(
      "size-refused", "SIZE gets 550.", .field("Q30", "ProFTPD, pyftpdlib and vsftpd in ASCII type"),
      .answering(.size, with: .reply(550, "SIZE is not allowed in ASCII type."))),
  ]

  private static func changing(_ change: @escaping @Sendable (String) -> String) -> FaultHooks {
    .rewriting(if: { $0.verb == .size && $0.code == 213 }) { reply in
      reply.lines = reply.lines.map { Array(change(String(decoding: $0, as: UTF8.self)).utf8) }
    }
  }
}
