import FTPProtocol

/// A command with all that came of it.
struct Exchange: Sendable {
  /// The command.
  let command: Command
  /// The replies to it, in order.
  let replies: [Reply]
  /// What went over the data connection, whole; nil if nothing did, or not all of it is known.
  let data: [UInt8]?

  init(_ command: Command, _ replies: [Reply], data: [UInt8]? = nil) {
    self.command = command
    self.replies = replies
    self.data = data
  }

  /// The reply that ended it; nil if that never came.
  var final: Reply? { replies.last.flatMap { $0.code.isPreliminary ? nil : $0 } }

  /// Whether data was about to move.
  var hasBegun: Bool { replies.contains { $0.code.isPreliminary } }
}
