import FTPSystem
import FTPTransport

/// Why the server cannot start: one line, and the exit status.
struct ServeFailure: Error {
  let message: String
  let status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }

  init(_ error: any Error) {
    switch error {
    case let failure as ServeFailure: self = failure
    case let error as LocalFileError: self.init(error.description, .localFile)
    case let error as TLSSetupError: self.init(error.description, .localFile)
    default: self.init("\(error)", .noConversation)
    }
  }
}
