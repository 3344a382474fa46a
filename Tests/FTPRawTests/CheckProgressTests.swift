import FTPConformance
import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("A run shows its progress in the available width", .queueing)
struct CheckProgressTests {
  private static let line = ProgressLine(
    party: "ftp://ftpraw@127.0.0.1:2121", done: 120, total: 400, elapsed: 10, problems: ["2 fail"],
    running: "rfc959/4.1.3/stor-creates")

  @Test(arguments: [
    (
      120,
      "ftp://ftpraw@127.0.0.1:2121 [######--------------] 120/400 12/s 24 s left 2 fail rfc959/4.1.3/stor-creates"
    ),
    (100, "ftp://ftpraw@127.0.0.1:2121 [###-------] 120/400 24 s left 2 fail rfc959/4.1.3/stor-creates"),
    (79, "[###-------] 120/400 24 s left 2 fail rfc959/4.1.3/stor-creates"),
    (60, "120/400 24 s left 2 fail rfc959/4.1.3/stor-creates"), (40, "120/400 24 s left 2 fail"),
    (20, "120/400 2 fail"), (10, "120/400"),
  ])
  func leavesOutWhatHasNoRoom(width: Int, text: String) {
    #expect(Self.line.text(width: width) == text)
  }

  @Test(arguments: 20...130)
  func noWordIsCut(width: Int) {
    let text = Self.line.text(width: width)
    #expect(text.count <= width)
    let whole = Set(Self.line.text(width: 200).split(separator: " ") + ["[###-------]"])
    #expect(text.split(separator: " ").allSatisfy { whole.contains($0) })
  }

  @Test func nothingIsKnownAtTheBeginning() {
    let line = ProgressLine(party: "x", done: 0, total: 0, elapsed: 0, problems: [], running: nil)
    #expect(line.text(width: 80) == "x [--------------------] 0/0")
  }

  /// Runs three cases against a server with two faults.
  private func check(_ options: [String], _ console: RecordingConsole) async throws -> ExitStatus {
    let faults = [try Fault("code-answer=XYZZ:200"), try Fault("code-answer=SYST:500")]
    return try await withMockServer(.init(faults: faults)) { server in
      let words =
        [
          "check", "ftp://ftpraw:secret@127.0.0.1:\(server.port)", "rfc959/4.2/unknown-command",
          "rfc959/4.2/reply-line",
        ]
        // Other tests may delay this one for long.
        + ["*/syst*", "--timeout-scale", "10"] + options
      return await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
    }
  }

  @Test func aTerminalShowsServerBarAndCase() async throws {
    let console = RecordingConsole(terminals: [.error], width: 200)
    _ = try await check([], console)
    #expect(
      console.error.contains("\r\u{1B}[Kftp://ftpraw@127.0.0.1:")
        && console.error.contains("[--------------------] 0/"))
    #expect(console.error.contains(" rfc959/4.2/"))
    #expect(console.error.hasSuffix("\r\u{1B}[K"))
    #expect(!console.error.contains("secret"))
  }

  @Test func theLastLinesAreTheFindingsById() async throws {
    let console = RecordingConsole()
    #expect(try await check([], console) == .negative)
    let blocks = console.output.components(separatedBy: "\n\n")
    let findings = blocks.dropLast().last?.split(separator: "\n") ?? []
    #expect(findings.contains("fail rfc959/4.2/unknown-command (interoperability)"), "\(console.output)")
    #expect(blocks.last?.hasPrefix("ftp://ftpraw@127.0.0.1:") == true)
    #expect(console.error == "")
  }

  @Test func eachCaseHasALineOnRequest() async throws {
    let console = RecordingConsole()
    _ = try await check(["-v"], console)
    #expect(console.output.contains("pass rfc959/4.2/reply-line\n"))
    #expect(console.output.contains("fail rfc959/4.2/unknown-command\n"))
  }

  @Test func quietIsWhatIsWrongAndTheLastLine() async throws {
    let console = RecordingConsole()
    #expect(try await check(["-q"], console) == .negative)
    #expect(!console.output.hasPrefix("ftp://"))
    #expect(console.output.contains("fail rfc959/4.2/unknown-command\n"))
    let whole = RecordingConsole()
    _ = try await check([], whole)
    func end(_ text: String) -> Substring? {
      text.split(separator: "\n").last?.split(separator: " at a time").last
    }
    #expect(end(console.output) == end(whole.output), "\(console.output)")
  }
}
