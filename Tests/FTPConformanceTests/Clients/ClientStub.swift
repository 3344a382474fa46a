import FTPConversation
import FTPProtocol

@testable import FTPConformance

/// A case about a client, with a fixed outcome for each attempt: the minimum that a role must provide.
struct StubScenario: RunnableCase {
  let entry: ConformanceCase
  /// The outcome of the attempt with this number, counted from 1.
  let play: @Sendable (_ attempt: Int) -> (stop: CaseStop?, evidence: StubEvidence)
}

/// What is seen of a client.
struct StubEvidence: Sendable {
  var conversations: [CaseAttempt.Conversation] = []
  var ending = ConnectionEnding.none
  var exhibits: [CaseAttempt.Exhibit] = []
}

/// A runner that never starts a client: its outcomes are fixed in advance.
final class ClientStub: CaseRunner {
  let party: TestedParty
  private let unmet: [Need: String]
  private let evidence: StubEvidence
  private let attempts = Guarded<[CaseID: Int]>([:])

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - party: The tested party.
  ///   - unmet: The needs that are not met, and why.
  ///   - evidence: The evidence for examining the client.
  init(_ party: TestedParty, unmet: [Need: String] = [:], evidence: StubEvidence) {
    self.party = party
    self.unmet = unmet
    self.evidence = evidence
  }

  func meet() async -> CaseAttempt { await look() }

  func look() async -> CaseAttempt {
    let entry = ConformanceCase(
      "run/look/fetch", "A file is fetched.", of: .client, ["959:5.4:wait-for-final"])
    return attempt(at: entry, nil, evidence)
  }

  func survey(_ needs: Set<Need>) async {}

  func reasonAgainst(_ need: Need) -> String? { unmet[need] }

  func attempt(_ entry: StubScenario, seed: UInt64, isCalm: Bool) async -> CaseAttempt {
    let number = attempts.withLock { attempts in
      attempts[entry.id, default: 0] += 1
      return attempts[entry.id, default: 1]
    }
    let (stop, evidence) = entry.play(number)
    return attempt(at: entry.entry, stop, evidence, taking: .milliseconds(12))
  }

  private func attempt(
    at entry: ConformanceCase, _ stop: CaseStop?, _ evidence: StubEvidence,
    taking duration: Duration = .milliseconds(5)
  ) -> CaseAttempt {
    CaseAttempt(
      at: entry, stop, in: evidence.conversations, ending: evidence.ending, showing: evidence.exhibits,
      taking: duration)
  }

  func tidyUp(jobs: Int) async -> [String] { [] }
}
