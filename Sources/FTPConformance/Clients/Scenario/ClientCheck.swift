import FTPProtocol

/// Something that a correct client does in a scenario, and how to see whether it did.
package struct ClientCheck: Sendable {
  /// A result that differs from the expected one.
  package struct Mismatch: Hashable, Sendable {
    /// The rule that it breaks; nil for the rule of the check.
    var rule: RequirementID?
    /// What was expected, if the check's own words cannot say it; nil for these words.
    var expected: String?
    /// What was observed, as a phrase without raw bytes.
    var received: String

    init(_ received: String, insteadOf expected: String? = nil, rule: RequirementID? = nil) {
      self.received = received
      self.expected = expected
      self.rule = rule
    }
  }

  /// What a correct client does, as a phrase: `exit status 0`.
  package let words: String
  /// The rule that a deviation breaks; nil for the first rule of the scenario.
  var rule: RequirementID?
  /// The highest level that a finding may have.
  var ceiling: CaseLevel
  let test: @Sendable (ClientObservation) -> Mismatch?
  /// Whether the client got to the point that the check is about.
  private(set) var isReached: @Sendable (ClientObservation) -> Bool = { _ in true }

  /// Makes a check; `test` returns what was observed if it is wrong.
  package init(
    _ words: String, rule: RequirementID? = nil, atMost ceiling: CaseLevel = .must,
    _ test: @escaping @Sendable (ClientObservation) -> String?
  ) {
    self.init(words, rule: rule, atMost: ceiling, mismatch: { test($0).map { Mismatch($0) } })
  }

  /// Makes a check whose `test` can name the broken rule itself.
  init(
    _ words: String, rule: RequirementID? = nil, atMost ceiling: CaseLevel = .must,
    mismatch test: @escaping @Sendable (ClientObservation) -> Mismatch?
  ) {
    self.words = words
    self.rule = rule
    self.ceiling = ceiling
    self.test = test
  }

  /// The finding; nil if everything is right.
  func finding(_ observation: ClientObservation, about entry: ConformanceCase) -> Finding? {
    guard let mismatch = test(observation), let about = entry.requirements.first else { return nil }
    return Finding(
      mismatch.rule ?? rule ?? about, atMost: ceiling, expected: mismatch.expected ?? words,
      received: mismatch.received)
  }

  /// The same check, only for clients that get to the point that it is about; for others the scenario is not supported.
  func reached(_ condition: @escaping @Sendable (ClientObservation) -> Bool) -> ClientCheck {
    var check = self
    check.isReached = condition
    return check
  }

  /// A check that passes if either passes.
  package func or(_ other: ClientCheck) -> ClientCheck {
    let first = test
    return ClientCheck(
      "\(words), or \(other.words)", rule: rule, atMost: ceiling,
      mismatch: { observation in
        guard let mismatch = first(observation), other.test(observation) != nil else { return nil }
        return mismatch
      })
  }
}
