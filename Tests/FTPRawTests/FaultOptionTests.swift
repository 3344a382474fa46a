import FTPClient
import FTPMockServer
import TestSupport
import Testing

@testable import ftpraw

@Suite("serve applies --fault, lists the faults, and explains what is wrong with a name or value", .queueing)
struct FaultOptionTests {
  private func run(_ words: [String], _ console: RecordingConsole) async -> ExitStatus {
    await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
  }

  @Test(arguments: [["--fault", "list"], ["--fault=list"], ["--fault", "reply-nul", "--fault", "list"]])
  func listsAllFaults(words: [String]) async {
    let console = RecordingConsole()
    #expect(await run(["serve"] + words, console) == .fine)
    #expect(console.error == "")
    let lines = console.output.split(separator: "\n").map(String.init)
    #expect(lines.count == FaultCatalogue.all.count + FaultCatalogue.families.count)
    // One line each, with the descriptions in one column.
    let columns = Set(
      FaultCatalogue.all.map { kind in
        let line = lines.first { $0.hasPrefix("  \(kind) ") } ?? ""
        return line.dropFirst(2).drop { $0 != " " }.drop { $0 == " " }.count - line.count
      })
    #expect(columns.count == 1)
    #expect(console.output.hasSuffix("]\n"))
  }

  @Test func fitsATerminal() async {
    let console = RecordingConsole(terminals: [.output], width: 60)
    #expect(await run(["serve", "--fault", "list"], console) == .fine)
    let lines = console.output.split(separator: "\n")
    // A requirement id cannot be broken.
    #expect(lines.allSatisfy { $0.count <= 60 || $0.contains(":") })
    #expect(lines.count > FaultCatalogue.all.count + FaultCatalogue.families.count)
  }

  @Test(arguments: [
    ("reply-spilt", "there is no fault 'reply-spilt'; did you mean 'reply-split'?"),
    ("reply-spilt=3", "there is no fault 'reply-spilt'; did you mean 'reply-split'?"),
    ("LIST", "there is no fault 'LIST'; did you mean 'list'?"),
    ("xyz", "there is no fault 'xyz'; '--fault list' lists them all."),
    ("", "there is no fault ''; '--fault list' lists them all."),
    ("\u{1B}[2J", "there is no fault '\\x1b[2J'; '--fault list' lists them all."),
    ("reply-split=x", "reply-split: 'x' is not a whole number from 1 to 100000."),
    ("reply-nul=1", "reply-nul: it takes no value."),
  ])
  func refusesOthersInOneLine(text: String, message: String) async {
    let console = RecordingConsole()
    #expect(await run(["serve", "--fault", text], console) == .usage)
    #expect(console.output == "")
    #expect(
      console.error
        == "ftpraw serve: option '--fault': \(message) Try 'ftpraw serve --help'.\n")
  }

  @Test func faultsAddUp() async throws {
    let faults = ["--fault", "size-wrong", "--fault", "data-short=2", "--fault", "reply-multiline"]
    let outcome = try await ServeProcess.run(["--port", "0"] + faults) { server in
      let ftp = try await RawFTPClient.connect(to: "127.0.0.1", port: server.port)
      try await ftp.login("ftpraw", password: "secret")
      let size = try await ftp.send("SIZE pub/hello.txt")
      #expect(size.isMultiline)
      #expect(size.text.hasSuffix("\n8"))
      let download = try await ftp.passive(.epsv, "RETR pub/hello.txt")
      #expect(try await download.readToEnd() == Array("hello".utf8))
      #expect(try await download.end().code == 226)
    }
    #expect(outcome.error == "")
    #expect(outcome.status == 0)
  }
}
