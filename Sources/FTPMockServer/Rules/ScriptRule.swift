import FTPProtocol

extension Script {
  /// The actions for certain commands.
  public struct Rule: Hashable, Sendable {
    /// The commands that a rule matches.
    package enum Trigger: Hashable, Sendable {
      /// A client that connects.
      case connection
      /// A command with this verb, or any, and an argument that matches this pattern, or any or none.
      case command(Verb?, Glob?)

      /// The same without a pattern that any argument matches.
      var covered: Trigger {
        if case .command(let verb, let pattern?) = self, pattern.matchesEverything {
          .command(verb, nil)
        } else {
          self
        }
      }

      /// Everything that covers all of it, as ``covered``.
      var coverings: [Trigger] {
        guard case .command(let verb, let pattern) = self else { return [self] }
        return [.command(nil, nil), .command(verb, nil), .command(nil, pattern), .command(verb, pattern)]
      }
    }

    package let trigger: Trigger
    /// Which of the matching ones it is for.
    public package(set) var occurrence: Occurrence
    /// The actions, in order.
    public package(set) var actions: [Action]

    package init(_ trigger: Trigger, _ occurrence: Occurrence = .every, _ actions: [Action]) {
      self.trigger = trigger
      self.occurrence = occurrence
      self.actions = actions
    }

    /// How its replies are sent.
    var shape: ReplyForm? {
      actions.lazy.compactMap { if case .shape(let shape) = $0.content { shape } else { nil } }.first
    }

    /// How its data is sent or received.
    var dataShape: Action.DataShape? {
      actions.lazy.compactMap { if case .dataShape(let shape) = $0.content { shape } else { nil } }.first
    }

    /// The actions for a command, written as a rule.
    func steps(filling fill: (RuleText) -> [UInt8]) -> [ServerStep] {
      var steps: [ServerStep] = []
      for action in actions {
        guard let step = action.step(filling: fill) else { continue }
        // Without a pause, separate segments would arrive as one.
        if case .wire(.bytes) = step, case .wire(.bytes)? = steps.last {
          steps.append(.pause(WireStep.segmentPause))
        }
        steps.append(step)
      }
      if actions.allSatisfy(\.isManner) { steps.append(.obey) }
      if let shape {
        steps = steps.flatMap { step in
          if case .wire(.bytes(let bytes)) = step {
            shape.steps(for: bytes).map(ServerStep.wire)
          } else {
            [step]
          }
        }
      }
      return steps.closingData
    }

    /// A rule for a command.
    ///
    /// In `pattern`, which must match the whole argument, `*` matches any bytes and `?` one; nil matches any
    /// argument and none.
    public init(
      _ verb: Verb, matching pattern: String? = nil, _ occurrence: Occurrence = .every, do actions: Action...
    ) {
      self.init(.command(verb, pattern.map { Glob(Array($0.utf8)) }), occurrence, actions)
    }

    /// A rule for every command.
    public static func anyCommand(
      matching pattern: String? = nil, _ occurrence: Occurrence = .every, do actions: Action...
    ) -> Rule {
      Rule(.command(nil, pattern.map { Glob(Array($0.utf8)) }), occurrence, actions)
    }

    /// A rule for connecting clients, counted over all sessions of the server.
    ///
    /// It has no data connection.
    public static func connection(_ occurrence: Occurrence = .every, do actions: Action...) -> Rule {
      Rule(.connection, occurrence, actions)
    }

    /// Whether the rule matches this command, regardless of its occurrence.
    func matches(_ command: Command) -> Bool {
      guard case .command(let verb, let pattern) = trigger else { return false }
      return (verb == nil || verb == command.verb) && (pattern?.matches(command.argument ?? []) ?? true)
    }
  }

  /// Which of the matching commands a rule is for.
  public struct Occurrence: Hashable, Sendable {
    let range: ClosedRange<Int>

    /// Every matching command.
    public static let every = Occurrence(range: 1...Int.max)

    /// One matching command, counted from 1 in each session.
    public static func only(_ number: Int) -> Occurrence {
      Occurrence(range: max(1, number)...max(1, number))
    }

    /// One matching command, counted from 1 in each session, and all later ones.
    public static func from(_ number: Int) -> Occurrence { Occurrence(range: max(1, number)...Int.max) }
  }
}
