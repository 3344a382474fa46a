import FTPConformance
import FTPProtocol
import Testing

@Suite("Every case passes on a server without faults, and fails on one with any of its faults")
struct MutationTests {
  /// The cases about features that the mock server does not have.
  static let unsupported: Set<CaseID> = [
    "draft-deflate/3.4/mode-z-answer", "draft-deflate/3.5/mode-z-in-feat", "draft-deflate/3.6/opts-mode-z",
    "rfc2228/3/auth-case", "rfc2228/6/transfer-protection-refused", "rfc4217/10.2/foreign-session",
    "rfc4217/10.2/session-reuse-522", "rfc4217/10.2/wrong-prot-521", "rfc959/3.1.1.2/ebcdic-real",
    "rfc959/4.1.1/smnt-answer", "rfc959/5.4/smnt-codes",
  ]

  @Test func passesWithoutFaults() async throws {
    let cases = Mutation.cases
    let attempts = try await inParallel(cases) { try await Mutation(entry: $0, faults: nil).attempt() }
    for (entry, attempt) in zip(cases, attempts) {
      let verdict = Self.unsupported.contains(entry.id) ? CaseVerdict.unsupported : .pass
      #expect(attempt.verdict == verdict, "\(entry.id): \(attempt.words)")
      #expect(attempt.ending == .clean || attempt.ending == .none, "\(entry.id): \(attempt.words)")
      let broken = attempt.conversations.flatMap(\.faults)
      #expect(broken.isEmpty || entry.entry.traffic != .fair, "\(entry.id): \(attempt.words)")
    }
  }

  @Test func failsWithEachOfItsFaults() async throws {
    let attempts = try await inParallel(Mutation.all) { try await $0.attempt() }
    for (mutation, attempt) in zip(Mutation.all, attempts) {
      let faults = mutation.faults ?? ""
      print(
        "\(mutation.entry.id) × \(faults): \(attempt.verdict) in \(attempt.duration) (\(attempt.findings.first?.received ?? ""))"
      )
      #expect(Mutation.isFound(by: attempt), "\(mutation.entry.id) does not find \(faults): \(attempt.words)")
      let objections = attempt.findings.flatMap(FindingWords.objections)
      #expect(objections == [], "\(mutation.entry.id) × \(faults)")
    }
  }

  @Test(
    "a missing reply breaks one rule in every case, except in those about the end of the connection",
    arguments: [
      ("rfc959/5.4/nlst-codes", "transfer-closed", "959:4.2:preliminary-then-final"),
      ("rfc959/4.1.1/smnt-answer", "session-closed=3", "959:4.2:every-command-answered"),
      ("rfc959/4.1.3/abor-keeps-control", "abor-closes", "959:4.1.3:abor-keeps-control"),
      ("rfc959/4.1.1/rein-keeps-control", "session-closed=4", "959:4.1.1:rein-keeps-control"),
    ] as [(CaseID, String, RequirementID)])
  func rule(of id: CaseID, faults: String, requirement: RequirementID) async throws {
    let entry = try #require(CaseCatalogue.servers.first { $0.id == id })
    let attempt = try await Mutation(entry: entry, faults: faults).attempt(.generous)
    #expect(
      attempt.verdict == .fail && attempt.findings.first?.requirement == requirement, "\(attempt.words)")
  }

  @Test func everyCaseHasAFaultThatItFinds() {
    #expect(CaseCatalogue.all.filter(\.failsWith.isEmpty).map(\.id) == [])
  }
}

extension CaseAttempt {
  /// A description for messages.
  var words: String {
    let found = findings.map { "\($0.requirement): expected \($0.expected), received \($0.received)" }
    let judged = conversations.flatMap(\.faults).map(\.description)
    return
      (["\(verdict) \(reason ?? "") \(ending)"] + found + judged + conversations.map(\.transcript.description))
      .joined(separator: "\n")
  }
}
