extension FTPClientError {
  /// What a client was waiting for when a wait failed.
  public enum Awaited: Hashable, Sendable, Codable {
    /// The greeting of a new connection.
    case greeting
    /// The first reply to what the text names, which is a verb in most cases; nil if any reply would do.
    case reply(to: String?)
    /// The reply after a preliminary one.
    case finalReply
    /// The reply that ends a transfer.
    case finalTransferReply
    /// The replies to commands that were given up.
    case earlierReplies
    /// A reply in a certain number of bytes.
    case replyBytes
    /// The end of the connection.
    case connectionEnd
  }
}

extension FTPClientError.Awaited: RawRepresentable, CustomStringConvertible {
  /// Reads a description; nil if it is not one.
  public init?(rawValue: String) {
    let fixed: [Self] = [
      .greeting, .reply(to: nil), .finalReply, .finalTransferReply, .earlierReplies, .replyBytes,
      .connectionEnd,
    ]
    if let value = fixed.first(where: { $0.rawValue == rawValue }) {
      self = value
    } else {
      let prefix = "reply to "
      guard rawValue.hasPrefix(prefix) else { return nil }
      self = .reply(to: String(rawValue.dropFirst(prefix.count)))
    }
  }

  /// The description, which is also the written form.
  public var rawValue: String { description }

  /// The event as a phrase without an article: `reply to SYST`.
  public var description: String {
    switch self {
    case .greeting: "greeting"
    case .reply(let what): what.map { "reply to \($0)" } ?? "reply"
    case .finalReply: "final reply"
    case .finalTransferReply: "final reply to the transfer"
    case .earlierReplies: "replies to earlier commands"
    case .replyBytes: "bytes of a reply"
    case .connectionEnd: "end of the connection"
    }
  }
}
