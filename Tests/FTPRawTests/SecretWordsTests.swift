import TestSupport
import Testing

@testable import ftpraw

@Suite("No message repeats a password of the command line", .queueing)
struct SecretWordsTests {
  static let table: [([String], String, String)] = [
    (["ftp://u:p4ss@h"], "no 'ftp://u:p4ss@h'", "no 'ftp://u:***@h'"),
    (["u:p4ss@h"], "no 'u:p4ss@h'", "no 'u:***@h'"),
    (["ftp://u:a@b:c/d@h"], "x ftp://u:a@b:c/d@h y", "x ftp://u:***@h y"),
    (["--servr=ftp://u:p4ss@h"], "'--servr=ftp://u:p4ss@h'", "'--servr=ftp://u:***@h'"),
    (["ftp://u:p\u{1B}@h"], "'ftp://u:p\\x1b@h'", "'ftp://u:***@h'"),
    (["PASS p4ss"], "unknown 'PASS p4ss'", "unknown 'PASS ***'"),
    (
      ["ftp://u@h", "h:21", "959:4.2:reply-line"], "ftp://u@h h:21 959:4.2:reply-line",
      "ftp://u@h h:21 959:4.2:reply-line"
    ),
    (["ftp://u:p@h", "ftp://u:pp@h"], "ftp://u:p@h ftp://u:pp@h", "ftp://u:***@h ftp://u:***@h"),
  ]

  @Test(arguments: table)
  func redacts(words: [String], message: String, shown: String) {
    #expect(SecretWords(words.map { Argument($0) }).redacted(message) == shown)
  }

  /// Every subcommand, with a URL in every place where a word may be.
  static let lines: [[String]] =
    [["ftp://u:p4ss@h"], ["--server=ftp://u:p4ss@h", "send"], ["u:p4ss@h"]]
    + CommandTable.ftpraw.names.flatMap { name in
      [
        [name, "ftp://u:p4ss@h"], [name, "u:p4ss@h"], [name, "x", "ftp://u:p4ss@h"],
        [name, "--nonsense=ftp://u:p4ss@h"], [name, "PASS p4ss"], [name, "ftps://u:p4ss@h", "SYST"],
        [name, "--", "ftp://u:p4ss@h/path"],
      ]
    }.filter { !Self.converses.contains($0) }

  /// Commands for the embedded server, whose conversation is redacted anyway.
  static let converses = [["send", "PASS p4ss"]]

  @Test(arguments: lines)
  func whereverItStands(words: [String]) async {
    let console = RecordingConsole(environment: ["CI": "true"])
    let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
    #expect(status != .fine, "\(words)")
    #expect(!(console.output + console.error).contains("p4ss"), "\(console.output)\(console.error)")
    // If no server is named, this message comes first.
    let lines = console.error.split(separator: "\n").filter { !$0.hasPrefix("ftpraw: no server named") }
    #expect(lines.count == 1, "\(console.error)")
  }

  @Test func theEnvironmentIsNotRepeatedEither() async {
    let console = RecordingConsole(environment: ["FTPRAW_SERVER": "ftp://u:p4ss@h:99999"])
    #expect(
      await Program(table: .ftpraw, console: console).run([Argument("send"), Argument("SYST")]) == .usage)
    #expect(!console.error.contains("p4ss"))
    let missing = RecordingConsole()
    let words = ["send", "-s", "ftp://u:p4ss", "SYST"].map { Argument($0) }
    #expect(await Program(table: .ftpraw, console: missing).run(words) == .usage)
    #expect(!missing.error.contains("p4ss"), "\(missing.error)")
  }

  static let hints: [([String], String)] = [
    (
      ["ftp://u:p4ss@h"],
      "ftpraw: a subcommand comes before a server: 'ftpraw check URL', 'ftpraw send -s URL COMMAND'."
    ),
    (
      ["send", "ftp://u:p4ss@h", "SYST"],
      "ftpraw send: 'ftp://u:***@h' is a server: write '-s ftp://u:***@h'."
    ),
    (["shell", "ftp://h"], "ftpraw shell: 'ftp://h' is a server: write '-s ftp://h'."),
    (["record", "ftp://h"], "ftpraw record: 'ftp://h' is a server: write '--upstream ftp://h'."),
    (["replay", "ftp://h"], "ftpraw replay: 'ftp://h' is a server: write '--against ftp://h'."),
    (["explain", "ftp://h"], "ftpraw explain: 'ftp://h' is a server, but 'explain' needs none."),
    (["serve", "ftp://h"], "ftpraw serve: 'ftp://h' is a server, but 'serve' needs none."),
    (["serve", "name:p4ss"], "ftpraw serve: unexpected operand 'name:...'."),
    (
      ["record", "--upstream", "http://h"],
      "ftpraw record: option '--upstream': only ftp://, ftps:// and ftpes:// URLs are supported."
    ),
    (
      ["check", "rfc959", "ftp://u:p4ss@h"],
      "ftpraw check: 'ftp://u:***@h' is a server: write '-s ftp://u:***@h'."
    ),
  ]

  @Test(arguments: hints)
  func aServerInTheWrongPlaceIsToldWhereItGoes(words: [String], line: String) async {
    let console = RecordingConsole()
    #expect(await Program(table: .ftpraw, console: console).run(words.map { Argument($0) }) == .usage)
    #expect(console.error.hasPrefix(line), "\(console.error)")
    #expect(console.output == "")
  }
}
