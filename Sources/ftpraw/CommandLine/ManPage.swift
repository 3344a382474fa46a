/// The manual page `ftpraw(1)`, made from the table, in the `man` macros of roff.
struct ManPage: Sendable {
  /// The table to describe.
  let table: CommandTable

  /// The page as roff text, ending with a line feed.
  var text: String {
    let name = table.program
    var page =
      ".TH \(name.uppercased()) 1 \"\(Version.date)\" \"\(name) \(Version.current)\" \"User Commands\"\n"
    page += ".SH NAME\n\(Roff.escaped(name)) \\- \(Roff.escaped(table.summary))\n"
    page += ".SH SYNOPSIS\n"
    for subcommand in table.subcommands {
      page += synopsis(subcommand) + ".br\n"
    }
    page +=
      "\\fB\(Roff.escaped(name))\\fR "
      + table.options.map { "[\\fB\(Roff.escaped($0.name))\\fR]" }
      .joined(separator: " ") + "\n"
    page += ".SH DESCRIPTION\n" + paragraphs(table.details)
    page += ".SH OPTIONS\n" + table.options.map(option).joined()
    page += ".SH SUBCOMMANDS\n" + table.subcommands.map(section).joined()
    page += ".SH ENVIRONMENT\n"
    for variable in table.environment {
      page += tagged("\\fB\(Roff.escaped(variable.name))\\fR", variable.help)
    }
    page += ".SH EXIT STATUS\n"
    for status in ExitStatus.all {
      page += tagged("\\fB\(status.code)\\fR", status.meaning + ".")
    }
    page +=
      ".SH STANDARDS\n"
      + paragraphs([
        "RFC 959, RFC 1123 section 4.1, RFC 2228, RFC 2389, RFC 2428, RFC 3659, RFC 4217 and their companions."
      ])
    return page
  }

  private func section(_ subcommand: Subcommand) -> String {
    var text = ".SS \"\(Roff.escaped(subcommand.name))\"\n" + synopsis(subcommand)
    text += ".PP\n" + Roff.lines(Markup.roff(subcommand.summary) + ".")
    if !subcommand.details.isEmpty { text += ".PP\n" + paragraphs(subcommand.details) }
    for operand in subcommand.operands {
      text += tagged("\\fI\(Roff.escaped(operand.name))\\fR", operand.help(in: subcommand.name))
    }
    text += subcommand.options.map(option).joined()
    for glossary in subcommand.glossaries {
      text += ".PP\n\(Roff.escaped(glossary.title)):\n"
      for entry in glossary.entries {
        text += tagged("\\fB\(Roff.escaped(entry.term))\\fR", entry.explanation)
      }
    }
    if !subcommand.examples.isEmpty {
      text += ".PP\nExamples:\n"
      for example in subcommand.examples {
        text += ".PP\n" + Roff.lines(Markup.roff(example.explanation))
        text += ".PP\n.RS 4\n.nf\n" + Roff.protected(Roff.escaped(example.line)) + ".fi\n.RE\n"
      }
    }
    return text
  }

  private func synopsis(_ subcommand: Subcommand) -> String {
    let words =
      ["\\fB\(Roff.escaped("\(table.program) \(subcommand.name)"))\\fR"]
      + (subcommand.options.isEmpty ? [] : ["[\\fIoptions\\fR]"])
      + subcommand.operands.map { operand in
        Roff.escaped(operand.synopsis).replacing(operand.name, with: "\\fI\(operand.name)\\fR")
      }
    return words.joined(separator: " ") + "\n"
  }

  private func option(_ option: OptionSpecification) -> String {
    let spellings = option.spellings.map { "\\fB\(Roff.escaped($0))\\fR" }.joined(separator: ", ")
    let value = option.value.map { " \\fI\(Roff.escaped($0.name))\\fR" } ?? ""
    return tagged(spellings + value, option.fullHelp)
  }

  private func tagged(_ tag: String, _ prose: String) -> String {
    ".TP\n\(tag)\n\(Roff.lines(Markup.roff(prose)))"
  }

  private func paragraphs(_ prose: [String]) -> String {
    prose.map { Roff.lines(Markup.roff($0)) }.joined(separator: ".PP\n")
  }
}
