import FTPConversation
import FTPProtocol
import FTPVectors
import Foundation
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("No input breaks an oracle of a reader of foreign bytes", .computing)
struct FuzzedParserTests {
  /// The line of a finding is kept in a file of `Vectors/fuzz`, with the name of the parser as its extension.
  @Test(arguments: FuzzedParser.all.map(\.name))
  func holds(name: String) async throws {
    let parser = try #require(FuzzedParser(named: name))
    let runs = Thoroughness.isWhole ? 20 * parser.sampleRuns : parser.sampleRuns
    await ParserCampaign(of: parser, seed: 1, runs: runs).expectNothing()
  }

  @Test(arguments: FuzzedParser.all.map(\.name))
  func holdsOfItsSeeds(name: String) throws {
    let parser = try #require(FuzzedParser(named: name))
    #expect(!parser.seeds.isEmpty && parser.seeds.allSatisfy { $0.count <= parser.longest })
    let fuzzer = ByteFuzzer(parser, seed: 1)
    for seed in parser.seeds {
      if let fault = fuzzer.check(ParserCase(seed)) { Issue.record("\(ParserCase(seed)): \(fault)") }
    }
  }

  @Test func everyPieceCanBeRead() {
    for row in FuzzPieces.rows.values.joined() {
      #expect(VectorText.unescape(row.text) != nil, "\(row.name): \(row.text)")
    }
  }

  @Test func haveNamesOfTheirOwn() {
    #expect(Set(FuzzedParser.all.map(\.name)).count == FuzzedParser.all.count)
    #expect(FuzzedParser(named: "replies")?.name == "replies" && FuzzedParser(named: "reply") == nil)
    for parser in FuzzedParser.all {
      #expect(!parser.name.isEmpty && parser.name.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x2D })
      #expect(Set(parser.oracles).count == parser.oracles.count)
    }
    #expect(Set(FuzzedParser.all.flatMap(\.oracles)) == Set(ParserOracle.allCases))
  }

  /// The text of a source file.
  private func text(_ path: String) throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../\(path)").standardizedFileURL
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func theScriptThatRunsThemNamesThem() throws {
    let list = try #require(
      try text("Tests/Fuzz/run").split(separator: "TARGETS=\"").last?.split(separator: "\"").first)
    #expect(list.split(whereSeparator: \.isWhitespace).map(String.init) == FuzzedParser.all.map(\.name))
  }

  @Test func theTableOfTheDocumentationHasThem() throws {
    let lines = try text("Documentation/fuzzing.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    let rows = FuzzedParser.all.map { parser in
      let oracles = parser.oracles.dropFirst().map { "`\($0.rawValue)`" }.joined(separator: ", ")
      return "| `\(parser.name)` | \(parser.summary) | \(oracles) |"
    }
    #expect(lines.filter { rows.contains(String($0)) }.map(String.init) == rows)
  }

  @Test func aRunFollowsFromItsSeedAndItsNumber() {
    for parser in FuzzedParser.all {
      var one = parser.makeWorker(seed: 1)
      var other = parser.makeWorker(seed: 1)
      for run in UInt64(0)..<3 { _ = one.run(run) }
      #expect(one.makeCase(7) == other.makeCase(7))
      #expect((0..<20).contains { one.makeCase($0) != one.makeCase($0 + 20) })
    }
  }

  @Test func theSameBytesAreAlwaysCutInTheSameWay() {
    let input = FuzzInput(Array(0..<40))
    #expect(input.segmentations == FuzzInput(input.bytes).segmentations)
    for pieces in input.segmentations { #expect(Array(pieces.joined()) == input.bytes) }
    #expect(FuzzInput([]).segmentations.isEmpty && FuzzInput([1]).segmentations.isEmpty)
  }

  @Test func aVectorHasInputsToBeginFrom() throws {
    let file = Array(FuzzedParser.sample.description.utf8)
    func seeds(_ name: String, _ file: String, _ bytes: [UInt8]) throws -> [String] {
      let parser = try #require(FuzzedParser(named: name))
      return try parser.cases(inFile: file, bytes).map { String(decoding: $0.bytes, as: UTF8.self) }
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
