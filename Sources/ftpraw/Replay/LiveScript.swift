import FTPConformance
import FTPFuzzing
import FTPVectors

/// A script with only a client's side, which a live server answers.
enum LiveScript: Sendable {
  /// What `fuzz server` plays.
  case sequence(ServerSequence)
  /// What `check` plays in two sessions.
  case walk(WalkScript)

  /// Plays the script to a server, if there is one; each claim that the server breaks is a difference.
  func play(at target: TestedServer?) async -> ReplayResult {
    var result = ReplayResult()
    do {
      guard let target else {
        throw ConversationFailure("only a live server can answer a script: --against URL names one", .usage)
      }
      let broken = try await brokenClaims(of: target)
      result.vectors = 1
      result.checks = 1
      result.differences = broken.map {
        ReplayDifference(vector: "", line: 1, expected: $0.expected, actual: $0.found, target: .live)
      }
    } catch {
      result.excuses = [ConversationFailure(error).message ?? ""]
    }
    return result
  }

  private func brokenClaims(of target: TestedServer) async throws -> [(expected: String, found: String)] {
    let broken: [(expected: String, found: String)]
    let problem: String?
    switch self {
    case .sequence(let sequence):
      let summary = try await ServerCampaign(at: target, CampaignBounds(seed: 0)).replay(sequence)
      broken = summary.findings.map { finding in
        (
          "that \(finding.fault.kind.oracle.claim)",
          "\(finding.fault.detail) (\(finding.shown) of \(finding.trials) times)"
        )
      }
      problem = summary.problem
    case .walk(let script):
      let report = await ServerRun(at: target, cases: [Walk.entry(playing: script)]).run()
      broken = report.cases.flatMap(\.findings).map { ($0.expected, $0.received) }
      problem = report.problem ?? report.cases.first?.reason
    }
    if broken.isEmpty, let problem { throw ConversationFailure(problem, .noConversation) }
    return broken
  }
}
