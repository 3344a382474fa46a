import TestSupport
import Testing

@testable import ftpraw

@Suite("A run prints where it should and ends with the right status", .queueing)
struct ProgramTests {
  @Test func aMistakeIsOneLineOnStandardError() async {
    let console = RecordingConsole()
    #expect(await run(["sned"], console) == .usage)
    #expect(console.output == "")
    #expect(console.error == "ftpraw: unknown subcommand 'sned'; did you mean 'send'? Try 'ftpraw --help'.\n")
  }

  @Test func aMistakeCannotSteerTheTerminal() async {
    let console = RecordingConsole()
    #expect(await run(["\u{1B}[2J\r\n\u{9B}\u{202E}x"], console) == .usage)
    #expect(
      console.error
        == "ftpraw: unknown subcommand '\\x1b[2J\\x0d\\x0a\\xc2\\x9b\\xe2\\x80\\xaex'. Try 'ftpraw --help'.\n"
    )
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func helpGoesToStandardOutput(words: [String]) async {
    let console = RecordingConsole()
    #expect(await run(words, console) == .fine)
    #expect(console.output == HelpPage(table: .ftpraw, width: 80).text())
    #expect(console.error == "")
  }

  @Test(arguments: [["send", "--help"], ["help", "send"], ["send", "SYST", "-vh"]])
  func helpOfASubcommand(words: [String]) async {
    let console = RecordingConsole(width: 60)
    #expect(await run(words, console) == .fine)
    #expect(console.output == HelpPage(table: .ftpraw, width: 60).text(for: .send))
  }

  @Test func aFailedStreamSpoilsARunThatWasFine() async {
    let console = RecordingConsole(failure: "cannot write to standard output: no space")
    #expect(await run(["--version"], console) == .localFile)
    #expect(console.error == "ftpraw: cannot write to standard output: no space\n")
    #expect(await run(["sned"], console) == .usage)
    let negative = Subcommand(name: "no", action: .immediate { _ in .negative })
    let table = CommandTable(
      program: "tool", options: [], rows: [.init("no", negative)])
    #expect(await Program(table: table, console: console).run([Argument("no")]) == .localFile)
  }

  @Test func aMistakeFoundByASubcommandIsReported() async {
    let picky = Subcommand(
      name: "picky",
      action: .immediate { invocation throws(UsageError) in throw invocation.usageError("no") })
    let late = Subcommand(
      name: "late",
      action: .asynchronous { invocation async throws(UsageError) in throw invocation.usageError("no") })
    let table = CommandTable(
      program: "tool", options: [],
      rows: [.init("picky", picky), .init("late", late)])
    for name in table.names {
      let console = RecordingConsole()
      #expect(await Program(table: table, console: console).run([Argument(name)]) == .usage)
      #expect(console.error == "tool \(name): no. Try 'tool \(name) --help'.\n")
    }
  }

  private func run(_ words: [String], _ console: RecordingConsole) async -> ExitStatus {
    await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
  }
}
