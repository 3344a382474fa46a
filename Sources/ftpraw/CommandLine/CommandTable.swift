/// Everything that the command line of `ftpraw` accepts: the one table from which parsing, help, completions and the
/// manual are derived.
struct CommandTable: Sendable {
  /// The program's name.
  let program: String
  /// What the program is, in one line without a full stop.
  let summary: String
  /// Paragraphs about the program as a whole; code is between backticks.
  let details: [String]
  /// Options that stand before any subcommand.
  let options: [OptionSpecification]
  /// The subcommands in the order that help lists them.
  let subcommands: [Subcommand]

  /// The table of this program.
  ///
  /// A new subcommand is one file and one line here.
  static let ftpraw = CommandTable(
    program: "ftpraw",
    summary: "Test FTP servers and clients against the RFCs, and see every byte",
    details: [
      """
      `check` tests a server and `check-client` a client; `send` sends exactly what you type, in any state, and accepts \
      whatever comes back. Each protocol error is reported with the requirement that it breaks; nothing is refused and \
      nothing is hidden.
      """,
      """
      `@FILE` before `--` reads arguments from FILE, one per line, such as `--level=should`. Empty lines and lines \
      that begin with `#` are skipped.
      """,
    ],
    options: [.help, .version],
    subcommands: [
      .check,
      .checkClient,
      .send,
      .shell,
      .serve,
      .list,
      .get,
      .put,
      .mirror,
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
