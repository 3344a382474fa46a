import FTPProtocol

/// A command with another argument than the one that a server answered wrongly.
struct CommandVariant {
  let command: String
  /// What is special about it: `with no argument`.
  let words: String
  /// The commands that it needs before it.
  private var before: [String] = []

  /// The variants, the nearest to ordinary use first; none of a transfer, which takes more than a command.
  static func all(of command: String) -> [CommandVariant] {
    let verb = Probe.verb(of: command)
    guard verb.row?.data == nil else { return [] }
    var variants: [CommandVariant] = []
    if case .lines(let lines)? = SequenceStep.entry(.simple, verb),
      let place = lines.firstIndex(where: { Probe.verb(of: $0) == verb })
    {
      let words = lines[place].contains(" ") ? "which is well-formed" : "without an argument"
      variants.append(
        CommandVariant(command: lines[place], words: words, before: Array(lines[..<place])))
    }
    variants.append(CommandVariant(command: verb.name, words: "without an argument"))
    return variants.filter { $0.command != command && !$0.command.contains("{") }
  }

  /// The steps that send it.
  var steps: [CaseStep] {
    before.map { .prepare(.send($0)) } + [.send(command, ExpectedReply(patterns: []))]
  }
}
