import FTPProtocol

/// What is known about a command when its reply is sent.
struct CommandFacts {
  let command: Command
  /// Which command of this verb it is in its session, from 1.
  let occurrence: Int
  /// Which command it is in its session, from 1.
  let number: Int
  /// Which session of its server it is in, from 1.
  let session: Int
  /// The offset that REST set for this transfer, or 0.
  let restart: UInt64
  /// The last offset other than 0 at which an earlier transfer of the session began.
  let earlierRestart: UInt64
  /// The server's end of the control connection.
  let server: IPAddress?

  var verb: Verb { command.verb }

  /// Whether it lists something over a data connection.
  var isListing: Bool { verb.row?.data == .listing }
  /// Whether it sends a file.
  var isDownload: Bool { verb.row?.data == .download }
  /// Whether it receives a file.
  var isUpload: Bool { verb.sendsData }
}

/// What is known about a reply when it is sent.
struct ReplyFacts {
  /// The place of a reply in a conversation.
  enum Stage {
    /// The first of a session.
    case greeting
    case single
    /// The one before a transfer.
    case preliminary
    /// The one after a transfer.
    case completion
    /// The one to a command during a transfer.
    case between
  }

  let stage: Stage
  /// The command that it answers; nil for the greeting.
  let command: CommandFacts?
  /// The code that the obedient server would give.
  let code: ReplyCode
  /// Whether the transfer that is about to begin has no bytes to send.
  let isEmpty: Bool

  /// The verb of the command, in its stage; nil for replies in between.
  var verb: Verb? { stage == .between ? nil : command?.verb }

  /// The verb of the command that the reply answers: a reply during a transfer
  /// answers STAT, or reports a marker in the data to the current command.
  var answeredVerb: Verb? { stage == .between && code != 110 ? .stat : command?.verb }

  /// Whether the reply ends the answer to a command.
  var isFinal: Bool { stage == .single || stage == .completion }
}
