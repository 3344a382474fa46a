import FTPProtocol
import FTPVectors
import Foundation
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("Earlier findings of fuzzing do not come back", .computing)
struct FuzzVectorTests {
  /// A case of `Vectors/fuzz`.
  struct Case: CustomTestStringConvertible, Sendable {
    let stream: ParserCase
    let file: String
    /// The parser that the case is for; nil if the file cannot be read, or its extension names no parser.
    let parser: FuzzedParser?

    var testDescription: String {
      "\(file): \(stream)"
    }
  }

  private static let folder = URL(filePath: #filePath).appending(path: "../../../Vectors/fuzz")
    .standardizedFileURL

  /// The cases of every file in the folder, whatever its name: a file that is not read would be a lost finding.
  static let cases: [Case] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().flatMap { name -> [Case] in
      guard let parser = FuzzedParser(named: (name as NSString).pathExtension),
        let bytes = try? Data(contentsOf: folder.appending(path: name)),
        let cases = try? parser.cases(inFile: name, Array(bytes)), !cases.isEmpty
      else { return [Case(stream: ParserCase(), file: name, parser: nil)] }
      return cases.map { Case(stream: $0, file: name, parser: parser) }
    }
  }()

  /// The streams of replies.
  private static let streams = cases.filter { $0.parser?.name == "replies" }

  /// Both what libFuzzer checks, and what a campaign does.
  @Test(arguments: cases)
  func breaksNothingAnyMore(_ one: Case) async throws {
    var parser = try #require(one.parser)
    if let fault = ByteFuzzer(parser, seed: 1).check(one.stream) { Issue.record("\(fault)") }
    #expect(!one.stream.bytes.isEmpty)
    parser.isThorough = Thoroughness.isWhole
    var campaign = ParserCampaign(of: parser, seed: 1, runs: 0)
    campaign.given = [one.stream]
    await campaign.expectNothing()
  }

  @Test func areRead() {
    #expect(Self.streams.count >= 30)
    #expect(Set(Self.cases.map(\.file)).count >= 3)
  }

  /// A case that shows a bug also shows it when it is read from its file.
  @Test(arguments: [
    PlantedBug.hyphenEnds, .emptyLineLost, .optionEndsLine, .segmentEndsLine, .endOffByOne, .fourDigits,
  ])
  func findABugThatComesBack(bug: PlantedBug) async {
    var campaign = ParserCampaign(of: .planted(bug), seed: 1, runs: 0)
    campaign.given = Self.streams.map(\.stream)
    #expect(await campaign.run().findings.count == 1)
  }

  @Test func aFindingIsReadAsItWasWritten() async throws {
    let summary = await ParserCampaign(of: .planted(.segmentEndsLine), seed: 1, runs: 5_000).run()
    let finding = try #require(summary.findings.first)
    let name = FuzzedParser.replies.fileName(of: finding)
    #expect(name.hasPrefix("segmentation-") && name.hasSuffix(".replies"))
    let file = finding.file(reproducedBy: "again")
    let read = try FuzzedParser.replies.cases(inFile: name, Array(file.utf8))
    #expect(read == [ParserCase(finding.smallest.bytes, cuts: finding.smallest.cuts)])
  }

  @Test func otherFilesAreInputsToo() throws {
    let replies = FuzzedParser.replies
    let vector = Array("id: a\nS> 220 Hello.\nC> NOOP\nS> 20\\|0 Ok.\n".utf8)
    #expect(
      try replies.cases(inFile: "a.ftpv", vector).map(\.bytes) == [Array("220 Hello.\r\n200 Ok.\r\n".utf8)])
    let long = Array(repeating: UInt8(0x61), count: 3_000)
    #expect(try replies.cases(inFile: "b", long).map(\.bytes.count) == [2_048, 952])
    #expect(try FuzzedParser.captures.cases(inFile: "b.pcap", long).map(\.bytes) == [long])
    #expect(try replies.cases(inFile: "c.times", Array("2007\n".utf8)) == [])
    let error = #expect(throws: VectorSyntaxError.self) {
      try replies.cases(inFile: "c.replies", Array("# c\n220 \\q\n".utf8))
    }
    #expect(error?.line == 2 && error?.column == 5)
  }
}
