import Foundation
import Testing

@testable import FTPProtocol

@Suite("The judge reports the meaning of each event and what is wrong")
struct ConversationTests {
  @Test(arguments: Conversation.all)
  func followsFromBothSides(_ conversation: Conversation) {
    for side in Conversation.Side.allCases {
      for problem in conversation.play(side).problems { Issue.record("\(side): \(problem)") }
    }
  }

  @Test func coversMuch() {
    #expect(Conversation.all.count >= 150)
    #expect(Set(Conversation.all.map(\.name)).count == Conversation.all.count)
  }

  /// Both ways to give a command to the judge lead to the same state.
  @Test(arguments: Conversation.all)
  func knowsTheSameFromBothSides(_ conversation: Conversation) {
    let (client, server) = (conversation.play(.client).judge, conversation.play(.server).judge)
    #expect(client.state == server.state)
    #expect(client.commandsInFlight == server.commandsInFlight)
    #expect(client.parameters == server.parameters)
  }

  /// Every requirement that the judge cites is cited in at least one conversation.
  @Test func citesEveryRequirementSomewhere() throws {
    let seen = Conversation.all.reduce(into: Set<String>()) { seen, conversation in
      seen.formUnion(conversation.play(.client).verdicts.map(\.rawValue))
    }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/FTPProtocol/Judge")
    let files = try ["Judging", "Machines"].flatMap {
      try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: $0), includingPropertiesForKeys: nil)
    }
    var cited: Set<String> = []
    for file in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /"([0-9]{3,4}:[0-9A-Za-z.-]+:[a-z0-9-]+)"/) {
        cited.insert(String(match.output.1))
      }
    }
    #expect(cited.count >= 40)
    #expect(cited.subtracting(seen).sorted() == [])
  }
}
