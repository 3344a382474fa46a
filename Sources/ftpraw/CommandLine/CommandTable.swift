/// Everything that the command line of `ftpraw` accepts: the one table from which parsing, help, completions and the
/// manual are derived.
struct CommandTable: Sendable {
  /// The program's name.
  let program: String
  /// Options before the subcommand.
  let options: [OptionSpecification]
  /// The subcommands in the order that help lists them.
  let rows: [Row]

  /// A subcommand by its name.
  ///
  /// A row makes its subcommand only when asked, because a run needs only one.
  struct Row: Sendable {
    /// The word that calls the subcommand.
    let name: String
    private let make: @Sendable () -> Subcommand

    init(_ name: String, _ subcommand: @autoclosure @escaping @Sendable () -> Subcommand) {
      self.name = name
      make = subcommand
    }

    /// All that is known of it.
    var subcommand: Subcommand { make() }
  }

  /// The table of this program.
  ///
  /// A new subcommand is one file and one line here.
  static let ftpraw = CommandTable(
    program: "ftpraw",
    options: [.help, .version],
    rows: [
      Row("check", .check),
      Row("check-client", .checkClient),
      Row("send", .send),
      Row("shell", .shell),
      Row("serve", .serve),
      Row("ls", .list),
      Row("get", .get),
      Row("put", .put),
      Row("mirror", .mirror),
      Row("merge", .merge),
      Row("matrix", .matrix),
      Row("ledger", .ledger),
      Row("replay", .replay),
      Row("record", .record),
      Row("import", .importing),
      Row("export", .export),
      Row("fuzz", .fuzz),
      Row("explain", .explain),
      Row("diagram", .diagram),
      Row("completions", .completions),
      Row("man", .man),
      Row("version", .version),
      Row("help", .help),
    ])

  /// What the program is, in one line without a full stop.
  var summary: String { CommandText.summary(of: program) }
  /// Paragraphs about the program as a whole; code is between backticks.
  var details: [String] { CommandText.details(of: program) }

  var subcommands: [Subcommand] { rows.map(\.subcommand) }

  func subcommand(_ name: String) -> Subcommand? {
    rows.first { $0.name == name }?.subcommand
  }

  /// The names of all subcommands, in the table's order.
  var names: [String] { rows.map(\.name) }

  /// Every environment variable read anywhere, each once, in the table's order.
  var environment: [EnvironmentVariable] {
    var seen: Set<String> = []
    let all = subcommands.flatMap(\.environmentVariables) + EnvironmentVariable.ofEverySubcommand
    return all.filter { seen.insert($0.name).inserted }
  }
}

extension Subcommand {
  /// The environment variables this subcommand reads: those after its options, then its own.
  var environmentVariables: [EnvironmentVariable] {
    let optionVariables = options.compactMap { option in
      option.environmentVariable.map {
        EnvironmentVariable($0, "Used if `\(option.name)` is not given.")
      }
    }
    return optionVariables + environment
  }
}
