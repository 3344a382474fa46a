import FTPConformance
import Testing

@Suite("Selectors, profiles and shards choose cases")
struct SelectionTests {
  private func cases(_ id: CaseID, tags: [String] = []) -> ServerCase {
    ServerCase(id, "It does.", ["959:4.2:reply-line"], tags: tags, failsWith: []) { _ in }
  }

  @Test(arguments: [
    ("rfc959", true), ("rfc95", false), ("rfc959/4", true), ("rfc959/4.1", true), ("rfc959/4.1.2", true),
    ("rfc959/4.1.2/", true), ("rfc959/4.1.2/pasv-port", true), ("rfc959/4.1.2/pasv", false),
    ("rfc959/4.2", false),
    ("rfc959/4.1.", false), ("*pasv*", true), ("rfc959/4.1.?/*", true), ("pasv*", false), ("tag:pasv", true),
    ("tag:pas", false), ("959:4.2:reply-line", true), ("959:4.2", false), ("", false),
  ])
  func selectors(text: String, matches: Bool) {
    let entry = cases("rfc959/4.1.2/pasv-port", tags: ["pasv"])
    #expect(CaseSelector(text).matches(entry.entry) == matches)
  }

  @Test func selectionTakesLeavesOutAndShares() {
    let all = (1...7).map { cases(CaseID(rawValue: "rfc959/4.\($0)/x")) } + [cases("rfc3659/1/x")]
    #expect(CaseSelection().cases(of: all).count == 8)
    let some = CaseSelection([CaseSelector("rfc959")], excluded: [CaseSelector("rfc959/4.2")])
    #expect(some.cases(of: all).map(\.id.section) == ["4.1", "4.3", "4.4", "4.5", "4.6", "4.7"])
    let shards = (1...3).map { number in
      var selection = some
      selection.shard = CaseSelection.Shard("\(number)/3")
      #expect(selection.shard != nil)
      return selection.cases(of: all).map(\.id.section)
    }
    #expect(shards == [["4.1", "4.5"], ["4.3", "4.6"], ["4.4", "4.7"]])
    #expect(CaseSelection(profile: .rfc1123).cases(of: all).count == 7)
  }

  /// The longest cases go to different shards; one that was not run before counts as usual.
  @Test func shardsTakeAboutAsLong() {
    let all = (1...7).map { cases(CaseID(rawValue: "rfc959/4.\($0)/x")) }
    var selection = CaseSelection()
    let seconds = [9, 1, 1, 8, 1, 7]
    for (entry, seconds) in zip(all, seconds) { selection.durations[entry.id] = .seconds(seconds) }
    let shards = (1...3).map { number in
      selection.shard = CaseSelection.Shard("\(number)/3")
      return selection.cases(of: all).map(\.id.section)
    }
    #expect(shards == [["4.1", "4.3"], ["4.2", "4.4", "4.5"], ["4.6", "4.7"]])
  }

  @Test(arguments: ["0/3", "4/3", "1/0", "1", "a/b", "1/2/3", ""])
  func badShards(text: String) { #expect(CaseSelection.Shard(text) == nil) }

  @Test func everyProfileHasCasesAndEveryCaseAProfile() {
    for profile in Profile.known {
      #expect(CaseCatalogue.all.contains { profile.contains($0) }, "\(profile.name)")
      #expect(Profile(named: profile.name) == profile)
    }
    #expect(CaseCatalogue.all.allSatisfy { Profile.all.contains($0) })
  }

  @Test func levelsAreOrdered() { #expect(CaseLevel.may < .should && CaseLevel.should < .must) }
}
