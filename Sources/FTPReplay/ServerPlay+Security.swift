import FTPClient
import FTPConversation
import FTPProtocol
import FTPVectors

/// TLS with a live server: around a vector that has none, or where the vector has it.
extension ServerPlay {
  /// Sends the commands for TLS after a reply, so that the next line of the vector is under TLS.
  ///
  /// AUTH follows the greeting, and REIN, which ends TLS (RFC 4217, section 13); PBSZ and PROT follow each login,
  /// because some servers forget them at a new login.
  mutating func cover(after answer: Answers.Answer, on client: isolated RawFTPClient) throws {
    guard security != .none, answer.judgement.box == .success else { return }
    switch answer.judgement.step {
    case .greeting: try protectControl(on: client)
    case .user, .pass, .acct:
      try ask(Command(.pbsz, "0"), on: client)
      try ask(Command(.prot, "P"), on: client)
    default:
      if answer.judgement.command?.verb == .rein { try protectControl(on: client) }
    }
  }

  private mutating func protectControl(on client: isolated RawFTPClient) throws {
    guard !client.isSecured else { return }
    // The client completes the handshake when it takes the reply.
    try ask(Command(.auth, "TLS"), on: client)
  }

  private mutating func ask(_ command: Command, on client: isolated RawFTPClient) throws {
    try client.writeNow(CommandEncoder.encode(command))
    let answer = try answers.next(to: answers.takeCommands().last, on: client)
    guard answer.judgement.box == .success else {
      throw ReplayFailure(expected: "success of \(command), for TLS", actual: answer.description)
    }
  }

  /// Checks that the control connection is under TLS exactly where the vector has it.
  func check(
    _ event: ConversationMark.TLSEvent, on connection: DataConnectionID?, _ client: isolated RawFTPClient
  ) throws {
    guard connection == nil else { return }
    switch event {
    case .established where !client.isSecured: throw ReplayFailure(actual: "a control connection in clear")
    case .ended where client.isSecured: throw ReplayFailure(actual: "a control connection under TLS")
    default: break
    }
  }
}

extension VectorLine {
  /// Whether it is a command about protection, or about the host, which comes before that.
  var isAboutProtection: Bool {
    rendered(PlaceholderBindings()).bytes.split(separator: 0x0A).contains { line in
      guard let verb = Command(parsing: line)?.verb else { return false }
      return Self.verbsOfProtection.contains(verb)
    }
  }

  private static let verbsOfProtection: Set<Verb> = [
    .auth, .adat, .pbsz, .prot, .ccc, .mic, .conf, .enc, .host,
  ]
}
