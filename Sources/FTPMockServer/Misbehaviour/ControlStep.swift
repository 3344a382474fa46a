import FTPProtocol

/// One thing that a session does on its control connection to give a reply.
enum ControlStep: Hashable, Sendable {
  /// A reply that can still be changed.
  case reply(ServerReply)
  /// Bytes as they are, in a segment of their own.
  case bytes([UInt8])
  /// Nothing for a while.
  case pause(Duration)
  /// The session ends in order.
  case close
  /// The session ends with a reset.
  case reset
  /// The transfer that was announced does not take place, and has no other reply.
  case noTransfer

  /// A reply of one line.
  static func reply(_ code: ReplyCode, _ text: String) -> ControlStep { .reply(ServerReply(code, text)) }

  /// The text as it is.
  static func text(_ text: String) -> ControlStep { .bytes(Array(text.utf8)) }
}

extension [ControlStep] {
  /// Puts something else in the place of each reply.
  mutating func replaceReplies(_ change: (ServerReply) -> [ControlStep]) {
    self = flatMap { step in
      if case .reply(let reply) = step { change(reply) } else { [step] }
    }
  }

  /// Changes each reply.
  mutating func changeReplies(_ change: (inout ServerReply) -> Void) {
    replaceReplies { reply in
      var reply = reply
      change(&reply)
      return [.reply(reply)]
    }
  }

  /// Puts something else in the place of each run of bytes.
  mutating func replaceBytes(_ change: ([UInt8]) -> [ControlStep]) {
    self = flatMap { step in
      if case .bytes(let bytes) = step { change(bytes) } else { [step] }
    }
  }

  /// Turns replies into the bytes that they are.
  mutating func encode() { replaceReplies { [.bytes($0.bytes)] } }
}
