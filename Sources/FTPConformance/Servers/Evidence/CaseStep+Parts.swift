import FTPProtocol

// The steps of a case as the parts that a shorter conversation may lack.
extension CaseStep {
  /// The step in parts, each of which is worth leaving out alone.
  var parts: [CaseStep] { pieces.isEmpty ? [self] : pieces }

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
      if step.expected?.isRefusal ?? false { return true }
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
  fileprivate var isRefusal: Bool { !patterns.isEmpty && patterns.allSatisfy(\.isNegative) }
}
