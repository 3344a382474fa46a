import FTPProtocol

/// `size-…`: the reply to SIZE.
enum SizeFaults {
  static let bodies: [String: FaultBody] = [
    "size-zero": FaultBody(changing { _ in "0" }),
    "size-wrong": FaultBody(changing { UInt64($0).map { "\($0 &+ 1)" } ?? $0 }),
    "size-negative": FaultBody(changing { _ in "-2147483648" }),
    "size-text": FaultBody(changing { $0 + " bytes" }),
    "size-refused": FaultBody(.answering(.size, with: .reply(550, "SIZE is not allowed in ASCII type."))),
  ]

  private static func changing(_ change: @escaping @Sendable (String) -> String) -> FaultHooks {
    .rewriting(if: { $0.verb == .size && $0.code == 213 }) { reply in
      reply.lines = reply.lines.map { Array(change(String(decoding: $0, as: UTF8.self)).utf8) }
    }
  }
}
