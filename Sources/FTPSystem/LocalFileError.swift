import FTPText

/// Why an operation on a local file, or a standard stream, failed.
///
/// The description is one line: `cannot write out.bin: No space left on device`.
public struct LocalFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let operation: Operation
  /// The file's name when it was opened, or the name of a standard stream.
  public let path: String
  /// The system's error.
  public let cause: SystemError

  package init(operation: Operation, path: String, cause: SystemError) {
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  /// The failed operation; the raw value is the verb of the message.
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    /// Opening a file that should be there.
    case open
    /// Making a file, or opening one to write to.
    case create
    case read
    case write
    /// Moving to another place in the file.
    case seek
    /// Asking for the size, or for the free space.
    case measure
    /// Asking for the kind of something.
    case examine
    /// Listing a directory.
    case list
    /// Making a directory.
    case makeDirectory = "make directory"
    case remove
    /// Giving another name.
    case rename
    /// Setting the permissions or the time.
    case change
    /// Cutting or extending.
    case truncate
    /// Closing, when the system finds that it could not keep the written bytes.
    case close
  }

  /// One line that names the operation, the file and the cause.
  public var description: String {
    "cannot \(operation.rawValue) \(PrintableText.line(path)): \(cause.text)"
  }

  /// The reader of the output has gone, as `head` does when it has enough.
  public var isBrokenPipe: Bool { cause == .brokenPipe }
}
