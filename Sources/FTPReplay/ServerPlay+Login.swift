import FTPClient
import FTPProtocol

/// Logging in to a live server, which has its own users.
extension ServerPlay {
  /// The replacement for a command of the login; nil for the vector's own.
  func substitute(for command: Command, _ ordinal: Int) throws -> [UInt8]? {
    guard var credentials, let final = plan.finals[ordinal] else { return nil }
    let isRefused = final.box == .failure
    switch command.verb {
    case .user where !isRefused: return try CommandEncoder.encode(LoginSequence(credentials).opening)
    case .pass:
      if isRefused { credentials.password? += Array("-wrong".utf8) }
      return try credentials.command(for: .pass).map(CommandEncoder.encode)
    default: return nil
    }
  }

  /// Servers differ in whether they require a password.
  ///
  /// If only the live server does, it is sent; if the vector sends one that the live server does not require, it is omitted.
  mutating func takeLogin(
    _ planned: PlannedReply, _ answer: inout Answers.Answer, on client: isolated RawFTPClient
  ) throws {
    guard let credentials, planned.step == .user, answer.judgement.step == .user else { return }
    var login = LoginSequence(credentials)
    let next = login.command(after: answer.reply.code)
    if planned.box == .success, let next {
      try client.writeNow(CommandEncoder.encode(next))
      let command = answers.takeCommands().last
      let second = try answers.next(to: command, on: client)
      if second.judgement.box == .success, let ordinal = planned.ordinal {
        settled.insert(ordinal)
      } else {
        answer = second
      }
    } else if planned.box == .then(.pass), login.isComplete,
      let ordinal = planned.ordinal, let next = plan.finals[ordinal + 1], next.step == .pass,
      next.box == .success
    {
      settled.insert(ordinal)
      skipped.insert(ordinal + 1)
    }
  }
}
