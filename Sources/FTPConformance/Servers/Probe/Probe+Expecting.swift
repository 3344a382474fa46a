import FTPConversation
import FTPProtocol

extension Probe {
  /// Ends the case unless a reply is one of those expected.
  ///
  /// - Parameters:
  ///   - reply: The reply.
  ///   - patterns: The expected replies.
  ///   - others: Replies that are wrong but common, so that the case continues with a **warn**.
  ///   - command: What the reply answers, for the report.
  ///   - requirement: What any other reply breaks; the first requirement of the case if nil.
  /// - Throws: What ends the case, if the reply is another one.
  package func expect(
    _ reply: Reply, _ patterns: ReplyPattern..., tolerating others: [ReplyPattern] = [], to command: String,
    citing requirement: RequirementID? = nil
  ) throws {
    try expect(reply, patterns, tolerating: others, to: command, citing: requirement)
  }

  func expect(
    _ reply: Reply, _ patterns: [ReplyPattern], tolerating others: [ReplyPattern], to command: String,
    citing requirement: RequirementID?
  ) throws {
    guard !patterns.isEmpty, !patterns.contains(where: { $0.matches(reply.code) }) else { return }
    let expected = "\(patterns.map(\.description).choice) to \(Escaping.ascii(command.utf8, limit: 60))"
    let isTolerated = others.contains { $0.matches(reply.code) }
    if !isTolerated {
      // What every command gets before a login is about none.
      if facts.saysNothing(reply), try ftp.judge.login != .loggedIn {
        throw CaseStop.unsupported("before a login, everything gets \(Self.words(of: reply))")
      }
      // A code that no RFC has says no more about a refusal than that, unless all servers must have the command.
      if reply.code.isNegative, let row = Self.verb(of: command).row, !row.traits.contains(.minimum),
        !CommandReplies.definedCodes.contains(reply.code),
        !patterns.contains(where: \.isNegative)
      {
        throw found(
          expected: expected, received: Self.words(of: reply), citing: "1123:4.1.2.11:standard-codes")
      }
    }
    let (finding, goesOn) = Finding.code(
      of: reply, from: patterns, breaking: requirement ?? mainRequirement,
      atMost: isTolerated ? .should : .must, expected: expected)
    guard isTolerated || goesOn else { throw CaseStop.found(finding) }
    if isRefusalOfChanges(reply, to: command) { return }
    note(finding)
  }

  /// Whether a server on which nothing can be changed says so: that it looks at nothing else first breaks no sentence.
  private func isRefusalOfChanges(_ reply: Reply, to command: String) -> Bool {
    let refusal = facts.unmet[.writeAccess] ?? Survey.leftOut
    return refusal != Survey.leftOut && [532, 550, 553].contains(reply.code)
      && Self.verb(of: command).has(.changesFiles)
  }

  /// Ends the case unless a condition holds.
  package func require(
    _ condition: Bool, _ expected: @autoclosure () -> String, _ received: @autoclosure () -> String,
    citing requirement: RequirementID? = nil
  ) throws {
    if !condition { throw found(expected: expected(), received: received(), citing: requirement) }
  }

  /// Ends the case unless there is a value, which is returned.
  package func require<Value>(
    _ value: Value?, _ expected: @autoclosure () -> String, _ received: @autoclosure () -> String,
    citing requirement: RequirementID? = nil
  ) throws -> Value {
    guard let value else { throw found(expected: expected(), received: received(), citing: requirement) }
    return value
  }

  /// Ends the case: the server broke a requirement.
  package func fail(
    _ expected: String, _ received: String, citing requirement: RequirementID? = nil
  ) throws -> Never {
    throw found(expected: expected, received: received, citing: requirement)
  }

  /// Notes a deviation from the RFC that is common practice; the case continues, with a **warn** unless something worse
  /// is found.
  package func warn(
    _ expected: String, _ received: String, citing requirement: RequirementID? = nil,
    atMost ceiling: CaseLevel = .should
  ) {
    note(
      Finding(
        requirement ?? mainRequirement, atMost: ceiling, expected: expected,
        received: Self.printable(received)))
  }

  /// Notes a finding, once; the case continues.
  private func note(_ finding: Finding) {
    state.withLock { state in
      if !state.findings.contains(finding) { state.findings.append(finding) }
    }
  }

  /// Ends the case as **skipped**: something that it needs turned out to be missing.
  package func skip(_ reason: String) throws -> Never { throw CaseStop.skipped(reason) }

  /// The requirement that the case is about.
  var mainRequirement: RequirementID { current.entry.mainRequirement }

  func found(
    expected: String, received: String, citing requirement: RequirementID?,
    as difference: ByteDifference.Kind? = nil
  ) -> CaseStop {
    var finding = Finding(
      requirement ?? mainRequirement, expected: expected, received: Self.printable(received))
    finding.difference = difference
    return .found(finding)
  }

  /// The last line of a reply in printable ASCII.
  package static func words(of reply: Reply) -> String { reply.lastLineWords }

  /// Escapes a text that may contain bytes of a peer.
  private static func printable(_ text: String) -> String {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? text : VectorText.escape(text.utf8)
  }
}
