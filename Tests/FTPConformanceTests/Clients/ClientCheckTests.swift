import FTPConversation
import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("What a check of a client sees")
struct ClientCheckTests {
  /// A step with one transcript for each text, of verdicts such as `client:a client:b`.
  private static func run(_ transcripts: [String]) -> ClientObservation.Run {
    var run = ClientObservation.Run(step: ScenarioStep(.get))
    run.transcripts = transcripts.map { text in
      Transcript(
        events: text.split(separator: " ").compactMap { word in
          let parts = word.split(separator: ":").map(String.init)
          guard let party = Verdict.Party(rawValue: parts[0]) else { return nil }
          let rule = RequirementID(rawValue: "959:1:\(parts[1])")
          return ConversationEvent(
            time: .zero,
            .verdict(Verdict(rule, by: party, expected: "no \(parts[1])", received: "an \(parts[1])")))
        })
    }
    return run
  }

  /// The verdicts in the transcripts of each step, and the rule that the finding is about; nil for none.
  static let rows: [(steps: [[String]], found: String?)] = [
    ([], nil), ([[]], nil), ([[""]], nil), ([["client:a"]], "a"), ([["client:b"]], "b"),
    // Another rule, and others that break it.
    ([["client:c"]], nil), ([["server:a"]], nil), ([["network:b"]], nil),
    ([["server:a client:c network:b client:b"]], "b"),
    // The first in any session, but only in the last step.
    ([["client:b client:a"]], "b"), ([["client:c", "", "client:a"]], "a"),
    ([["client:a"], ["client:c"]], nil), ([["client:c"], ["client:a"]], "a"),
  ]

  @Test(arguments: rows) func keepsToTheRulesThatItNames(steps: [[String]], found: String?) {
    let check = ClientCheck.keepsTo(["959:1:a", "959:1:b"])
    #expect(check.words == "a client that keeps to 959:1:a and 959:1:b")
    let entry = ConformanceCase("good/get/case", "It does.", of: .client, ["959:1:z"])
    let finding = check.finding(ClientObservation(runs: steps.map(Self.run)), about: entry)
    #expect(finding?.requirement == found.map { RequirementID(rawValue: "959:1:\($0)") })
    #expect(finding?.expected == found.map { "no \($0)" })
    #expect(finding?.received == found.map { "an \($0)" })
  }
}
