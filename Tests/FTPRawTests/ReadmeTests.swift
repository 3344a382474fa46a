import Foundation
import TestSupport
import Testing

@Suite("README is a short introduction", .queueing)
struct ReadmeTests {
  private static func lines() throws -> [String] {
    try String(contentsOf: ProcessRunner.packageFolder.appending(path: "README.md"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  @Test func itIsReadInAFewMinutes() throws {
    #expect(try Self.lines().count <= 180)
  }

  @Test func theFirstCommandNeedsSwiftAndNothingElse() throws {
    let lines = try Self.lines()
    let first = try #require(lines.firstIndex { $0.hasPrefix("```") })
    #expect(lines[first + 1].hasPrefix("swift run ftpraw check --embedded "))
    #expect(first < 12)
  }

  @Test func everyPageIsListed() throws {
    let text = try Self.lines().joined(separator: "\n")
    for page in PageConsole.folder() {
      #expect(text.contains("](Documentation/\(page))"), "\(page)")
    }
  }
}
