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

  static func configure(_ hook: @escaping @Sendable (inout MockServer.Configuration) -> Void) -> Self {
    Self(configure: hook)
  }

  static func onArgument(_ hook: @escaping @Sendable (Verb, inout [UInt8]?) -> Void) -> Self {
    Self(onArgument: hook)
  }

  static func onCommand(_ hook: @escaping @Sendable (CommandFacts, inout [ServerStep]) -> Void) -> Self {
    Self(onCommand: hook)
  }

  static func onReply(_ hook: @escaping @Sendable (ReplyFacts, inout [ReplyStep]) -> Void) -> Self {
    Self(onReply: hook)
  }

  static func onOpening(_ start: DataStart) -> Self { Self(onOpening: { _ in start }) }

  static func onData(_ hook: @escaping @Sendable (CommandFacts) -> (any DataFilter)?) -> Self {
    Self(onData: hook)
  }
}

/// What many faults do.
extension FaultHooks {
  typealias ReplyCondition = @Sendable (ReplyFacts) -> Bool

  static func habit(_ habits: ServerHabit...) -> Self { .configure { $0.habits.formUnion(habits) } }

  /// Requires that data connections resume a session, and gives the server habits.
  static func demandingReuse(_ habits: ServerHabit...) -> Self {
    .configure { configuration in
      configuration.tls?.requiresReuse = true
      configuration.habits.formUnion(habits)
    }
  }

  /// Requires PROT P for transfers, and gives the server habits.
  static func demandingPrivacy(_ habits: ServerHabit...) -> Self {
    .configure { configuration in
      configuration.tls?.demandsPrivateData = true
      configuration.habits.formUnion(habits)
    }
  }

  /// Takes these steps for commands of some verbs, instead of what they require.
  static func answering(
    _ verbs: Verb..., with answer: ServerStep...,
    if condition: @escaping @Sendable (CommandFacts) -> Bool = { _ in true }
  ) -> Self {
    .onCommand { facts, steps in if verbs.contains(facts.verb), condition(facts) { steps = answer } }
  }

  /// Takes these steps instead of a reply.
  static func replacing(with answer: ReplyStep..., if condition: @escaping ReplyCondition) -> Self {
    .onReply { facts, steps in if condition(facts) { steps = answer } }
  }

  /// Takes these steps before a reply.
  static func preceding(with first: ReplyStep..., if condition: @escaping ReplyCondition) -> Self {
    .onReply { facts, steps in if condition(facts) { steps = first + steps } }
  }

  /// Takes these steps after a reply.
  static func following(with last: ReplyStep..., if condition: @escaping ReplyCondition) -> Self {
    .onReply { facts, steps in if condition(facts) { steps += last } }
  }

  /// Gives a reply another code.
  static func recoding(_ code: ReplyCode, if condition: @escaping ReplyCondition) -> Self {
    .rewriting(if: condition) { $0.code = code }
  }

  /// Changes a reply.
  static func rewriting(
    if condition: @escaping ReplyCondition = { _ in true },
    _ change: @escaping @Sendable (inout ServerReply) -> Void
  ) -> Self {
    .onReply { facts, steps in if condition(facts) { steps.changeReplies(change) } }
  }

  /// Changes the bytes of a reply and how they are sent.
  static func resending(
    if condition: @escaping ReplyCondition = { _ in true },
    _ change: @escaping @Sendable ([UInt8]) -> [WireStep]
  ) -> Self {
    Self(onWire: { facts, steps in if condition(facts) { steps.replaceBytes(change) } })
  }
}
