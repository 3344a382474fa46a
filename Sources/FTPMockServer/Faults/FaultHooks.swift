import FTPProtocol

/// What a fault does, and when.
///
/// Each hook works on the result of the earlier ones, so that faults can be combined.
struct FaultHooks: Sendable {
  /// Changes the configuration of the server.
  var configure: (@Sendable (inout MockServer.Configuration) -> Void)?
  /// Changes how the argument of a command is read.
  var onArgument: (@Sendable (Verb, inout [UInt8]?) -> Void)?
  /// Changes the steps for a command.
  var onCommand: (@Sendable (CommandFacts, inout [ServerStep]) -> Void)?
  /// Changes a reply: its content, and the steps before and after it.
  var onReply: (@Sendable (ReplyFacts, inout [ReplyStep]) -> Void)?
  /// Changes the bytes of a reply and how they are sent.
  var onWire: (@Sendable (ReplyFacts, inout [WireStep]) -> Void)?
  /// Changes how a data connection is opened.
  var onOpening: (@Sendable (CommandFacts) -> DataStart?)?
  /// Changes the bytes of a data connection.
  var onData: (@Sendable (CommandFacts) -> (any DataFilter)?)?

  static func configure(_ hook: @escaping @Sendable (inout MockServer.Configuration) -> Void) -> FaultHooks {
    FaultHooks(configure: hook)
  }

  static func onArgument(_ hook: @escaping @Sendable (Verb, inout [UInt8]?) -> Void) -> FaultHooks {
    FaultHooks(onArgument: hook)
  }

  static func onCommand(_ hook: @escaping @Sendable (CommandFacts, inout [ServerStep]) -> Void) -> FaultHooks
  {
    FaultHooks(onCommand: hook)
  }

  static func onReply(_ hook: @escaping @Sendable (ReplyFacts, inout [ReplyStep]) -> Void) -> FaultHooks {
    FaultHooks(onReply: hook)
  }

  static func onWire(_ hook: @escaping @Sendable (ReplyFacts, inout [WireStep]) -> Void) -> FaultHooks {
    FaultHooks(onWire: hook)
  }

  static func onOpening(_ hook: @escaping @Sendable (CommandFacts) -> DataStart?) -> FaultHooks {
    FaultHooks(onOpening: hook)
  }

  static func onData(_ hook: @escaping @Sendable (CommandFacts) -> (any DataFilter)?) -> FaultHooks {
    FaultHooks(onData: hook)
  }
}
