import FTPConversation
import FTPProtocol

@testable import FTPConformance

/// A case about a client, with what each attempt at it comes to: what a role adds, as small as it can be.
struct StubScenario: RunnableCase {
  let entry: ConformanceCase
  /// What the attempt with this number, from 1, comes to.
  let play: @Sendable (_ attempt: Int) -> (outcome: CaseOutcome, evidence: CaseEvidence)
}

/// A runner for clients that never runs one: what it has to tell was made up beforehand.
final class ClientStub: CaseRunner {
  let party: TestedParty
  private let unmet: [Need: String]
  private let evidence: CaseEvidence
  private let attempts = Guarded<[CaseID: Int]>([:])

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - party: who is tested.
  ///   - unmet: the needs that are not met, and why.
  ///   - evidence: what is seen when the client is looked at.
  init(_ party: TestedParty, unmet: [Need: String] = [:], evidence: CaseEvidence) {
    self.party = party
    self.unmet = unmet
    self.evidence = evidence
  }

  func meet() async -> CaseAttempt { await look() }

  func look() async -> CaseAttempt {
    let entry = ConformanceCase(
      "run/look/fetch", "A file is fetched.", of: .client, ["959:5.4:wait-for-final"])
    return CaseAttempt(at: entry, CaseOutcome(), showing: evidence, taking: .milliseconds(5))
  }

  func survey(_ needs: Set<Need>) async {}

  func reasonAgainst(_ need: Need) -> String? { unmet[need] }

  func attempt(_ entry: StubScenario, seed: UInt64) async -> CaseAttempt {
    let number = attempts.withLock { attempts in
      attempts[entry.id, default: 0] += 1
      return attempts[entry.id, default: 1]
    }
    let (outcome, evidence) = entry.play(number)
    return CaseAttempt(at: entry.entry, outcome, showing: evidence, taking: .milliseconds(12))
  }

  func tidyUp(jobs: Int) async -> [String] { [] }
}
