import FTPProtocol

/// Something that a right client does in a scenario, and how one sees whether it did.
package struct ClientCheck: Sendable {
  /// A result other than the expected one.
  package struct Departure: Hashable, Sendable {
    /// The rule it breaks, if not the first of the scenario.
    var rule: RequirementID?
    /// What was observed, as a phrase without raw bytes.
    var received: String

    init(_ received: String, rule: RequirementID? = nil) {
      self.received = received
      self.rule = rule
    }
  }

  /// What a correct client does, as a phrase: `exit status 0`.
  package let words: String
  /// The rule it breaks, if not the first of the scenario.
  private(set) var rule: RequirementID?
  /// The most that it may matter.
  private(set) var ceiling: CaseLevel
  let test: @Sendable (ClientObservation) -> Departure?
  /// Whether the client came to the point that the check is about.
  private(set) var isReached: @Sendable (ClientObservation) -> Bool = { _ in true }

  /// Makes a check; `test` returns what was observed if it is not right.
  package init(
    _ words: String, rule: RequirementID? = nil, atMost ceiling: CaseLevel = .must,
    _ test: @escaping @Sendable (ClientObservation) -> String?
  ) {
    self.words = words
    self.rule = rule
    self.ceiling = ceiling
    self.test = { test($0).map { Departure($0) } }
  }

  /// Makes a check that determines the broken rule itself.
  init(
    _ words: String, rule: RequirementID? = nil, atMost ceiling: CaseLevel = .must,
    departing test: @escaping @Sendable (ClientObservation) -> Departure?
  ) {
    self.words = words
    self.rule = rule
    self.ceiling = ceiling
    self.test = test
  }

  /// The finding of a case; nil if everything is right.
  func finding(_ observation: ClientObservation, about entry: ConformanceCase) -> Finding? {
    guard let departure = test(observation), let about = entry.requirements.first else { return nil }
    return Finding(
      departure.rule ?? rule ?? about, atMost: ceiling, expected: words, received: departure.received)
  }

  /// The same for clients that come to the point that it is about; with others the scenario tests nothing.
  func reached(_ condition: @escaping @Sendable (ClientObservation) -> Bool) -> ClientCheck {
    var check = self
    check.isReached = condition
    return check
  }

  /// The same, with a lower level.
  package func atMost(_ level: CaseLevel) -> ClientCheck {
    var check = self
    check.ceiling = level
    return check
  }

  /// Another rule that it is about.
  package func about(_ rule: RequirementID) -> ClientCheck {
    var check = self
    check.rule = rule
    return check
  }

  /// Either the one or the other.
  package func or(_ other: ClientCheck) -> ClientCheck {
    let first = test
    return ClientCheck(
      "\(words), or \(other.words)", rule: rule, atMost: ceiling,
      departing: { observation in
        guard let departure = first(observation), other.test(observation) != nil else { return nil }
        return departure
      })
  }
}
