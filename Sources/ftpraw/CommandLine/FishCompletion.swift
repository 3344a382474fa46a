import FTPConformance

/// Makes the completion script for fish.
struct FishCompletion: Sendable {
  let table: CommandTable

  /// The script: one `complete` line for each subcommand, option and operand.
  var script: String {
    let name = table.program
    var lines = [
      "# fish completion for \(name); made by '\(name) completions fish'.",
      "",
      "complete -c \(name) -f",
    ]
    for option in table.options {
      lines.append("complete -c \(name) -n __fish_use_subcommand\(specification(option))")
    }
    for subcommand in table.subcommands {
      lines.append("")
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -a \(quoted(subcommand.name))"
          + " -d \(quoted(ShellWord.brief(subcommand.summary)))")
      let condition = quoted("__fish_seen_subcommand_from \(subcommand.name)")
      for option in subcommand.allOptions {
        lines.append("complete -c \(name) -n \(condition)\(specification(option))")
      }
      if let operand = subcommand.operands.last, let action = action(operand.kind) {
        lines.append("complete -c \(name) -n \(condition)\(action)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func specification(_ option: OptionSpecification) -> String {
    var words = ""
    if let short = option.short { words += " -s \(short)" }
    words += " -l \(option.long)"
    if let value = option.value { words += " -x" + (action(value.kind) ?? "") }
    return words.replacing(" -x -F", with: " -r -F") + " -d \(quoted(ShellWord.brief(option.help)))"
  }

  private func action(_ kind: ValueKind) -> String? {
    switch kind {
    case .file: " -F"
    case .server, .serverOverTLS: " -a '(__fish_print_hostnames)'"
    case .choices, .suggestions, .serverOr, .selector, .subcommand, .command, .topic, .fault:
      " -a \(quoted(kind.offeredWords(in: table).joined(separator: " ")))"
    case .text, .duration, .replyCodes, .number: nil
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
