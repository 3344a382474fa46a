import FTPProtocol

/// Something that a right client does in a scenario, and how one sees whether it did.
package struct ClientCheck: Sendable {
  /// What was seen in place of it.
  package struct Departure: Hashable, Sendable {
    /// What it breaks, where that is not what the scenario is about.
    var rule: RequirementID?
    /// What was seen, as a phrase without raw bytes.
    var received: String

    init(_ received: String, rule: RequirementID? = nil) {
      self.received = received
      self.rule = rule
    }
  }

  /// What a right client does, as a phrase: `exit status 0`.
  package let words: String
  /// What it breaks, where that is not what the scenario is about.
  let rule: RequirementID?
  /// The most that it may matter.
  let ceiling: CaseLevel
  let test: @Sendable (ClientObservation) -> Departure?

  /// Makes a check; `test` returns what was seen where it was not right.
  package init(
    _ words: String, rule: RequirementID? = nil, atMost ceiling: CaseLevel = .must,
    _ test: @escaping @Sendable (ClientObservation) -> String?
  ) {
    self.words = words
    self.rule = rule
    self.ceiling = ceiling
    self.test = { test($0).map { Departure($0) } }
  }

  /// Makes a check that knows better what is broken.
  init(
    _ words: String, rule: RequirementID? = nil, atMost ceiling: CaseLevel = .must,
    departing test: @escaping @Sendable (ClientObservation) -> Departure?
  ) {
    self.words = words
    self.rule = rule
    self.ceiling = ceiling
    self.test = test
  }

  /// The finding of a case; nil where all is right.
  func finding(_ observation: ClientObservation, about entry: ConformanceCase) -> Finding? {
    guard let departure = test(observation), let about = entry.requirements.first else { return nil }
    return Finding(
      departure.rule ?? rule ?? about, atMost: ceiling, expected: words, received: departure.received)
  }

  /// The same, where it matters less.
  package func atMost(_ level: CaseLevel) -> ClientCheck {
    ClientCheck(words, rule: rule, atMost: level, departing: test)
  }

  /// Another rule that it is about.
  package func about(_ rule: RequirementID) -> ClientCheck {
    ClientCheck(words, rule: rule, atMost: ceiling, departing: test)
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
