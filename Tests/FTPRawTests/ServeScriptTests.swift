import FTPClient
import FTPProtocol
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("serve plays the rules of a file to any client", .queueing)
struct ServeScriptTests {
  private static let rules = """
    SIZE *.iso → 213 "1048576"
    RETR *.iso → 150, then 200 KiB, then 426 and close
    on the 2nd LIST → 425
    delay PASV 300ms
    """

  private func run(
    _ rules: String, _ body: @Sendable (ServeProcess) async throws -> Void
  ) async throws -> ProcessRunner.Outcome {
    let file = FileManager.default.temporaryDirectory.appending(path: "ftpraw-rules-\(UUID().uuidString)")
    try Data(rules.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await ServeProcess.run(["--port", "0", "--script", file.path], body)
  }

  @Test func theClientOfTheFamilySeesWhatTheRulesSay() async throws {
    let outcome = try await run(Self.rules) { server in
      let ftp = try await RawFTPClient.connect(to: "127.0.0.1", port: server.port)
      try await ftp.login("anonymous", password: "x@")
      try await ftp.send("TYPE I")
      for number in 1...3 {
        do {
          let listing = try await ftp.passive(.epsv, "LIST")
          _ = try await listing.readToEnd()
          #expect(try await listing.finish().code == 226)
          #expect(number != 2)
        } catch {
          #expect("\(error)".hasPrefix("LIST got 425 Cannot open data connection."))
          #expect(number == 2)
        }
      }
      let start = ContinuousClock.now
      let download = try await ftp.passive(.pasv, "RETR any.iso")
      #expect(start.duration(to: .now) >= .milliseconds(300))
      #expect(try await download.readToEnd().count == 204_800)
      #expect(try await download.end().code == 426)
      await #expect(throws: (any Error).self) { try await ftp.send("NOOP") }
    }
    #expect(outcome.error == "")
    #expect(outcome.status == 0)
  }

  @Test(.enabled(if: ProcessRunner.tool("curl") != nil))
  func curlSeesWhatTheRulesSay() async throws {
    let curl = try #require(ProcessRunner.tool("curl"))
    let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-curl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "any.iso")
    let rules = Self.rules + "\nSTOR -> 150, receive, 552 \"No room.\"\nCWD gone -> drip 1 1ms, 550 \"Gone.\""
    let outcome = try await run(rules) { server in
      func status(_ words: String...) async throws -> Int32 {
        try await curl.run(["-sS", "--max-time", "30"] + words).status
      }
      // An incomplete file, a transfer that could not begin, a full disk, a denied directory.
      #expect(try await status("\(server.url)/any.iso", "-o", file.path) == 18)
      #expect(try Data(contentsOf: file).count == 204_800)
      #expect(try await status("\(server.url)/", "\(server.url)/pub/") == 19)
      #expect(try await status("-T", file.path, "\(server.url)/incoming/up.iso") == 70)
      #expect(try await status("\(server.url)/gone/file") == 9)
      let output = try await curl.run(["-sS", "--disable-epsv", "\(server.url)/pub/hello.txt"])
      #expect(output.output == "hello\n")
    }
    #expect(outcome.error == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ("NOOP -> 200\nRETR *.iso → 150, than 426\n", "2:19: 'than' is not an action such as 425, "),
    ("list -> 425", "1:1: 'list' is not a verb; verbs are in capitals, and '*' is any"),
    ("LIST -> 425 \"", "1:13: the closing quotation mark is missing"),
  ])
  func reportsWhereAFileIsWrong(rules: String, message: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ftpraw-rules-\(UUID().uuidString)")
    try Data(rules.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try await ServeProcess.run(["--script", file.path], signal: nil)
    #expect(outcome.error.hasPrefix("ftpraw serve: \(file.path):\(message)"), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1)
    #expect(outcome.output == "")
    #expect(outcome.status == 74)
  }
}
