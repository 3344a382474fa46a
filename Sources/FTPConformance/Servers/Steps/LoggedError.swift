import FTPClient
import FTPTransport

/// What a call of a case's steps may throw, in the log.
enum LoggedError: Codable {
  case client(FTPClientError)
  case transport(TransportError)
  case tooLarge(DownloadTooLarge)
  case stop(CaseStop)
  /// An error that steps do not distinguish from others, with its words.
  case other(String)

  /// Such an error, after it was read.
  struct Other: Error, CustomStringConvertible {
    let description: String
  }

  init(_ error: any Error) {
    self =
      switch error {
      case let error as FTPClientError: .client(error)
      case let error as TransportError: .transport(error)
      case let error as DownloadTooLarge: .tooLarge(error)
      case let stop as CaseStop: .stop(stop)
      default: .other("\(error)")
      }
  }

  var error: any Error {
    switch self {
    case .client(let error): error
    case .transport(let error): error
    case .tooLarge(let error): error
    case .stop(let stop): stop
    case .other(let words): Other(description: words)
    }
  }
}
