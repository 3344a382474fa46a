import FTPProtocol

/// Compares the results, event by event and reply by reply, with the expectations of a vector.
package struct ReplayLedger {
  /// How many things were compared.
  package private(set) var checks = 0
  /// The differences from the vector.
  package private(set) var problems: [Problem] = []
  /// The values of the placeholders.
  package var bindings: PlaceholderBindings
  /// With whom the vector is replayed, for rows that may differ there; nil without sockets.
  package let target: ExpectedDifference.Target?
  /// Verdicts that may be found later than where the vector has them.
  private let lateRequirements: Set<RequirementID>
  private var late: [(verdict: ExpectedVerdict, line: Int)] = []
  /// Bytes of the burst that became replies.
  private var consumed = 0
  /// Bytes of earlier bursts that belong to a reply that continues in this one.
  private var carried = 0
  private var place = Place()

  /// Something that is not as the vector says.
  package struct Problem: Hashable {
    package var line: Int
    package var expected: String
    package var actual: String
  }

  /// Which expectations of a burst are used up: those of the rows before a boundary, and some of its own.
  private struct Place {
    var boundary = 0
    var reply = 0
  }

  package init(
    bindings: PlaceholderBindings, target: ExpectedDifference.Target? = nil,
    lateRequirements: Set<RequirementID> = []
  ) {
    self.bindings = bindings
    self.target = target
    self.lateRequirements = lateRequirements
  }

  /// Begins to report problems again.
  mutating func forgetProblems() { problems = [] }

  /// Begins a burst: the server's bytes until the other side's turn.
  package mutating func beginBurst() {
    consumed = -carried
    place = Place()
  }

  /// Takes a reply of a burst, and returns its expectations; `unfinished` are the bytes after it that form
  /// no reply yet.
  @discardableResult
  package mutating func take(
    _ reply: Reply, _ judgement: Judgement, _ verdicts: [Verdict], _ judge: Judge,
    in burst: ReplayScript.Burst, unfinished: ArraySlice<UInt8>
  ) -> ReplayScript.Expectations {
    consumed += reply.byteCount
    while place.boundary < burst.boundaries.count, burst.boundaries[place.boundary].offset < consumed {
      pass(burst.boundaries[place.boundary].replies.dropFirst(place.reply), judge, unfinished)
      place = Place(boundary: place.boundary + 1)
    }
    guard place.boundary < burst.boundaries.count else {
      let expectations = ReplayScript.Expectations(line: burst.line)
      compare(verdicts, expectations, judge)
      return expectations
    }
    let boundary = burst.boundaries[place.boundary]
    let expectations =
      place.reply < boundary.replies.count
      ? boundary.replies[place.reply] : ReplayScript.Expectations(line: boundary.line)
    place.reply += 1
    if mayDiffer(expectations) { return expectations }
    if let meaning = expectations.meaning {
      let expected = meaning.value.text(bindings)
      check(expected, "\(judgement)", line: meaning.line)
    }
    compare(verdicts, expectations, judge)
    return expectations
  }

  /// Ends a burst: reports the expectations after rows at which no reply ended.
  package mutating func endBurst(
    _ burst: ReplayScript.Burst, _ judge: Judge, unfinished: ArraySlice<UInt8>
  ) {
    var skipped = place.reply
    for boundary in burst.boundaries.dropFirst(place.boundary) {
      pass(boundary.replies.dropFirst(skipped), judge, unfinished)
      skipped = 0
    }
    carried = burst.bytes.count - consumed
  }

  /// Compares verdicts and states with the expected ones.
  package mutating func compare(
    _ found: [Verdict], _ expectations: ReplayScript.Expectations, _ judge: Judge
  ) {
    if mayDiffer(expectations) { return }
    checks += 1
    var missing = expectations.verdicts
    var others: [Verdict] = []
    for verdict in found {
      if let index = missing.firstIndex(where: { $0.accepts(verdict) }) {
        missing.remove(at: index)
      } else if let index = late.firstIndex(where: { $0.verdict.accepts(verdict) }) {
        late.remove(at: index)
      } else {
        others.append(verdict)
      }
    }
    for verdict in missing where lateRequirements.contains(verdict.requirement) {
      late.append((verdict, expectations.line))
    }
    missing.removeAll { lateRequirements.contains($0.requirement) }
    if !missing.isEmpty || !others.isEmpty {
      report(
        expectations.line,
        missing.isEmpty ? "no deviation" : missing.map(\.description).joined(separator: "; "),
        others.isEmpty ? "no deviation" : others.map(\.description).joined(separator: "; "))
    }
    for state in expectations.states {
      check("\(state.value)", "\(state.value.found(in: judge))", line: state.line)
    }
  }

  /// Compares two things that must be equal.
  package mutating func check(_ expected: @autoclosure () -> String, _ actual: String, line: Int) {
    checks += 1
    let expected = expected()
    if expected != actual { report(line, expected, actual) }
  }

  /// Counts a comparison, and reports it if it fails.
  package mutating func check(
    _ holds: Bool, line: Int, expected: @autoclosure () -> String, actual: @autoclosure () -> String
  ) {
    checks += 1
    if !holds { report(line, expected(), actual()) }
  }

  /// Counts a comparison that was made elsewhere.
  package mutating func countCheck() { checks += 1 }

  /// Ends the conversation: reports deferred verdicts that were never found.
  package mutating func end() {
    for (verdict, line) in late { report(line, "\(verdict)", "no deviation") }
    late = []
  }

  /// Reports something that differs from the vector.
  package mutating func report(_ line: Int, _ expected: String, _ actual: String) {
    problems.append(Problem(line: line, expected: expected, actual: actual))
  }

  private func mayDiffer(_ expectations: ReplayScript.Expectations) -> Bool {
    target != nil && expectations.differences.contains { $0.target == target }
  }

  private mutating func pass(
    _ replies: ArraySlice<ReplayScript.Expectations>, _ judge: Judge, _ held: ArraySlice<UInt8>
  ) {
    for expectations in replies where !mayDiffer(expectations) {
      checks += 1
      guard let meaning = expectations.meaning else {
        compare([], expectations, judge)
        continue
      }
      guard meaning.value.isUnfinished else {
        report(meaning.line, meaning.value.text(bindings), "no reply that ends here")
        continue
      }
      let code = meaning.value.code.map { Array($0.description.utf8) } ?? []
      if held.isEmpty || !held.starts(with: code) {
        let found = held.isEmpty ? "nothing" : Escaping.ascii(held, limit: 40)
        report(meaning.line, "bytes that make no reply (\(meaning.value))", found)
      }
      compare([], expectations, judge)
    }
  }
}
