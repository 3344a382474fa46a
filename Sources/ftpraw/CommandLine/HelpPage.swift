/// What `--help` prints, made from the table.
struct HelpPage: Sendable {
  /// The table to describe.
  let table: CommandTable
  /// The width of a line in columns.
  let width: Int

  /// The width that suits a console: that of `COLUMNS`, or else the terminal's, at least 40 and at most 100, and 80
  /// without one.
  static func width(_ console: any Console) -> Int {
    let columns = console.environment(EnvironmentVariable.columns.name).flatMap { Int($0) }
    return min(100, max(40, columns.flatMap { $0 > 0 ? $0 : nil } ?? console.terminalWidth ?? 80))
  }

  /// The help of a subcommand, or of the program; it ends with a line feed.
  func text(for subcommand: Subcommand? = nil) -> String {
    subcommand.map(page) ?? overview
  }

  private var layout: TextLayout { TextLayout(width: width) }

  private var overview: String {
    var text = layout.paragraph("\(table.program): \(table.summary)")
    text += "\nUsage: \(table.program) SUBCOMMAND [options] [operands]\n"
    for paragraph in table.details {
      text += "\n" + layout.paragraph(Markup.plain(paragraph))
    }
    text += section("Subcommands", table.subcommands.map { ($0.name, $0.summary) })
    text += section("Options", options(table.options))
    text += section("Environment", environment(table.environment))
    text += section("Exit status", statuses(ExitStatus.all))
    text += "\n" + layout.paragraph("'\(table.program) SUBCOMMAND --help' describes a subcommand.")
    return text
  }

  private func page(_ subcommand: Subcommand) -> String {
    var text = layout.paragraph("\(table.program) \(subcommand.name): \(Markup.plain(subcommand.summary))")
    text += "\nUsage: \(subcommand.synopsis(program: table.program))\n"
    for paragraph in subcommand.details {
      text += "\n" + layout.paragraph(Markup.plain(paragraph))
    }
    text += section(
      "Operands", subcommand.operands.map { ($0.name, Markup.plain($0.help(in: subcommand.name))) })
    text += section("Options", options(subcommand.allOptions))
    text += section("Environment", environment(subcommand.environmentVariables))
    text += section("Exit status", statuses(subcommand.exitStatuses))
    for glossary in subcommand.glossaries {
      text += section(glossary.title, glossary.entries.map { ($0.term, Markup.plain($0.explanation)) })
    }
    if !subcommand.examples.isEmpty {
      text += "\nExamples:\n"
      for example in subcommand.examples {
        text += layout.paragraph(Markup.plain(example.explanation), indent: 2)
        text += "    \(example.line)\n"
      }
    }
    return text
  }

  private func section(_ title: String, _ entries: [(term: String, explanation: String)]) -> String {
    entries.isEmpty ? "" : "\n\(title):\n" + layout.entries(entries)
  }

  private func options(_ options: [OptionSpecification]) -> [(term: String, explanation: String)] {
    options.map { option in
      let short = option.short.map { "-\($0), " } ?? "    "
      let value = option.value.map { " \($0.name)" } ?? ""
      return ("\(short)\(option.name)\(value)", Markup.plain(option.fullHelp))
    }
  }

  private func environment(_ variables: [EnvironmentVariable]) -> [(term: String, explanation: String)] {
    variables.map { ($0.name, Markup.plain($0.help)) }
  }

  private func statuses(_ statuses: [ExitStatus]) -> [(term: String, explanation: String)] {
    statuses.map { ("\($0.code)", Markup.plain($0.meaning) + ".") }
  }
}
