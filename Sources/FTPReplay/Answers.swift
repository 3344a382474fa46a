import FTPClient
import FTPProtocol

/// The replies of a server, by the command that each answers.
struct Answers {
  /// One reply with its meaning.
  struct Answer {
    let reply: Reply
    let judgement: Judgement
  }

  private var untaken: [Int?: [Answer]] = [:]
  private var untakenCount = 0
  /// How many unrequested replies are kept before the server counts as flooding.
  static let mostUntaken = 10_000
  /// Commands whose final reply has arrived and was taken.
  private var finished: Set<Int> = []
  private let inbox: EventInbox
  /// The commands that the client sent but were not taken yet.
  private var commands: [Int] = []

  init(_ inbox: EventInbox) { self.inbox = inbox }

  /// The numbers of the commands that the client has written since the last time.
  mutating func takeCommands() -> [Int] {
    collect()
    defer { commands = [] }
    return commands
  }

  /// Whether the last reply to a command was taken.
  func isFinished(_ command: Int) -> Bool { finished.contains(command) }

  /// The next reply to a command, or to nothing, for which it waits.
  mutating func next(to command: Int?, on client: isolated RawFTPClient) throws -> Answer {
    collect()
    while untaken[command, default: []].isEmpty {
      _ = try client.nextReply() as Reply
      collect()
      guard untakenCount <= Self.mostUntaken else {
        throw ReplayFailure(actual: "more than \(Self.mostUntaken) unsolicited replies")
      }
    }
    let answer = untaken[command, default: []].removeFirst()
    untakenCount -= 1
    if answer.judgement.isFinal, let command { finished.insert(command) }
    return answer
  }

  /// Replies that have arrived but were not taken, the oldest command's first.
  mutating func takeUntaken() -> [Answer] {
    collect()
    defer {
      untaken = [:]
      untakenCount = 0
    }
    return untaken.sorted { ($0.key ?? -1) < ($1.key ?? -1) }.flatMap(\.value)
  }

  private mutating func collect() {
    for event in inbox.takeAll() {
      switch event {
      case .command(_, let judgement):
        if let ordinal = judgement?.ordinal { commands.append(ordinal) }
      case .reply(let reply, _, let judgement):
        untaken[judgement.ordinal, default: []].append(Answer(reply: reply, judgement: judgement))
        untakenCount += 1
      default: break
      }
    }
  }
}

extension Answers.Answer {
  /// Code, step and box as rows have them, and the first line of the text.
  var description: String {
    let box = judgement.box.map { " \($0)" } ?? ""
    let text = Escaping.ascii(reply.firstLine.text, limit: 60)
    return "\(reply.code) \(judgement.step?.rawValue ?? "none")\(box) (\(text))"
  }
}
