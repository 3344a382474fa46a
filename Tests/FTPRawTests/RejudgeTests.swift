import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("check saves a run, and judges it again without the server", .queueing)
struct RejudgeTests {
  private static let id = "rfc959/4.2/unknown-command"

  /// Saves a run against a server that answers an unknown command with 200; the server is gone when `body` begins.
  private func withSavedRun(
    _ selectors: [String] = [id], _ body: (_ folder: URL, ProcessRunner.Outcome) async throws -> Void
  ) async throws {
    try await withScratchFolder { scratch in
      let folder = scratch.appending(path: "saved")
      let outcome = try await withMockServer(.init(faults: [try Fault("code-answer=XYZZ:200")])) { server in
        try await ProcessRunner.ftpraw().run(
          ["check", "ftp://ftpraw:secret@127.0.0.1:\(server.port)", "--save-run", folder.path] + selectors)
      }
      try await body(folder, outcome)
    }
  }

  private func rejudge(_ folder: URL, _ arguments: String...) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["check", "--rejudge", folder.path] + arguments)
  }

  @Test func aSavedRunHasTheSameReportWithoutItsServer() async throws {
    try await withSavedRun(["rfc959/4.2"]) { folder, run in
      #expect(run.status == 1, "\(run.output)\(run.error)")
      let again = try await rejudge(folder)
      #expect(again.status == 1, "\(again.error)")
      #expect(again.output == run.output)
      #expect(again.error == "ftpraw check: every verdict is that of the saved run\n")
      let often = try await rejudge(folder, "--repeat", "5")
      #expect(often.output == run.output)
      #expect(often.error == again.error)
    }
  }

  @Test func aRecordedReplyThatIsChangedChangesTheVerdict() async throws {
    try await withSavedRun { folder, _ in
      let file = folder.appending(path: "run.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      // The log of the steps, and the transcript.
      let mended = text.replacing("\"200 ", with: "\"500 ").replacing("\"code\":200", with: "\"code\":500")
      #expect(mended != text)
      try Data(mended.utf8).write(to: file)
      let again = try await rejudge(folder)
      #expect(again.error == "ftpraw check: \(Self.id): fail in the saved run, now pass\n", "\(again.output)")
      #expect(again.status == 0)
    }
  }

  @Test func aSeedIsWrittenAsATextAndItsNumberIsRead() async throws {
    try await withSavedRun { folder, run in
      let file = folder.appending(path: "run.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      let old = text.replacing(#/"seed":"([0-9]+)"/#) { "\"seed\":\($0.1)" }
      #expect(old != text && !old.contains(#""seed":""#))
      try Data(old.utf8).write(to: file)
      let again = try await rejudge(folder)
      #expect(again.output == run.output)
    }
  }

  @Test func onlySelectedCasesAreReported() async throws {
    try await withSavedRun([Self.id, "rfc959/4.2/reply-line"]) { folder, _ in
      let again = try await rejudge(folder, "rfc959/4.2/reply-line", "--quiet")
      #expect(again.status == 0 && again.output.contains(": 1 case "), "\(again.output)\(again.error)")
    }
  }

  @Test func noPasswordIsSaved() async throws {
    try await withSavedRun(["rfc959/4.1.1", "tag:walk", "--walks", "1", "--walk-steps", "30"]) { folder, _ in
      let text = try String(contentsOf: folder.appending(path: "run.json"), encoding: .utf8)
      #expect(text.contains("PASS ****") && !text.contains("secret"))
      let again = try await rejudge(folder, "--quiet")
      #expect(again.error == "ftpraw check: every verdict is that of the saved run\n")
    }
  }

  @Test(
    "anything but a saved run is refused in one line",
    arguments: [
      (nil, 74, "cannot open"), ("{}", 1, "is not a report"),
      (
        #"{"format":"ftpraw-check","version":2,"tested":{"name":"x","subcommand":"check"},"cases":[]}"#, 1,
        "no recordings"
      ),
    ] as [(String?, Int32, String)])
  func whatIsNoRun(text: String?, status: Int32, words: String) async throws {
    try await withScratchFolder { folder in
      if let text { try Data(text.utf8).write(to: folder.appending(path: "run.json")) }
      let outcome = try await rejudge(folder)
      #expect(outcome.status == status && outcome.output == "", "\(outcome.output)")
      #expect(outcome.error.contains(words) && outcome.error.count { $0 == "\n" } == 1, "\(outcome.error)")
    }
  }

  @Test(
    "options that contradict each other are refused",
    arguments: [
      ["--rejudge", "a", "--save-run", "b"], ["--rejudge", "a", "ftp://127.0.0.1"],
      ["--rejudge", "a", "--embedded"],
      ["--save-run", "a", "--judge", "959:4.2:reply-line", "127.0.0.1"],
    ])
  func contradictions(arguments: [String]) async throws {
    let outcome = try await ProcessRunner.ftpraw().run(["check"] + arguments)
    #expect(outcome.status == 64, "\(outcome.output)\(outcome.error)")
  }
}
