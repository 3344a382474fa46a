import FTPClient
import FTPSystem

/// Why a conversation cannot go on: the line for standard error, and the status to end with.
struct ConversationFailure: Error, Sendable {
  /// What happened, on one line without the program's name.
  let message: String
  /// The status to end with.
  let status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }

  /// Sorts an error by what it means for the exit status.
  init(_ error: any Error) {
    switch error {
    case let failure as ConversationFailure: self = failure
    case let error as LocalFileError: self.init(error.description, .localFile)
    case is CancellationError: self.init("interrupted", .interrupted)
    case let error as FTPClientError:
      if case .transport(let cause) = error, cause.isCancelled {
        self.init("interrupted", .interrupted)
      } else {
        self.init(error.description, .noConversation)
      }
    default: self.init("\(error)", .noConversation)
    }
  }
}
