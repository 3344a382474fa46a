import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("check counts new findings compared with a baseline", .queueing)
struct CheckBaselineTests {
  private static let id = "rfc959/4.2/unknown-command"

  /// Runs the case about unknown commands against a server that answers them with 200.
  private func check(_ arguments: String..., id: String = id) async throws -> ProcessRunner.Outcome {
    try await withMockServer(.init(faults: [try Fault("code-answer=XYZZ:200")])) { server in
      try await ProcessRunner.ftpraw().run(
        ["check", "ftp://ftpraw:secret@127.0.0.1:\(server.port)", id] + arguments)
    }
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// Runs `body` with the path of a baseline.
  private func withBaseline(_ text: String?, _ body: (String) async throws -> Void) async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "known.txt")
      if let text { try Data(text.utf8).write(to: file) }
      try await body(file.path)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count <= 1)
    }
  }

  @Test func whatIsWrittenIsKnownFromThenOn() async throws {
    try await withBaseline(nil) { path in
      let first = try await check("--write-baseline", path)
      #expect(first.status == 0, "\(first.output)\(first.error)")
      #expect(first.output.contains("\nfail \(Self.id)\n"))
      #expect(first.output.hasSuffix("\nwrote \(path): 1 case, 1 without a reason\n"))
      #expect(try text(path).hasSuffix("\n\n\(Self.id)  fail  ?\n"))

      let second = try await check("--baseline", path)
      #expect(second.status == 0, "\(second.output)\(second.error)")
      // A long path stands on a line of its own.
      #expect(second.output.contains("\n\nknown fail \(Self.id)\n\nnext to"))
      #expect(
        second.output.replacing("\n", with: " ").contains(
          "next to \(path): 0 unexpected failures, 0 unexpected passes, 1 known, 1 without a reason "))
    }
  }

  @Test func anUnexpectedPassIsASurprise() async throws {
    try await withBaseline("rfc959/4.2/reply-line fail Talks nonsense.\n") { path in
      let outcome = try await check("--baseline", path, id: "rfc959/4.2/reply-line")
      #expect(outcome.status == 2, "\(outcome.output)\(outcome.error)")
      #expect(
        outcome.output.contains(
          "\nunexpected pass rfc959/4.2/reply-line (listed as fail): Talks nonsense.\n"))
      #expect(outcome.error == "")
    }
  }

  @Test func anUnexpectedFailureCountsForMore() async throws {
    try await withBaseline("rfc959/4.2/reply-line fail x\n") { path in
      let outcome = try await check("rfc959/4.2/reply-line", "--baseline", path)
      #expect(outcome.status == 1)
      let text = outcome.output.replacing("\n", with: " ")
      #expect(text.contains(": 1 unexpected failure, 1 unexpected pass, 0 known "), "\(text)")
    }
  }

  @Test func aDayThatIsOverIsReported() async throws {
    try await withBaseline("\(Self.id) fail until 2020-02-29 Promised.\n") { path in
      let outcome = try await check("--baseline", path)
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("\n  listed as fail until 2020-02-29, which has passed: Promised.\n"))
      #expect(outcome.output.replacing("\n", with: " ").contains(", 1 expired "))
      // Writing the baseline again does not extend the date.
      let again = try await check("--write-baseline", path)
      #expect(again.status == 1)
      #expect(try text(path) == "\(Self.id)  fail until 2020-02-29  Promised.\n")
    }
  }

  @Test func anotherProblemThanIsListedIsNew() async throws {
    try await withBaseline("\(Self.id) warn until 2999-12-31 x\n") { path in
      let outcome = try await check("--baseline", path)
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("\n  listed as warn until 2999-12-31, not as fail: x\n"))
    }
  }

  @Test func anUnknownCaseIsReported() async throws {
    try await withBaseline("\(Self.id) fail x\nrfc959/4.2/reply-lime fail y\n") { path in
      let outcome = try await check("--baseline", path)
      #expect(outcome.status == 0)
      let text = outcome.output.replacing("\n", with: " ")
      #expect(
        text.contains(
          "names 'rfc959/4.2/reply-lime', which is not a case; did you mean 'rfc959/4.2/reply-line'? "),
        "\(text)")
      let rewritten = try await check("--write-baseline", path)
      #expect(
        rewritten.error
          == "ftpraw check: dropped from the baseline: rfc959/4.2/reply-lime no longer exists: y\n")
      #expect(try self.text(path) == "\(Self.id)  fail  x\n")
    }
  }

  @Test func knownFailuresDoNotStopARunThatFailsFast() async throws {
    try await withBaseline("\(Self.id) fail x\n") { path in
      let outcome = try await check("rfc959/4.2", "--baseline", path, "--fail-fast", "--jobs", "1")
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
      #expect(!outcome.output.contains("skipped"))
    }
  }

  @Test func mistakesHaveAPlace() async throws {
    try await withBaseline("\(Self.id) fial x\n") { path in
      for option in ["--baseline", "--write-baseline"] {
        let outcome = try await check(option, path)
        #expect(outcome.status == 74)
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("ftpraw check: \(path):1:28: 'fial' is not a verdict; there are "))
      }
    }
  }

  @Test func filesThatAreMissing() async throws {
    let missing = try await check("--baseline", "/nonexistent/known.txt")
    #expect(missing.status == 74)
    #expect(missing.error == "ftpraw check: cannot open /nonexistent/known.txt: No such file or directory\n")
    let folder = try await check("--write-baseline", "/dev/null/known.txt")
    #expect(folder.status == 74)
    #expect(folder.error == "ftpraw check: cannot open /dev/null/: Not a directory\n")
    #expect(folder.output == "")
  }

  @Test func aServerThatIsMissingIsNotAReasonToForgetWhatWasKnown() async throws {
    try await withBaseline("\(Self.id) fail x\n") { path in
      let outcome = try await ProcessRunner.ftpraw().run(
        ["check", "127.0.0.1:1", Self.id, "--baseline", path, "--write-baseline", path])
      #expect(outcome.status == 3)
      #expect(outcome.error.contains("\(path) was not written, because the run ended early\n"))
      #expect(try text(path) == "\(Self.id) fail x\n")
    }
  }

  #if os(Linux)
    @Test func withoutRoomTheReportIsPrintedAllTheSame() async throws {
      let outcome = try await check("--write-baseline", "/dev/full")
      #expect(outcome.status == 74)
      #expect(outcome.output.contains("\nfail \(Self.id)\n"))
      #expect(outcome.error == "ftpraw check: cannot write /dev/full: No space left on device\n")
    }
  #endif
}
