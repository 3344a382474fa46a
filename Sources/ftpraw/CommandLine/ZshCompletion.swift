import FTPConformance

/// Makes the completion script for zsh: a file `_ftpraw` on `$fpath`, or sourced after `compinit`.
struct ZshCompletion: Sendable {
  let table: CommandTable

  var script: String {
    let subcommands = table.subcommands.map { subcommand in
      "    "
        + ShellWord.alwaysQuoted("\(colonEscaped(subcommand.name)):\(ShellWord.brief(subcommand.summary))")
    }
    return Completions.fill(
      .zsh,
      [
        "NAME": table.program, "SUBCOMMANDS": subcommands.joined(separator: "\n"),
        "OPTIONS": table.options.map { "    \(specification($0)) \\" }.joined(separator: "\n"),
        "BRANCHES": table.subcommands.map(branch).joined(separator: "\n"),
      ])
  }

  private func branch(_ subcommand: Subcommand) -> String {
    var specifications = subcommand.allOptions.map(specification)
    for (index, operand) in subcommand.operands.enumerated() {
      let place = operand.isRepeatable ? "*" : "\(index + 1)"
      specifications.append(
        ShellWord.alwaysQuoted("\(place):\(colonEscaped(operand.name)):\(action(operand.kind))"))
    }
    let arguments = specifications.map { "            \($0)" }.joined(separator: " \\\n")
    return """
              \(subcommand.name))
                _arguments -s -S \\
      \(arguments)
                ;;
      """
  }

  private func specification(_ option: OptionSpecification) -> String {
    let spellings = option.spellings.map { spelling in
      guard option.value != nil else { return spelling }
      return spelling.hasPrefix("--") ? spelling + "=" : spelling + "+"
    }
    let value = option.value.map { ":\(colonEscaped($0.name)):\(action($0.kind))" } ?? ""
    let tail = "[\(bracketEscaped(ShellWord.brief(option.help)))]\(value)"
    if option.isRepeatable {
      let repeated = spellings.map { "*" + $0 }
      return repeated.count == 1
        ? ShellWord.alwaysQuoted(repeated[0] + tail)
        : "{\(repeated.map(ShellWord.alwaysQuoted).joined(separator: ","))}\(ShellWord.alwaysQuoted(tail))"
    }
    guard spellings.count > 1 else { return ShellWord.alwaysQuoted(spellings[0] + tail) }
    let exclusion = ShellWord.alwaysQuoted("(\(option.spellings.joined(separator: " ")))")
    return "\(exclusion){\(spellings.joined(separator: ","))}\(ShellWord.alwaysQuoted(tail))"
  }

  private func action(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "_files"
    case .server, .serverOverTLS: "_hosts"
    case .choices, .suggestions, .serverOr, .selector, .subcommand, .command, .topic, .fault:
      "(\(kind.offeredWords(in: table).map(parenthesisEscaped).joined(separator: " ")))"
    case .text, .duration, .replyCodes, .number: " "
    }
  }

  private func colonEscaped(_ text: String) -> String {
    text.replacing(":", with: "\\:")
  }

  private func bracketEscaped(_ text: String) -> String {
    colonEscaped(text.replacing("[", with: "\\[").replacing("]", with: "\\]"))
  }

  private func parenthesisEscaped(_ text: String) -> String {
    colonEscaped(text.replacing(" ", with: "\\ ").replacing("(", with: "\\(").replacing(")", with: "\\)"))
  }
}
