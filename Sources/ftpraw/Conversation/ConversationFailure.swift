import FTPClient
import FTPSystem
import FTPTransport

/// Why a conversation cannot continue: the line for standard error, and the status to end with.
struct ConversationFailure: Error, Sendable {
  /// What happened, on one line without the program's name; nil if there is nothing to say.
  let message: String?
  /// The status to end with.
  let status: ExitStatus

  init(_ message: String?, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }

  /// Sorts an error by what it means for the exit status.
  init(_ error: any Error) {
    switch error {
    case let failure as ConversationFailure: self = failure
    // `| head -1` needs no more.
    case let error as LocalFileError where error.isBrokenPipe: self.init(nil, .fine)
    case let error as LocalFileError: self.init(error.description, .localFile)
    case is CancellationError: self.init("interrupted", .interrupted)
    case let error as FTPClientError:
      switch error {
      case .cancelled: self.init("interrupted", .interrupted)
      case .lineBreakInCommand: self.init("\(error); 'ftpraw send --raw' can send one", .usage)
      default: self.init(error.description, .noConversation)
      }
    default: self.init("\(error)", .noConversation)
    }
  }
}

extension ConversationFailure {
  /// Sorts an error that keeps a server from starting.
  init(serving error: any Error) {
    switch error {
    case let failure as ConversationFailure: self = failure
    case let error as LocalFileError: self.init(error.description, .localFile)
    case let error as TLSSetupError: self.init(error.description, .localFile)
    default: self.init("\(error)", .noConversation)
    }
  }
}

extension Invocation {
  /// Reports a failure in one line on standard error, unless there is nothing to say, and returns its status.
  func report(_ failure: ConversationFailure) -> ExitStatus {
    if let message = failure.message { report(message) }
    return failure.status
  }
}
