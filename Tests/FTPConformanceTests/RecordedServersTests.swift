import FTPConformance
import FTPProtocol
import Foundation
import TestSupport
import Testing

@Suite("What real servers did wrong is still found in its recordings", .computing)
struct RecordedServersTests {
  private static let interop = Golden.package.appending(path: "Tests/Interop")
  private static let servers = names(in: "recordings")

  private static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: interop.appending(path: folder).path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test func thereAreRecordingsOfElevenServers() {
    #expect(Self.servers.count { !$0.contains("-tls") && !$0.contains("-ftps") } >= 11)
  }

  @Test("the verdicts are those of the baselines", arguments: servers)
  func verdicts(server: String) async throws {
    try await expect(baseline: "baselines/\(server).txt", of: "recordings/\(server).json", server)
  }

  /// An accusation that a reader once found right is not lost, and one that was found wrong does not come back.
  @Test("what readers have judged stays as they judged it", arguments: names(in: "labelled"))
  func labels(server: String) async throws {
    try await expect(baseline: "labelled/\(server).txt", of: "labelled/\(server).json", server)
  }

  private func expect(baseline: String, of recording: String, _ server: String) async throws {
    let baseline = try Baseline(parsing: [UInt8](Data(contentsOf: Self.interop.appending(path: baseline))))
    let listed = Dictionary(uniqueKeysWithValues: baseline.entries.map { ($0.id, $0.verdict) })
    let saved = [UInt8](try Data(contentsOf: Self.interop.appending(path: recording)))
    let run = try RecordedRun(RunReport(json: saved))
    // The order changes nothing.
    for seed in [nil, 7] as [UInt64?] {
      let judged = await run.judged(by: CaseCatalogue.servers, seed: seed)
      #expect(judged.unjudged == [])
      for report in judged.report.cases {
        let known = listed[report.entry.id]
        // What is no longer listed may pass, or be skipped.
        #expect(
          known == .flaky || report.verdict == known || (known == nil && !report.verdict.isProblem),
          "\(server) \(report.entry.id): \(report.attempts[0].words)")
      }
    }
  }

  @Test func aDamagedRecordingIsRefusedOrJudged() async throws {
    let file = Self.interop.appending(path: "recordings/\(try #require(Self.servers.first)).json")
    let lines = [UInt8](try Data(contentsOf: file)).split(separator: 0x0A)
    let extremes = [
      "-9223372036854775808", "9223372036854775807", "-1", "0", "1e300", "null", "\"\"", "[]", "{}",
    ]
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Thoroughness.rounds(6_000, oneIn: 12) {
      // A few cases suffice, and take less time than all of them.
      var bytes = Array(lines[0]) + Array(lines[1..<(lines.count - 1)].randomElement(using: &generator) ?? [])
      if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
      bytes += Array("]}".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        let digits = bytes[place...].prefix(4_000)
        guard let start = digits.firstIndex(where: { (0x30...0x39).contains($0) }),
          Bool.random(using: &generator)
        else {
          bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
          continue
        }
        let end =
          bytes[start...].firstIndex { !(0x30...0x39).contains($0) && $0 != UInt8(ascii: ".") }
          ?? bytes.endIndex
        bytes.replaceSubrange(start..<end, with: (extremes.randomElement(using: &generator) ?? "").utf8)
      }
      guard let run = try? RecordedRun(RunReport(json: bytes)) else { continue }
      let judged = await run.judged(by: CaseCatalogue.servers)
      _ = judged.report.bytes(as: .json, program: "test")
    }
  }
}
