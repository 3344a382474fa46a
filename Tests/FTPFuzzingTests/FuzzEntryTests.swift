import FTPConversation
import FTPProtocol
import FTPVectors
import Foundation
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("No input breaks an oracle of a reader of foreign bytes", .computing)
struct FuzzEntryTests {
  /// The line of a finding is kept in a file of `Vectors/fuzz`, with the name of the entry as its extension.
  @Test(arguments: FuzzEntry.all.map(\.name))
  func holds(name: String) throws {
    let entry = try #require(FuzzEntry(named: name))
    let fuzzer = EntryFuzzer(entry, seed: 1)
    for run in 0..<UInt64(Thoroughness.isWhole ? 20 * entry.sampleRuns : entry.sampleRuns) {
      guard let finding = fuzzer.run(run) else { continue }
      Issue.record("run \(run): \(fuzzer.minimize(finding))")
      return
    }
  }

  @Test(arguments: FuzzEntry.all.map(\.name))
  func holdsOfItsSeeds(name: String) throws {
    let entry = try #require(FuzzEntry(named: name))
    let fuzzer = EntryFuzzer(entry, seed: 1)
    #expect(!entry.seeds.isEmpty && entry.seeds.allSatisfy { $0.count <= entry.longest })
    for seed in entry.seeds {
      if let finding = fuzzer.ask(seed) { Issue.record("\(fuzzer.minimize(finding))") }
    }
  }

  @Test func haveNamesOfTheirOwn() {
    #expect(Set(FuzzEntry.all.map(\.name)).count == FuzzEntry.all.count)
    #expect(FuzzEntry(named: "replies")?.name == "replies" && FuzzEntry(named: "reply") == nil)
    for entry in FuzzEntry.all {
      #expect(!entry.name.isEmpty && entry.name.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x2D })
      #expect(Set(entry.oracles).count == entry.oracles.count)
    }
    #expect(Set(FuzzEntry.all.flatMap(\.oracles)) == Set(FuzzOracle.allCases))
  }

  /// The text of a source file.
  private func text(_ path: String) throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../\(path)").standardizedFileURL
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func theScriptThatRunsThemNamesThem() throws {
    let list = try #require(
      try text("Tests/Fuzz/run").split(separator: "TARGETS=\"").last?.split(separator: "\"").first)
    #expect(list.split(whereSeparator: \.isWhitespace).map(String.init) == FuzzEntry.all.map(\.name))
  }

  @Test func theTableOfTheDocumentationHasThem() throws {
    let lines = try text("Documentation/fuzzing.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    let rows = FuzzEntry.all.map { entry in
      let oracles = entry.oracles.dropFirst().map { "`\($0.rawValue)`" }.joined(separator: ", ")
      return "| `\(entry.name)` | \(entry.summary) | \(oracles) |"
    }
    #expect(lines.filter { rows.contains(String($0)) }.map(String.init) == rows)
  }

  @Test func aRunFollowsFromItsSeedAndItsNumber() {
    for entry in FuzzEntry.all {
      let one = EntryFuzzer(entry, seed: 1)
      #expect(one.makeInput(7) == EntryFuzzer(entry, seed: 1).makeInput(7))
      #expect((0..<20).contains { one.makeInput($0) != one.makeInput($0 + 20) })
    }
  }

  /// A reader with a bug: it cannot read a capital Q.
  private static let planted = FuzzEntry(
    "planted", "a reader with a bug", oracles: [.printing], seeds: ["abc Q def"],
    check: { input throws(BrokenOracle) in
      let text = String(decoding: input.bytes, as: UTF8.self)
      try FuzzOracle.printing.expect(!text.contains("Q"), "there is a Q in it")
    })

  @Test func aFindingIsMadeSmall() throws {
    let fuzzer = EntryFuzzer(Self.planted, seed: 1)
    let found = (0..<100).lazy.compactMap { fuzzer.run($0) }.first
    let finding = fuzzer.minimize(try #require(found))
    #expect(finding.bytes == Array("Q".utf8))
    #expect(finding.description == "Q: printing: \(FuzzOracle.printing.claim); there is a Q in it")
  }

  @Test func theSameBytesAreAlwaysCutInTheSameWay() {
    let input = FuzzInput(Array(0..<40))
    #expect(input.segmentations == FuzzInput(input.bytes).segmentations)
    for pieces in input.segmentations { #expect(Array(pieces.joined()) == input.bytes) }
    #expect(FuzzInput([]).segmentations.isEmpty && FuzzInput([1]).segmentations.isEmpty)
  }

  @Test func aVectorHasInputsToBeginFrom() throws {
    let file = Array(FuzzEntry.sample.description.utf8)
    func seeds(_ name: String, _ file: String, _ bytes: [UInt8]) throws -> [String] {
      let entry = try #require(FuzzEntry(named: name))
      return try entry.seeds(inFile: file, bytes).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try seeds("addresses", "a.ftpv", file) == ["Passive (|||50001|)", "127,0,0,1,195,82"])
    #expect(try seeds("codings", "a.ftpv", file) == ["line one\r\n", "up\r\n"])
    #expect(try seeds("vectors", "a.ftpv", file) == [String(decoding: file, as: UTF8.self)])
    #expect(try seeds("telnet", "a.ftpv", file).contains("USER me\r\n"))
    #expect(try !seeds("captures", "a.ftpv", file).isEmpty && !seeds("events", "a.ftpv", file).isEmpty)
    #expect(try seeds("times", "b.times", Array("# a comment\n2007\\x30\n\\x23\n".utf8)) == ["20070", "#"])
    #expect(try seeds("times", "b.values", Array("2007\n".utf8)) == [])
    #expect(throws: VectorSyntaxError.self) { try seeds("times", "b.times", Array("\\q\n".utf8)) }
  }
}
