import FTPProtocol

// The steps of a case as the parts that a shorter conversation may lack.
extension CaseStep {
  /// The step in parts, each of which is worth leaving out alone.
  var parts: [CaseStep] {
    switch self {
    case .preparation(let actions): actions.map { .preparation([$0]) }
    case .commands(let commands, let expected): commands.map { .commands([$0], expected) }
    case .observation(let commands): commands.map { .observation([$0]) }
    default: [self]
    }
  }

  /// The commands that the step sends, apart from those that only set up a transfer; nil if they are computed.
  var commands: [String]? {
    switch self {
    case .preparation(let actions): actions.map(\.command)
    case .commands(let commands, _), .observation(let commands): commands
    case .upload(let command, _, _, _), .download(let command, _, _, _), .refusal(let command, _, _):
      [command]
    case .restart(let commands, let command, _): commands + [command]
    case .disturbance(let command, _): ["STOR", command]
    case .textFile: ["STOR"]
    case .choice(let command, _, let accepted, let refused):
      Self.commands(of: accepted + refused).map { [command] + $0 }
    case .second(let steps), .openness(_, let steps): Self.commands(of: steps)
    case .played(_, let commands, _): commands
    case .write, .compute: nil
    default: []
    }
  }

  private static func commands(of steps: [CaseStep]) -> [String]? {
    steps.reduce([]) { all, step in all.flatMap { all in step.commands.map { all + $0 } } }
  }

  /// Whether the step may change files.
  var mayWrite: Bool {
    commands?.contains { [Probe.verb(of: $0)].contains { $0 == .site || $0.has(.changesFiles) } } ?? true
  }

  /// Whether steps still write only in the folder of the run if others are left out.
  ///
  /// Without a login that ended in another directory, or a directory that was entered and is left, the rest could be
  /// carried out among the user's own files.
  static func areSafe(_ steps: [CaseStep], without others: [CaseStep]) -> Bool {
    guard steps.contains(where: \.mayWrite) else { return true }
    let leaves = steps.contains { step in
      step.commands?.contains { [.cdup, .xcup].contains(Probe.verb(of: $0)) || $0.contains("..") } ?? true
    }
    return others.allSatisfy { step in
      // What is refused leads nowhere.
      if case .commands(_, let expected) = step, expected.isRefusal { return true }
      return step.commands?.allSatisfy { command in
        switch Probe.verb(of: command) {
        case .user, .pass, .acct, .rein, .smnt: false
        case .cwd, .xcwd: !leaves && !command.contains(" /") && !command.contains("{")
        default: true
        }
      } ?? false
    }
  }
}

extension ExpectedReply {
  /// Whether only refusals are expected.
  fileprivate var isRefusal: Bool { !patterns.isEmpty && patterns.allSatisfy(\.isNegative) }
}
