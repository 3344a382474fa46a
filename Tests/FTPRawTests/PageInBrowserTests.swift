import FTPConformance
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// A browser that can run without a window, if there is one.
private let browser = ProcessRunner.tool("chromium") ?? ProcessRunner.tool("chromium-browser")

/// What the scripts of pages do, checked in the page that a browser without a window returns.
@Suite(
  "Pages open the place that their address names", .queueing,
  .enabled(if: browser != nil, "chromium is not installed"))
struct PageInBrowserTests {
  private static let report = ProcessRunner.packageFolder.appending(
    path: "Tests/FTPConformanceTests/Goldens/report.json")

  /// The body of a page of the report after its scripts have run.
  private func shown(_ command: [String], _ hash: String) async throws -> String {
    let browser = try #require(browser)
    var body = ""
    try await withScratchFolder { folder in
      let page = folder.appending(path: "page.html")
      _ = try await ProcessRunner.ftpraw().run([command[0], Self.report.path, command[1], page.path])
      let outcome = try await browser.run([
        "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--dump-dom",
        page.absoluteString + hash,
      ])
      #expect(outcome.status == 0)
      body = String(outcome.output.split(separator: "<body>").last ?? "")
    }
    return body
  }

  @Test func theCaseAndTheFilterAreInTheAddress() async throws {
    let page = try await shown(["merge", "--report"], "#rfc959/4.2/unknown-command?q=xyzz&toggled=warn+pass")
    #expect(page.contains(/<details class="case fail revealed"[^>]* open=""/))
    #expect(page.contains(/<details class="case warn"[^>]* hidden=""/))
    #expect(page.contains(" of 9 shown</output>"))
    #expect(
      !page.contains("class=\"copy\" hidden") && page.contains("<button type=\"button\" class=\"sort\">"))
    #expect(page.contains("<p class=\"keys\"><kbd>"))
  }

  @Test func withoutAnAddressOnlyTheWorstIsOpen() async throws {
    let page = try await shown(["merge", "--report"], "")
    #expect(page.matches(of: /<details class="case[^>]* open=""/).count == 1)
    #expect(page.contains(/id="findings">\s*<h2>[^\n]*\s*<details class="case fail[^>]* open=""/))
    #expect(!page.contains(" shown</output>"))
  }

  @Test func theMatrixShowsWhereACellLeads() async throws {
    let page = try await shown(["matrix", "-o"], "#rfc959/4.2/unknown-command@1?toggled=problem")
    #expect(page.contains("<li id=\"rfc959/4.2/unknown-command@1\" class=\"revealed\">"))
    #expect(page.contains("<details class=\"evidence\" open=\"\">"))
    #expect(page.contains("6 of 9 shown</output>"))
  }
}
