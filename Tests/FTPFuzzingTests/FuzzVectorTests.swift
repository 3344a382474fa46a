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
    let stream: ReplyCase
    let file: String
    /// The entry that the case is for; nil if the file cannot be read, or its extension names no entry.
    let entry: FuzzEntry?

    var testDescription: String {
      "\(file): \(ReplyCase(stream.bytes, cuts: stream.cuts).text)"
    }
  }

  private static let folder = URL(filePath: #filePath).appending(path: "../../../Vectors/fuzz")
    .standardizedFileURL

  /// The cases of every file in the folder, whatever its name: a file that is not read would be a lost finding.
  static let cases: [Case] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().flatMap { name -> [Case] in
      guard let entry = FuzzEntry(named: (name as NSString).pathExtension),
        let bytes = try? Data(contentsOf: folder.appending(path: name)),
        let cases = try? FuzzCases.read(Array(bytes)), !cases.isEmpty
      else { return [Case(stream: ReplyCase(segments: []), file: name, entry: nil)] }
      return cases.map { Case(stream: ReplyCase(segments: $0), file: name, entry: entry) }
    }
  }()

  /// The streams of replies.
  private static let streams = cases.filter { $0.entry?.name == "replies" }

  @Test(arguments: cases)
  func breaksNothingAnyMore(_ one: Case) throws {
    let entry = try #require(one.entry)
    let fuzzer = EntryFuzzer(entry, seed: 1)
    if let finding = fuzzer.ask(one.stream.bytes) { Issue.record("\(fuzzer.minimize(finding))") }
  }

  @Test(arguments: streams)
  func breaksNothingAnywhere(_ one: Case) throws {
    try #require(!one.stream.bytes.isEmpty)
    var fuzzer = ReplyFuzzer<OwnReplyParser>(seed: 1)
    if let (tried, broken) = fuzzer.checkEverywhere(
      one.stream.bytes, cuts: one.stream.cuts, isThorough: Thoroughness.isWhole)
    {
      Issue.record(
        "\(tried.text), \(fuzzer.settings[tried.settings].name): \(broken.oracle), \(broken.detail)")
    }
  }

  @Test func areRead() {
    #expect(Self.streams.count >= 30)
    #expect(Set(Self.cases.map(\.file)).count >= 3)
  }

  /// A case that shows a bug also shows it when it is read from its file.
  @Test(arguments: [
    PlantedBug.hyphenEnds, .emptyLineLost, .optionEndsLine, .segmentEndsLine, .endOffByOne, .fourDigits,
  ])
  func findABugThatComesBack(bug: PlantedBug) {
    var fuzzer = ReplyFuzzer(seed: 1) { PlantedReplyParser(bug, $0, $1, way: $2) }
    #expect(
      Self.streams.contains {
        fuzzer.checkEverywhere($0.stream.bytes, cuts: $0.stream.cuts, isThorough: false) != nil
      })
  }

  @Test func aFindingIsReadAsItWasWritten() throws {
    var fuzzer = ReplyFuzzer(seed: 1) { PlantedReplyParser(.segmentEndsLine, $0, $1, way: $2) }
    let found = (0..<5_000).first { fuzzer.run($0) != nil }
    let run = try #require(found)
    let tried = fuzzer.makeCase(run)
    let broken = fuzzer.check(tried)
    let finding = fuzzer.minimize(tried, try #require(broken), run: run)
    let name = ReplyCorpus.name(finding)
    #expect(
      name.hasPrefix("segmentation-") && name.hasSuffix(".replies") && name == ReplyCorpus.name(finding))
    var corpus = ReplyCorpus()
    try corpus.add(file: name, Array(ReplyCorpus.file(finding).utf8))
    #expect(corpus.streams.map(\.bytes) == [finding.smallest.bytes])
    #expect(corpus.streams.map(\.cuts) == [finding.smallest.cuts])
  }

  @Test func otherFilesAreStreamsToo() throws {
    var corpus = ReplyCorpus()
    try corpus.add(file: "a.ftpv", Array("id: a\nS> 220 Hello.\nC> NOOP\nS> 20\\|0 Ok.\n".utf8))
    try corpus.add(file: "b", Array(repeating: 0x61, count: 3_000))
    #expect(corpus.streams.map(\.bytes.count) == [21, 2_048, 952])
    #expect(String(decoding: corpus.streams[0].bytes, as: UTF8.self) == "220 Hello.\r\n200 Ok.\r\n")
    #expect(throws: VectorSyntaxError.self) {
      try corpus.add(file: "c.replies", Array("# c\n220 \\q\n".utf8))
    }
    do { try corpus.add(file: "c.replies", Array("# c\n220 \\q\n".utf8)) } catch {
      #expect(error.line == 2 && error.column == 5)
    }
  }
}
