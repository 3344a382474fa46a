import FTPProtocol

/// A command, with the replies and the data that it led to.
struct Exchange: Sendable {
  let command: Command
  /// The replies to it, in order.
  let replies: [Reply]
  /// The whole data of the transfer; nil if there was none, or not all of it is known.
  let data: [UInt8]?
  /// Whether the client closed the data connection early.
  var isCut = false

  init(_ command: Command, _ replies: [Reply], data: [UInt8]? = nil) {
    self.command = command
    self.replies = replies
    self.data = data
  }

  /// A transfer that was carried out: where no other reply followed the first, that is the final one.
  init(_ command: Command, _ opening: Reply, _ final: Reply, data: [UInt8]?) {
    self.init(
      command, final == opening ? [opening] : [opening, final], data: final.code.isNegative ? nil : data)
  }

  /// The final reply; nil if it never came.
  var final: Reply? { replies.last.flatMap { $0.code.isPreliminary ? nil : $0 } }

  /// Whether a reply announced that data would be transferred.
  var hasBegun: Bool { replies.contains { $0.code.isPreliminary } }
}
