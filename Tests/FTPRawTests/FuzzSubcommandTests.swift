import Foundation
import TestSupport
import Testing

@testable import FTPFuzzing
@testable import ftpraw

@Suite("fuzz tries the chosen parser and reports what it finds", .computing)
struct FuzzSubcommandTests {
  private func fuzz(_ words: String...) async -> (status: ExitStatus, output: String, error: String) {
    await fuzz(words)
  }

  private func fuzz(_ words: [String]) async -> (status: ExitStatus, output: String, error: String) {
    let console = RecordingConsole()
    let status = await Program(table: .ftpraw, console: console).run((["fuzz"] + words).map { Argument($0) })
    return (status, console.output, console.error)
  }

  private func plan(_ words: [String], _ console: RecordingConsole) throws -> ParserFuzzPlan {
    let parser = ArgumentParser(table: .ftpraw, console: console)
    guard case .run(let invocation) = try parser.parse((["fuzz", "replies"] + words).map { Argument($0) })
    else {
      throw ProcessRunner.Failure(description: "no run")
    }
    return try ParserFuzzPlan(invocation, .replies)
  }

  /// A case that a parser with a bug, which splits at CR, would produce.
  private static let finding = FuzzedParser.Finding(
    fault: ParserFault(.segmentation, "in one piece \u{1B}"), run: 7,
    smallest: ParserCase(Array("220 it's\r\n".utf8), cuts: [2, 9]), originalSize: 30, trials: 1, shown: 1,
    transcript: "", output: [])

  @Test func searchesUpToItsBound() async throws {
    let (status, output, error) = await fuzz("replies", "--seed", "1", "--runs", "300", "--jobs", "2")
    #expect(status == .fine && error == "")
    let lines = output.split(separator: "\n").map(String.init)
    try #require(lines.count == 3)
    #expect(
      lines[0].wholeMatch(of: /300 runs with seed 1 in [0-9]+\.[0-9] s, [0-9]+ a second/) != nil,
      "\(lines[0])")
    #expect(
      lines[1].wholeMatch(of: /[0-9]+ of [0-9]+ shapes: first digit, form of the line, place of the cut/)
        != nil)
    #expect(lines[2] == "nothing found")
    let again = await fuzz("replies", "--seed", "1", "--runs", "300", "--jobs", "1").output
    #expect(again.split(separator: "\n").last { $0.contains("shapes") }.map(String.init) == lines[1])
    let timed = await fuzz("replies", "--time", "1ms", "--oracle", "segmentation", "--oracle", "reference")
    #expect(timed.status == .fine && timed.output.hasSuffix("\nnothing found\n"))
    let one = await fuzz("replies", "--seed", "2", "--first", "17", "--runs", "1")
    #expect(one.output.hasPrefix("1 run with seed 2 in "))
  }

  @Test func asksAboutOneStream() async {
    let (status, output, error) = await fuzz("replies", "--case", #"220 a\r\|\n"#, "--case", "")
    #expect(status == .fine && error == "")
    #expect(output == "2 cases, nothing found\n")
  }

  @Test func beginsFromACorpus() async throws {
    try await withScratchFolder { folder in
      try Data("id: a\nS> 220 Hi.\n".utf8).write(to: folder.appending(path: "a.ftpv"))
      let (status, output, error) = await fuzz(
        "replies", "--corpus", folder.path, "--seed", "1", "--runs", "100")
      #expect(status == .fine && error == "", "\(error)")
      #expect(output.hasPrefix("100 runs with seed 1 in "))
    }
  }

  @Test(arguments: ["times", "vectors"])
  func reachesEveryParser(name: String) async throws {
    try await withScratchFolder { folder in
      let words = [name, "--seed", "1", "--runs", "20", "--jobs", "1", "--save", folder.path]
      let (status, output, error) = await fuzz(words)
      #expect(status == .fine && error == "", "\(error)")
      #expect(
        output.wholeMatch(of: /20 runs with seed 1 in [0-9]+\.[0-9] s, [0-9]+ a second\nnothing found\n/)
          != nil,
        "\(output)")
      let file = folder.appending(path: "two.\(name)")
      try Data("# two\n2007\\r\n20070301120000\n".utf8).write(to: file)
      let cases = await fuzz([name, "--case", file.path])
      #expect(cases.status == .fine && cases.output == "2 cases, nothing found\n", "\(cases)")
      let corpus = await fuzz([name, "--corpus", folder.path, "--seed", "1", "--runs", "5"])
      #expect(corpus.status == .fine && corpus.output.hasPrefix("5 runs with seed 1 in "))
    }
  }

  @Test func tellsWhatItHasFound() async throws {
    try await withScratchFolder { folder in
      let console = RecordingConsole()
      let findings = folder.appending(path: "findings")
      let plan = try plan(["--save", findings.path], console)
      #expect(try plan.tell(Self.finding, FindingsFolder(plan.invocation), seed: 5) == .negative)
      let name = try #require(findings.names.first)
      #expect(
        console.output == """
          found in run 7 of seed 5: segmentation, the result does not depend on how the bytes are cut
            parser  lenient
            input   22\\|0 it's\\r\\|\\n  (10 of 30 bytes)
            detail  in one piece \\x1b
            again   ftpraw fuzz replies --case '22\\|0 it'\\''s\\r\\|\\n'
            saved   \(findings.path)/\(name)

          """)
      let kept = findings.appending(path: name).text
      #expect(kept.hasSuffix("\n22\\|0 it's\\r\\|\\n\n") && kept.hasPrefix("# segmentation: "))
      let replayed = await fuzz("replies", "--corpus", findings.path, "--runs", "0")
      #expect(replayed.status == .fine && replayed.output.hasSuffix("\nnothing found\n"))
    }
  }

  @Test func anInterruptEndsItWithItsSummary() async throws {
    let console = RecordingConsole()
    let plan = try plan(["--time", "60m"], console)
    let task = Task { try await plan.run() }
    task.cancel()
    #expect(try await task.value == .interrupted)
    #expect(console.output.contains(" runs with seed ") && !console.output.contains("nothing found"))
    #expect(console.error == "ftpraw fuzz: interrupted\n")
  }

  static let wrong: [([String], ExitStatus, String)] = [
    ([], .usage, "WHAT"), (["proxy"], .usage, "'proxy' is not one of replies, commands, "),
    (["times", "--parser", "cat"], .usage, "--parser goes with 'replies'"),
    (
      ["times", "--oracle", "work"], .usage,
      "the oracles of 'times' are crash, strictness, printing, messages"
    ),
    (["times", "--case", "/nonexistent"], .localFile, "/nonexistent: No such file or directory"),
    (["replies", "--case", #"\q"#], .usage, "option '--case': character 1"),
    (["replies", "--case", "220", "--seed", "1"], .usage, "--case and --seed cannot be used together"),
    (["replies", "--first", "1"], .usage, "--first needs --seed"),
    (["replies", "--parser", "cat", "--jobs", "2"], .usage, "--parser and --jobs cannot be used together"),
    (["replies", "--timeout", "1"], .usage, "--timeout goes with --parser, --addresses or --listings"),
    (
      ["replies", "--listings", "a", "--addresses", "b"], .usage,
      "--addresses and --listings cannot be used together"
    ),
    (
      ["replies", "--listings", "a", "--corpus", "b"], .usage,
      "--listings and --corpus cannot be used together"
    ),
    (
      ["replies", "--parser", "a", "--addresses", "b"], .usage,
      "--parser and --addresses cannot be used together"
    ),
    (
      ["replies", "--addresses", "a", "--corpus", "b"], .usage,
      "--addresses and --corpus cannot be used together"
    ),
    (["replies", "--oracle", "delphi"], .usage, "'delphi' is not one of crash, segmentation"),
    (["replies", "--corpus", "/nonexistent"], .localFile, "/nonexistent: No such file or directory"),
    (
      ["replies", "--save", "/dev/null/findings"], .localFile,
      "/dev/null/findings: Not a directory"
    ),
  ]

  @Test(arguments: wrong)
  func mistakes(words: [String], status: ExitStatus, message: String) async {
    let console = RecordingConsole()
    #expect(
      await Program(table: .ftpraw, console: console).run((["fuzz"] + words).map { Argument($0) }) == status)
    #expect(console.error.hasPrefix("ftpraw fuzz: ") && console.error.contains(message), "\(console.error)")
    #expect(console.error.count { $0 == "\n" } == 1 && console.output == "")
  }

  /// A shell script that acts as a parser: it answers a greeting correctly, and everything else with `answer`.
  private static func answering(_ answer: String) -> String {
    "while read n; do s=$(head -c $n | od -An -c | tr -d ' \\n'); case $s in 220Ready*) echo 220/1 end;; *) \(answer);; esac; done"
  }

  static let differences: [(String, String, String)] = [
    ("echo 220/1 end", "no difference\n", "no difference"),
    ("echo 220/2 end", "1 of 1: read differently\n", "  theirs  220/2 end\n"),
    ("echo error", "1 of 1: ours is laxer\n", "  theirs  error\n"),
    ("echo 220/1 331/1 end", "1 of 1: read differently\n", "  theirs  220/1 331/1 end\n"),
    ("exit 3", "1 of 1: crash\n", "  theirs  -\n"),
  ]

  @Test(arguments: differences)
  func comparesWithAnotherParser(answer: String, last: String, line: String) async {
    let (status, output, error) = await fuzz(
      "replies", "--parser", Self.answering(answer), "--case", #"220 a\r\n"#)
    #expect(status == (last == "no difference\n" ? .fine : .negative) && error == "", "\(error)")
    #expect(output.hasSuffix(last) && output.contains(line), "\(output)")
  }

  @Test func eachKindOfDifferenceIsReportedOnceForEachRule() async {
    let (status, output, _) = await fuzz(
      "replies", "--parser", Self.answering("echo error"), "--seed", "3", "--runs", "64")
    #expect(status == .negative)
    let found = output.components(separatedBy: "\n\n").filter { $0.contains("\n  rule ") }.map { block in
      let lines = block.split(separator: "\n")
      return [lines.first, lines.first { $0.hasPrefix("  rule ") }]
    }
    #expect(found.count > 1 && Set(found).count == found.count, "\(output)")
  }

  /// After the first inputs, the time is up, so that each difference is only looked at once more.
  @Test func minimizingCountsTowardsTheTime() async throws {
    try await withScratchFolder { folder in
      let calls = folder.appending(path: "calls")
      let (status, output, _) = await fuzz(
        "replies", "--parser", Self.answering("echo call >>'\(calls.path)'; echo error"), "--seed", "3",
        "--time",
        "1ms")
      #expect(
        status == .negative && output.contains("\nours is laxer\n") || output.hasPrefix("ours is laxer\n"))
      #expect(calls.text.split(separator: "\n").count <= 2 * 32, "\(output)")
    }
  }

  static let readings: [(String, String, String)] = [
    ("echo 127.0.0.1 1025", "no difference\n", "no difference"),
    ("echo error", "1 of 1: ours is laxer\n", "  theirs  error\n"),
    ("echo 127.0.0.1 260", "1 of 1: read differently\n", "  rule    1123:4.1.2.6:scan-digits\n"),
    ("exit 3", "1 of 1: crash\n", "  again   ftpraw fuzz replies --addresses '"),
  ]

  @Test(arguments: readings)
  func comparesWithAnotherReaderOfAddresses(answer: String, last: String, line: String) async {
    let reader =
      "while read n; do s=$(head -c $n); case $s in *Mode*) echo 127.0.0.1 1025;; *) \(answer);; esac; done"
    let (status, output, error) = await fuzz(
      "replies", "--addresses", reader, "--case", "227 (127,0,0,1,4,1)")
    #expect(status == (last == "no difference\n" ? .fine : .negative) && error == "", "\(error)")
    #expect(output.hasSuffix(last) && output.contains(line), "\(output)")
  }

  static let lines: [(String, String, String)] = [
    (#"echo file 42 2019-05-17 a\\x20b"#, "no difference\n", "no difference"),
    (#"echo file - 2019-05-17T00:00 a\\x20b"#, "no difference\n", "no difference"),
    ("echo file 42 2019-05-17 a", "1 of 1: read differently\n", "  theirs  file 42 2019-05-17 a\n"),
    ("echo none", "1 of 1: ours is laxer\n", "  rule    959:4.1.3:list-current-directory\n"),
    ("exit 3", "1 of 1: crash\n", "  again   ftpraw fuzz replies --listings '"),
  ]

  @Test(arguments: lines)
  func comparesWithAnotherReaderOfListings(answer: String, last: String, line: String) async {
    let reader =
      "while read -r n; do s=$(head -c $n); case $s in *notes.txt) echo none;; *) \(answer);; esac; done"
    let (status, output, error) = await fuzz(
      "replies", "--listings", reader, "--case", "-rw-r--r-- 1 ftp ftp 42 May 17  2019 a b")
    #expect(status == (last == "no difference\n" ? .fine : .negative) && error == "", "\(error)")
    #expect(output.hasSuffix(last) && output.contains(line), "\(output)")
  }

  @Test func whatOursDoesNotReadIsTold() async {
    let reader = "while read -r n; do head -c $n >/dev/null; echo file 1 - a; done"
    let (status, output, _) = await fuzz("replies", "--listings", reader, "--case", "nothing")
    #expect(status == .negative && output.hasSuffix("1 of 1: ours is stricter\n"), "\(output)")
    #expect(output.contains("  ours    none\n  theirs  file 1 - a\n"))
  }

  @Test func aParserThatHangsIsNoticed() async {
    let parser = Self.answering("sleep 1000")
    let (status, output, _) = await fuzz(
      "replies", "--parser", parser, "--timeout", "50ms", "--case", #"220 a\r\n"#)
    #expect(status == .negative && output.hasSuffix("1 of 1: hang\n"), "\(output)")
  }

  @Test func aCommandThatIsNoParserIsToldAtOnce() async {
    let missing = await fuzz("replies", "--parser", "exit 1")
    #expect(missing.status == .noConversation && missing.output == "")
    #expect(
      missing.error == "ftpraw fuzz: 'exit 1' is not a parser to compare with: it ends without an answer\n")
    let other = await fuzz("replies", "--parser", "echo hello")
    #expect(other.error.hasSuffix(" it answers 'hello'\n"))
  }

  @Test(
    .enabled(if: ProcessRunner.tool("python3") != nil, "python3 is not installed"),
    arguments: [
      ("--parser", "ftplib_adapter.py", "959:4.2:"), ("--addresses", "ftplib_addresses.py", "2428:3:"),
    ])
  func pythonsParserIsComparedWith(option: String, adapter: String, rule: String) async throws {
    let python = try #require(ProcessRunner.tool("python3"))
    let path = ProcessRunner.packageFolder.appending(path: "Tests/Fuzz/adapters/\(adapter)").path
    let (status, output, error) = await fuzz(
      "replies", option, "'\(python.executable.path)' '\(path)'", "--seed", "1", "--runs", "64",
      "--timeout", "60s")
    #expect(status == .negative && error == "", "\(error)")
    #expect(
      output.contains("\n64 inputs with seed 1 in ") && output.contains("  rule    \(rule)"), "\(output)")
    #expect(!output.contains("crash") && !output.contains("hang"))
  }

  @Test func aMalformedCaseIsNamedWithItsPlace() async throws {
    try await withScratchFolder { folder in
      try Data("# two\n220 \\q\n".utf8).write(to: folder.appending(path: "bad.replies"))
      let (status, output, error) = await fuzz("replies", "--corpus", folder.path)
      #expect(status == .localFile && output == "")
      #expect(error.hasPrefix("ftpraw fuzz: \(folder.path)/bad.replies:2:5: "))
    }
  }
}
