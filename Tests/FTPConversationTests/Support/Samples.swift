import FTPConversation
import FTPProtocol

/// Contents of events that only the judge or the recorder can make.
enum Samples {
  static let verdict = Verdict(
    "959:4.2:one-preliminary", by: .server, expected: "one 1yz reply", received: "another, 125")

  /// The greeting, judged.
  static let greeting: ConversationEvent.Content = {
    var judge = Judge()
    let reply = Reply(220, "Ready.")
    return .reply(reply, cuts: [], judge.observe(reply: reply))
  }()

  /// An answer of several lines to STAT, cut twice.
  static let status: ConversationEvent.Content = {
    let reply = Reply(211, "Status", "\"quoted\" \\ \u{1B}", "End")
    return .reply(reply, cuts: [4, 9], judgement(of: reply, to: "STAT"))
  }()

  /// The judgement of a reply to a command after the greeting.
  static func judgement(of reply: Reply, to verb: Verb) -> Judgement {
    var judge = Judge()
    judge.observe(reply: Reply(220, "Ready."))
    judge.observe(command: Command(verb))
    return judge.observe(reply: reply)
  }

  /// The judgement of a command after the greeting.
  static func judgement(ofCommand verb: Verb) -> Judgement {
    var judge = Judge()
    judge.observe(reply: Reply(220, "Ready."))
    return judge.observe(command: Command(verb))
  }

  /// A line as the recorder gets it.
  static func line(_ text: String, cuts: [Int] = []) -> CommandLines.Line {
    var lines = CommandLines()
    var found: [CommandLines.Line] = []
    lines.append(Array(text.utf8)) { found.append($0) }
    if let rest = lines.flush() { found.append(rest) }
    var line = found[0]
    line.cuts = cuts
    return line
  }
}
