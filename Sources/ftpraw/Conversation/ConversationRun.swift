import FTPClient
import FTPProtocol

/// One run of commands against a server, from connecting to the exit status.
struct ConversationRun: Sendable {
  /// The view that shows it.
  let view: ConversationView
  /// What the last command's final reply must be, if that matters.
  var expected: ReplyCodeList?
  /// Whether deviations of the server count.
  var isStrict = false
  /// Whether a negative reply ends the run.
  var keepsGoing = false
  /// Whether commands are bytes with escapes, to be sent as they are.
  var isRaw = false

  /// Logs in if the target names a user, then carries out the commands, and returns the status to end with.
  func run(
    _ commands: PendingCommands, through dialogue: Dialogue, loggingInAt target: ServerTarget
  ) async throws -> ExitStatus {
    var commands = commands
    var dialogue = dialogue
    if let greeting = await dialogue.client.greeting, greeting.code.isRefusal { return .negative }
    if try await target.logIn(dialogue.client)?.code.isRefusal == true { return .negative }
    var status = ExitStatus.fine
    var last: Reply?
    while let line = try commands.next() {
      let outcome = try await perform(line, before: try commands.peek(), through: &dialogue)
      if outcome.tookNext { _ = try commands.next() }
      last = outcome.reply ?? last
      // The reply that is expected may be a negative one, so the last one is left to `--expect`.
      let isLast = try commands.peek() == nil
      guard outcome.reply?.code.isRefusal == true, !(isLast && expected != nil) else { continue }
      status = .negative
      if !keepsGoing { return .negative }
    }
    try dialogue.sink?.close()
    // What the server has said beyond the last reply counts too.
    try await dialogue.client.noticeArrivedReplies()
    if let expected, let last, !expected.contains(Int(last.code.rawValue)) {
      throw ConversationFailure(
        "the last reply is \(last.code), expected \(expected.text)", .negative)
    }
    guard status == .fine, isStrict, view.serverVerdicts > 0 else { return status }
    let count = view.serverVerdicts
    throw ConversationFailure(
      "the server broke the protocol \(count == 1 ? "once" : "\(count) times")", .surprise)
  }
}

extension ConversationRun {
  private func perform(
    _ line: [UInt8], before next: [UInt8]?, through dialogue: inout Dialogue
  ) async throws -> (reply: Reply?, tookNext: Bool) {
    guard isRaw else { return try await dialogue.perform(line, before: next) }
    let text: RawText
    do throws(ArgumentValueError) { text = try RawText(line) } catch {
      throw ConversationFailure(error.message, .usage)
    }
    return try await dialogue.perform(raw: text, before: next.flatMap { try? RawText($0).command })
  }
}

extension ReplyCode {
  /// Whether a command failed: 4yz, 5yz, or a first digit that RFC 959, section 4.2.1, does not
  /// have, with which the reply says nothing.
  fileprivate var isRefusal: Bool { isNegative || !(1...3).contains(firstDigit) }
}
