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

      _\(name)_ids=\(ShellQuoting.single(ValueKind.ids.joined(separator: " ")))

      # Words with levels, such as rfc959/4.2/reply-line and 959:4.2:reply-line, a level at a time.
      _\(name)_below() {
        local word rest level='' typed=${COMP_LINE:0:COMP_POINT}
        # The word as it was typed: bash breaks it at ':'.
        typed=${typed##*[[:space:]]}
        typed=${typed#--*=}
        local broken=${typed%"$current"}
        while IFS= read -r word; do
          rest=${word#"$typed"}
          if [[ $rest == *[/:]* ]]; then
            # Up to the next separator, once.
            rest=${rest%%[/:]*}
            word=${word:0:${#typed}+${#rest}+1}
            [[ $word == "$level" ]] && continue
            level=$word
          fi
          COMPREPLY+=("${word#"$broken"}")
        done < <(compgen -W "$1" -- "$typed")
        # After a level something follows.
        [[ -n $level ]] && compopt -o nospace 2>/dev/null
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
      "_\(name)_below \(ShellQuoting.single(wordsBesideIDs(kind)))\" $_\(name)_ids\""
    case .choices, .suggestions, .serverOr, .selector, .subcommand, .command, .topic, .fault:
      "_\(name)_words \(ShellQuoting.single(kind.offeredWords(in: table).joined(separator: " ")))"
    case .text, .duration, .replyCodes, .number: ":"
    }
  }
}
