import FTPConformance
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("ledger lists the requirements with what tests them", .queueing)
struct LedgerSubcommandTests {
  /// Only the vectors of one RFC: reading all of them takes a second each time.
  private static let vectors = ProcessRunner.packageFolder.appending(path: "Vectors/rfc/959").path

  private func ledger(
    _ words: String..., vectors: String? = vectors
  ) async -> (status: ExitStatus, output: String, error: String) {
    let console = RecordingConsole()
    let words = ["ledger"] + (vectors.map { ["--vectors", $0] } ?? []) + words
    let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
    return (status, console.output, console.error)
  }

  @Test func markdownHasACountAndAPlaceForEach() async {
    let (status, output, error) = await ledger("rfc959/4.2")
    #expect(status == .fine && error == "")
    #expect(
      output.hasPrefix(
        "# Ledger\n\nThe requirements of the RFCs, and what tests each of them.\n\n| document | rules"))
    #expect(output.contains("\n## rfc959\n\n### 4.2\n\n- [`959:4.2:"))
    #expect(
      output.contains(
        "- [`959:4.2:reply-line`](https://www.rfc-editor.org/rfc/rfc959.html#section-4.2) server, tested: ")
        && output.contains("  - must, by \"is defined to contain\"\n")
        && output.contains("  - cases: `rfc959/4.2/reply-line`"))
    #expect(output.contains("  - vectors: `") && output.contains("  - faults: `reply-"))
    #expect(!output.contains("### 4.1"))
  }

  @Test func jsonHasAllOfIt() async throws {
    let (status, output, _) = await ledger("--format", "json", "rfc2428", "*:multiline-end")
    #expect(status == .fine)
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let requirements = try #require(object?["requirements"] as? [[String: Any]])
    let rule = try #require(requirements.first { $0["id"] as? String == "959:4.2:multiline-end" })
    #expect((rule["cases"] as? [String])?.contains("rfc959/4.2/multiline-end") == true)
    #expect((rule["vectors"] as? [String])?.isEmpty == false)
    #expect(rule["standing"] as? String == "tested")
    #expect(
      (object?["documents"] as? [[String: Any]])?.map { $0["document"] as? String } == ["rfc959", "rfc2428"])
    #expect(object?["vectors"] as? Bool == true)
  }

  @Test func htmlIsOnePageThatLoadsNothing() async {
    let (status, output, _) = await ledger("--format", "html")
    #expect(status == .fine)
    #expect(output.hasPrefix("<!doctype html>") && output.hasSuffix("</html>\n"))
    // The page links to the RFCs, and names no other host.
    let hosts = output.split(separator: "<a href=\"https://www.rfc-editor.org/rfc/").joined()
    #expect(!hosts.contains("http:") && !hosts.contains("https:") && !output.contains("src="))
    #expect(output.contains("959:4.2:reply-line"))
  }

  @Test func withoutVectorsItSaysSo() async {
    let (_, output, _) = await ledger("rfc1738", vectors: nil)
    // The tests may run in the package's folder, which has vectors.
    let hasVectors = FileManager.default.fileExists(atPath: "Vectors")
    #expect(output.contains("No vectors were read") == !hasVectors)
  }

  @Test func onlyWhatIsUnaccountedFor() async {
    let (status, output, _) = await ledger("--unaccounted")
    #expect(status == .fine)
    #expect(!output.contains(", tested: ") && !output.contains(", waived: "))
  }

  @Test func mistakes() async throws {
    let unknown = await ledger("rfc960")
    #expect(unknown.status == .usage)
    #expect(unknown.error.hasPrefix("ftpraw ledger: no requirement matches 'rfc960'; did you mean 'rfc9"))
    let missing = await ledger(vectors: "/nonexistent")
    #expect(missing.status == .localFile)
    #expect(missing.error == "ftpraw ledger: cannot open /nonexistent: No such file or directory\n")
    try await withScratchFolder { folder in
      let below = folder.appending(path: "a/b")
      try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
      try Data("nonsense\n".utf8).write(to: below.appending(path: "c.ftpv"))
      let broken = await ledger(vectors: folder.path)
      #expect(broken.status == .localFile)
      #expect(broken.error.hasPrefix("ftpraw ledger: \(folder.path)/a/b/c.ftpv:1:1: "))
    }
  }
}
