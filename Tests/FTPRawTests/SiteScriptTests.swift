import Foundation
import TestSupport
import Testing

/// `.github/site`, with existing reports.
@Suite("The site contains everything that its pages link to, and loads nothing", .computing)
struct SiteScriptTests {
  private static let goldens = ProcessRunner.packageFolder.appending(
    path: "Tests/FTPConformanceTests/Goldens")

  private func make(_ arguments: [String]) async throws -> ProcessRunner.Outcome {
    let bash = try #require(ProcessRunner.tool("bash"))
    return try await bash.run([ProcessRunner.packageFolder.appending(path: ".github/site").path] + arguments)
  }

  @Test func pagesOfServersAndClients() async throws {
    try await withScratchFolder { folder in
      let site = folder.appending(path: "site")
      let reports = ["report.json", "client.json"].map { Self.goldens.appending(path: $0).path }
      let made = try await make(
        ["-o", site.path, "--ftpraw", try ProcessRunner.ftpraw().executable.path] + reports)
      #expect(made.status == 0 && made.output == "site: \(site.path)/index.html\n", "\(made.error)")
      let pages = [
        "clients/client.html", "clients/index.html", "index.html", "ledger.html", "sample.html",
        "servers/index.html", "servers/report.html",
      ]
      #expect(try Self.files(site) == pages)
      for page in pages {
        let file = site.appending(path: page)
        #expect(file.text.contains("<meta name=\"viewport\""), "\(page)")
        #expect(file.text.contains("color-scheme") && file.text.contains("@media print"), "\(page)")
        #expect(!file.text.contains(/<(link|script|img|iframe)[^>]*(src|href)=/), "\(page)")
        for link in file.text.matches(of: /<a [^>]*href="([^"#:]+)[^":]*"/).map({ String($0.output.1) }) {
          let target = file.deletingLastPathComponent().appending(path: link).standardizedFileURL
          #expect(FileManager.default.fileExists(atPath: target.path), "\(page) links to \(link)")
        }
      }
      let first = site.appending(path: "index.html").text
      for page in ["servers/index.html", "clients/index.html", "ledger.html", "sample.html"] {
        #expect(first.contains("<a href=\"\(page)\">"), "\(page)")
      }
      #expect(site.appending(path: "sample.html").text.contains("class=\"case fail\""))
    }
  }

  @Test(arguments: [
    (["--nonsense"], "site: '--nonsense' is not an option; try --help\n"),
    (["--ftpraw", "/nowhere/ftpraw"], "site: no ftpraw on PATH; name one with --ftpraw\n"),
  ])
  func whatIsWrongIsSaid(arguments: [String], message: String) async throws {
    let outcome = try await make(arguments)
    #expect(outcome.status == 1 && outcome.error == message && outcome.output == "")
  }

  /// The paths of all files below a folder, sorted.
  private static func files(_ folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".html") }.sorted()
  }
}
