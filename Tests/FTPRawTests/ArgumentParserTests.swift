import TestSupport
import Testing

@testable import ftpraw

@Suite("A command line is read by the table", .queueing)
struct ArgumentParserTests {
  /// A separate table, so that changes to the real one do not affect these tests.
  static let table = CommandTable(
    program: "tool", options: [.help, .version],
    rows: [
      .init(
        "go",
        Subcommand(
          name: "go",
          operands: [OperandSpecification("WORD", isRequired: false, isRepeatable: true)],
          options: [
            OptionSpecification("quiet", short: "q"),
            OptionSpecification("raw", short: "r"),
            OptionSpecification("name", short: "n", value: .init("NAME", .text)),
            OptionSpecification(
              "add", short: "a", value: .init("X", .text), isRepeatable: true),
            OptionSpecification("when", value: .init("WHEN", .choices(["now", "later"]))),
            OptionSpecification("count", value: .init("N", .number(1...9))),
            OptionSpecification(
              "host", short: "s", value: .init("URL", .server), environmentVariable: "TOOL_HOST"),
          ], action: .immediate { _ in .fine })),
      .init(
        "copy",
        Subcommand(
          name: "copy",
          operands: [
            OperandSpecification("FROM", .file),
            OperandSpecification("HOW", .choices(["fast", "slow"]), isRequired: false),
          ], action: .immediate { _ in .fine })),
    ])

  struct Good: Sendable, CustomTestStringConvertible {
    let words: [String]
    var flags: [String] = []
    var values: [String: [String]] = [:]
    var operands: [String] = []
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Good(words: []),
    Good(words: ["one", "two"], operands: ["one", "two"]),
    Good(words: ["-q"], flags: ["quiet"]),
    Good(words: ["--quiet", "--quiet", "-q"], flags: ["quiet"]),
    Good(words: ["-qr"], flags: ["quiet", "raw"]),
    Good(words: ["-qrn", "x"], flags: ["quiet", "raw"], values: ["name": ["x"]]),
    Good(words: ["-qrnx"], flags: ["quiet", "raw"], values: ["name": ["x"]]),
    Good(words: ["-nqr"], values: ["name": ["qr"]]),
    Good(words: ["-n=x"], values: ["name": ["=x"]]),
    Good(words: ["-n", "x", "y"], values: ["name": ["x"]], operands: ["y"]),
    Good(words: ["--name", "x"], values: ["name": ["x"]]),
    Good(words: ["--name=x"], values: ["name": ["x"]]),
    Good(words: ["--name="], values: ["name": [""]]),
    Good(words: ["--name=a=b"], values: ["name": ["a=b"]]),
    Good(words: ["--name", "-q"], values: ["name": ["-q"]]),
    Good(words: ["--name", "--"], values: ["name": ["--"]]),
    Good(words: ["one", "-q", "two"], flags: ["quiet"], operands: ["one", "two"]),
    Good(words: ["--", "-q", "--name", "--"], operands: ["-q", "--name", "--"]),
    Good(words: ["-", "-q", "-"], flags: ["quiet"], operands: ["-", "-"]),
    Good(words: ["", "x"], operands: ["", "x"]),
    Good(words: ["-a", "1", "--add=2", "-a3"], values: ["add": ["1", "2", "3"]]),
    Good(words: ["--when", "later"], values: ["when": ["later"]]),
    Good(words: ["--count=9"], values: ["count": ["9"]]),
    Good(words: ["--", "--help"], operands: ["--help"]),
    Good(words: ["--name", "--help"], values: ["name": ["--help"]]),
  ])
  func understands(_ row: Good) throws {
    let invocation = try #require(try invocation(["go"] + row.words))
    #expect(invocation.operands.map(\.text) == row.operands)
    for option in invocation.subcommand.options {
      if option.value == nil {
        #expect(invocation.flag(option) == row.flags.contains(option.long), "\(option.long)")
      } else {
        #expect(invocation.values(option) == row.values[option.long] ?? [], "\(option.long)")
      }
    }
  }

  @Test(arguments: [
    ([], "tool: a subcommand is missing: go, copy. Try 'tool --help'."),
    (["og"], "tool: unknown subcommand 'og'; did you mean 'go'? Try 'tool --help'."),
    ([""], "tool: unknown subcommand ''. Try 'tool --help'."),
    (["-"], "tool: unknown subcommand '-'. Try 'tool --help'."),
    (["--"], "tool: unknown option '--' before the subcommand. Try 'tool --help'."),
    (["-q", "go"], "tool: unknown option '-q' before the subcommand. Try 'tool --help'."),
    (
      ["--versoin"],
      "tool: unknown option '--versoin' before the subcommand; did you mean '--version'? Try 'tool --help'."
    ),
    (["go", "-x"], "tool go: unknown option '-x'. Try 'tool go --help'."),
    (["go", "-qx"], "tool go: unknown option '-x'. Try 'tool go --help'."),
    (["go", "-\u{FC}"], "tool go: unknown option '-\u{FC}'. Try 'tool go --help'."),
    (["go", "--quite"], "tool go: unknown option '--quite'; did you mean '--quiet'? Try 'tool go --help'."),
    (["go", "--qui"], "tool go: unknown option '--qui'; did you mean '--quiet'? Try 'tool go --help'."),
    (["go", "--zzz"], "tool go: unknown option '--zzz'. Try 'tool go --help'."),
    (["go", "--=x"], "tool go: unknown option '--'. Try 'tool go --help'."),
    (
      ["go", "--name x y"],
      "tool go: unknown option '--name x y'; did you mean '--name=x y'? Try 'tool go --help'."
    ),
    (["go", "-name", "x"], "tool go: unknown option '-name'; did you mean '--name'? Try 'tool go --help'."),
    (["go", "--quiet=1"], "tool go: option '--quiet' takes no value. Try 'tool go --help'."),
    (["go", "--name"], "tool go: option '--name' needs a value: NAME. Try 'tool go --help'."),
    (["go", "-qn"], "tool go: option '-n' needs a value: NAME. Try 'tool go --help'."),
    (["go", "-na", "--name=b"], "tool go: option '--name' is given twice. Try 'tool go --help'."),
    (["go", "--name", "a", "-nb"], "tool go: option '-n' is given twice. Try 'tool go --help'."),
    (
      ["go", "--when", "nwo"],
      "tool go: option '--when': 'nwo' is not one of now, later; did you mean 'now'? Try 'tool go --help'."
    ),
    (
      ["go", "--count", "10"],
      "tool go: option '--count': '10' is not a whole number from 1 to 9. Try 'tool go --help'."
    ),
    (
      ["go", "--count=+1"],
      "tool go: option '--count': '+1' is not a whole number from 1 to 9. Try 'tool go --help'."
    ),
    (
      ["go", "-s", "http://u:secret@x"],
      "tool go: option '-s': only ftp:// URLs are supported. Try 'tool go --help'."
    ),
    (["copy"], "tool copy: FROM is missing. Try 'tool copy --help'."),
    (["copy", ""], "tool copy: FROM: the file name is empty. Try 'tool copy --help'."),
    (
      ["copy", "a", "fats"],
      "tool copy: HOW: 'fats' is not one of fast, slow; did you mean 'fast'? Try 'tool copy --help'."
    ),
    (["copy", "a", "fast", "b"], "tool copy: unexpected operand 'b'. Try 'tool copy --help'."),
  ])
  func refuses(words: [String], line: String) throws {
    let error = try #require(throws: UsageError.self) { try parse(words) }
    #expect(error.line(program: "tool") == line)
  }

  @Test(arguments: [
    ["go", "--help"], ["go", "-h"], ["go", "-qh"], ["go", "x", "--help", "--zzz"], ["copy", "-h"],
  ])
  func helpOfASubcommandNeedsNothingElse(words: [String]) throws {
    guard case .help(let subcommand) = try parse(words) else {
      Issue.record("not read as a request for help")
      return
    }
    #expect(subcommand?.name == words[0])
  }

  @Test(arguments: ["-h", "--help"])
  func helpOfTheProgram(word: String) throws {
    guard case .help(nil) = try parse([word, "anything"]) else {
      Issue.record("not read as a request for help")
      return
    }
  }

  @Test func version() throws {
    guard case .version = try parse(["--version"]) else {
      Issue.record("not read as a request for the version")
      return
    }
  }

  @Test func theEnvironmentStandsInForAnOption() throws {
    let host = try #require(Self.table.subcommand("go")?.options.last)
    let environment = ["TOOL_HOST": "ftp://there:2121"]
    #expect(try invocation(["go"], environment)?.server(host)?.host == "there")
    #expect(try invocation(["go", "-s", "here"], environment)?.server(host)?.host == "here")
    #expect(try invocation(["go"], ["TOOL_HOST": ""])?.server(host) == nil)
    #expect(throws: UsageError("TOOL_HOST in the environment: the host is empty", subcommand: "go")) {
      try parse(["go"], ["TOOL_HOST": "ftp://"])
    }
    #expect(throws: Never.self) { try parse(["go", "-s", "here"], ["TOOL_HOST": "ftp://"]) }
  }

  @Test func bytesThatAreNotUTF8ArePassedOn() throws {
    let words = [Argument("go"), Argument(bytes: [0xE9]), Argument(bytes: [0x2D, 0x6E, 0xFF])]
    let parser = ArgumentParser(table: Self.table, console: RecordingConsole())
    guard case .run(let invocation) = try parser.parse(words) else {
      Issue.record("not read as a run")
      return
    }
    #expect(invocation.operands == [Argument(bytes: [0xE9])])
    #expect(invocation.arguments(invocation.subcommand.options[2]) == [Argument(bytes: [0xFF])])
  }

  @Test(
    arguments: [
      (["--color", "always"], [:], [], true), (["--color=never"], [:], [.output], false),
      ([], [:], [.output], true), ([], [:], [.error], false), ([], ["NO_COLOR": "1"], [.output], false),
      ([], ["NO_COLOR": ""], [.output], true), ([], ["TERM": "dumb"], [.output], false),
      (["--color", "always"], ["NO_COLOR": "1"], [], true), (["--color=auto"], [:], [], false),
    ] as [([String], [String: String], Set<ConsoleStream>, Bool)])
  func color(words: [String], environment: [String: String], terminals: Set<ConsoleStream>, colored: Bool)
    throws
  {
    let console = RecordingConsole(environment: environment, terminals: terminals)
    let parser = ArgumentParser(table: .ftpraw, console: console)
    guard case .run(let invocation) = try parser.parse((["shell"] + words).map { Argument($0) }) else {
      Issue.record("not read as a run")
      return
    }
    #expect(invocation.usesColor(on: .output) == colored)
  }

  private func parse(_ words: [String], _ environment: [String: String] = [:]) throws -> ArgumentParser.Result
  {
    let console = RecordingConsole(environment: environment)
    return try ArgumentParser(table: Self.table, console: console).parse(words.map { Argument($0) })
  }

  private func invocation(_ words: [String], _ environment: [String: String] = [:]) throws -> Invocation? {
    guard case .run(let invocation) = try parse(words, environment) else { return nil }
    return invocation
  }
}
