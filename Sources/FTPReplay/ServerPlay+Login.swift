import FTPClient
import FTPProtocol
import FTPVectors

/// Logging in at a live server, which has users of its own.
extension ServerPlay {
  /// What is sent in place of a command of the login; nil for what the vector has.
  func substitute(for command: Command, _ ordinal: Int) -> [UInt8]? {
    guard let credentials, let final = plan.finals[ordinal] else { return nil }
    let isRefused = final.box == .failure
    switch command.verb {
    case .user where !isRefused: return Array("USER ".utf8) + credentials.user + [0x0D, 0x0A]
    case .pass:
      let wrong = isRefused ? Array("-wrong".utf8) : []
      return Array("PASS ".utf8) + credentials.password + wrong + [0x0D, 0x0A]
    default: return nil
    }
  }

  /// Servers differ in whether they ask for a password. Where the vector's own did not, it is given; where the vector
  /// gives one that nobody has asked for, it is left out.
  mutating func takeLogin(
    _ planned: PlannedReply, _ answer: inout Answers.Answer, on client: isolated RawFTPClient
  ) throws {
    guard let credentials, planned.step == .user, answer.judgement.step == .user else { return }
    if planned.box == .success, answer.reply.code == 331 {
      try client.writeNow(Array("PASS ".utf8) + credentials.password + [0x0D, 0x0A])
      let command = answers.takeCommands().last
      let second = try answers.next(to: command, on: client)
      if second.judgement.box == .success, let ordinal = planned.ordinal {
        settled.insert(ordinal)
      } else {
        answer = second
      }
    } else if planned.box == .then(.pass), answer.judgement.box == .success,
      let ordinal = planned.ordinal, let next = plan.finals[ordinal + 1], next.step == .pass,
      next.box == .success
    {
      settled.insert(ordinal)
      skipped.insert(ordinal + 1)
    }
  }
}
