/// Makes the completion script for bash, 3.2 and later; it needs no other package.
struct BashCompletion: Sendable {
  /// The table to complete by.
  let table: CommandTable

  /// The script: a function and the line that binds it.
  var script: String {
    let name = table.program
    return """
      # bash completion for \(name); made by '\(name) completions bash'.

      _\(name)_words() {
        local word
        while IFS= read -r word; do
          COMPREPLY+=("$word")
        done < <(compgen -W "$1" -- "$current")
      }

      _\(name)_files() {
        local word
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do
          COMPREPLY+=("$word")
        done < <(compgen -f -- "$current")
      }

      _\(name)_hosts() {
        local word
        while IFS= read -r word; do
          COMPREPLY+=("$word")
        done < <(compgen -A hostname -- "$current")
      }

      _\(name)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        local subcommand='' index
        COMPREPLY=()
        # Bash breaks words at '=': the option stands before it then.
        if [[ $current == '=' ]]; then
          current=''
        elif [[ $previous == '=' ]] && ((COMP_CWORD >= 2)); then
          previous=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        if ((COMP_CWORD > 1)); then
          subcommand=${COMP_WORDS[1]}
        fi
        # After '--' nothing is an option any more.
        for ((index = 2; index < COMP_CWORD; index++)); do
          if [[ ${COMP_WORDS[index]} == '--' ]]; then
            previous=''
            [[ $current == -* ]] && return
          fi
        done
        case $subcommand in
          '')
            _\(name)_words \(ShellQuoting.single(firstWords.joined(separator: " ")))
            ;;
      \(table.subcommands.map(branch).joined(separator: "\n"))
        esac
      }

      complete -F _\(name) \(name)

      """
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
    lines.append("        _\(table.program)_words \(ShellQuoting.single(spellings))")
    if let operand = subcommand.operands.last {
      lines.append("      else")
      lines.append("        \(action(operand.kind))")
    }
    lines.append("      fi")
    lines.append("      ;;")
    return lines.joined(separator: "\n")
  }

  private func action(_ kind: ValueKind) -> String {
    let name = table.program
    return switch kind {
    case .file: "_\(name)_files"
    case .server: "_\(name)_hosts"
    case .choices, .suggestions, .serverOr, .subcommand, .command, .topic, .fault:
      "_\(name)_words \(ShellQuoting.single(kind.offeredWords(in: table).joined(separator: " ")))"
    case .text, .duration, .replyCodes, .number: ":"
    }
  }
}
