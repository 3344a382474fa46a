import FTPConformance

/// Makes the completion script for bash, 3.2 and later; it needs no other package.
struct BashCompletion: Sendable {
  let table: CommandTable

  /// The script: a function and the line that binds it.
  var script: String {
    Completions.fill(
      .bash,
      [
        "NAME": table.program, "IDS": ShellWord.alwaysQuoted(ValueKind.ids.joined(separator: " ")),
        "WORDS": ShellWord.alwaysQuoted(firstWords.joined(separator: " ")),
        "BRANCHES": table.subcommands.map(branch).joined(separator: "\n"),
      ])
  }

  private var firstWords: [String] {
    table.names + table.options.flatMap(\.spellings)
  }

  private func branch(_ subcommand: Subcommand) -> String {
    var lines = ["    \(subcommand.name))"]
    let valued = subcommand.options.filter { $0.value != nil }
    if !valued.isEmpty {
      lines.append("      case $previous in")
      for option in valued {
        let action = option.value.map { self.action($0.kind) } ?? ":"
        lines.append("        \(option.spellings.joined(separator: " | "))) \(action); return ;;")
      }
      lines.append("      esac")
    }
    lines.append("      if [[ $current == -* ]]; then")
    let spellings = subcommand.allOptions.flatMap(\.spellings).joined(separator: " ")
    lines.append("        _\(table.program)_words \(ShellWord.alwaysQuoted(spellings))")
    if let operand = subcommand.operands.last {
      lines.append("      else")
      lines.append("        \(action(operand.kind))")
    }
    lines.append("      fi")
    lines.append("      ;;")
    return lines.joined(separator: "\n")
  }

  private func wordsBesideIDs(_ kind: ValueKind) -> String {
    let ids = Set(ValueKind.ids)
    return kind.offeredWords(in: table).filter { !ids.contains($0) }.joined(separator: " ")
  }

  private func action(_ kind: ValueKind) -> String {
    let name = table.program
    return switch kind {
    case .file: "_\(name)_files"
    case .server, .serverOverTLS: "_\(name)_hosts"
    case let kind where kind.hasLevels:
      // The ids are in the script only once.
      "_\(name)_below \(ShellWord.alwaysQuoted(wordsBesideIDs(kind)))\" $_\(name)_ids\""
    case .choices, .suggestions, .serverOr, .selector, .subcommand, .command, .topic, .fault:
      "_\(name)_words \(ShellWord.alwaysQuoted(kind.offeredWords(in: table).joined(separator: " ")))"
    case .text, .duration, .replyCodes, .number: ":"
    }
  }
}
