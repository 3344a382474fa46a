import FTPConformance
import FTPFuzzing
import FTPProtocol
import FTPSystem

/// What `fuzz client` was asked to do.
struct ClientFuzzPlan: Sendable {
  private let invocation: Invocation
  /// The words of the command that starts the client.
  private let command: [String]

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    let front = (invocation.operandsBeforeDashes ?? invocation.operands.count) - 1
    guard front <= 0 else {
      throw invocation.usageError("a client is not a URL; put its command after '--'")
    }
    command = invocation.operands.dropFirst().map(\.text)
    guard !command.isEmpty else {
      throw invocation.usageError("name a client: '--' and the command that starts it")
    }
    guard CommandWord.port.stands(in: command) || CommandWord.url.stands(in: command) else {
      throw invocation.usageError(
        "the command has neither \(CommandWord.port.word) nor \(CommandWord.url.word), so the client cannot know where to connect"
      )
    }
  }

  /// Runs the search and reports the result.
  func run() async -> ExitStatus {
    DescriptorLimit.raise()
    var subject = ClientSubject(command)
    subject.download = invocation.value(.fuzzDownloads)
    if let limit = invocation.duration(.fuzzLimit) { subject.limit = limit }
    if let memory = invocation.number(.fuzzMemory) { subject.memory = memory << 20 }
    let patience = Int(subject.serverPatience(subject.limit) / .milliseconds(1))
    let words = CampaignPlan<FuzzedClient>.Words(
      run: "run", noun: "script", part: "rule", ways: "ways", legend: "command, change", hasRate: true,
      quoted: ShellWord.quoted, repeating: { "--seed \($0) --first \($1) --runs 1" },
      serving: { "ftpraw serve --port 2121 --idle-timeout \(patience)ms --script \($0)" },
      beginning: { target in
        "the client sends \(target.verbs.map { Escaping.ascii($0.utf8, limit: 40) }.joined(separator: ", "))"
      })
    let plan = CampaignPlan(invocation: invocation, words: words, again: again)
    return await plan.run { [subject] in ClientCampaign(subject, $0) }
  }

  /// The command line that tries the same client with other options.
  @Sendable private func again(_ options: String) -> String {
    var words = ["ftpraw fuzz client", options]
    for option in [OptionSpecification.fuzzDownloads, .fuzzLimit, .fuzzMemory] {
      if let value = invocation.value(option) { words += [option.name, ShellWord.quoted(value)] }
    }
    return (words + ["--"] + command.map(ShellWord.quoted)).joined(separator: " ")
  }
}
