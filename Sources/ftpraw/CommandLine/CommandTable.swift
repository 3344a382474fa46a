/// Everything `ftpraw` can be told on its command line: the one table that parsing, help, completions and the
/// manual are derived from.
struct CommandTable: Sendable {
  /// The program's name.
  let program: String
  /// What the program is, in one line without a full stop.
  let summary: String
  /// Paragraphs on the program as a whole; code stands between backticks.
  let details: [String]
  /// Options that stand before any subcommand.
  let options: [OptionSpecification]
  /// The subcommands in the order that help lists them.
  let subcommands: [Subcommand]

  /// The table of this program. A new subcommand is one file and one line here.
  static let ftpraw = CommandTable(
    program: "ftpraw",
    summary: "Speak raw FTP and see every byte of the conversation",
    details: [
      """
      Sends what it is told to send, in any state, and accepts what comes back. What breaks the protocol is \
      reported with the requirement it breaks; nothing is refused and nothing is hidden.
      """,
      """
      `@FILE` in front of `--` stands for the lines of FILE, each of which is one argument: `--level=should`. Empty lines and lines \
      that begin with `#` are left out.
      """,
    ],
    options: [.help, .version],
    subcommands: [
      .send,
      .shell,
      .list,
      .get,
      .put,
      .mirror,
      .serve,
      .check,
      .checkClient,
      .merge,
      .matrix,
      .ledger,
      .replay,
      .record,
      .importing,
      .export,
      .fuzz,
      .explain,
      .diagram,
      .completions,
      .man,
      .version,
      .help,
    ])

  /// The subcommand of a name.
  func subcommand(_ name: String) -> Subcommand? {
    subcommands.first { $0.name == name }
  }

  /// The names of all subcommands, in the table's order.
  var names: [String] { subcommands.map(\.name) }

  /// Every environment variable read anywhere, each once, in the table's order.
  var environment: [EnvironmentVariable] {
    var seen: Set<String> = []
    return subcommands.flatMap(\.environmentVariables).filter { seen.insert($0.name).inserted }
  }
}

extension Subcommand {
  /// The environment variables this subcommand reads: those after its options, then its own.
  var environmentVariables: [EnvironmentVariable] {
    let optionVariables = options.compactMap { option in
      option.environmentVariable.map {
        EnvironmentVariable(name: $0, help: "Stands in for `\(option.name)` when that is not given.")
      }
    }
    return optionVariables + environment
  }
}
