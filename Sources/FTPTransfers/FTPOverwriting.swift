/// What to do if the target of a transfer already exists.
public enum FTPOverwriting: Sendable {
  /// Leave it, and throw ``FTPError/exists(_:)``.
  case never
  /// Replace it.
  case always
  /// Replace it if the source is newer or has another size; otherwise keep it and throw
  /// ``FTPError/exists(_:)``.
  case newer
  /// Ask, with the existing entry; if the answer is false, throw ``FTPError/exists(_:)``.
  case asking(@Sendable (FTPEntry) async throws -> Bool)
}

/// How a file is transferred.
public struct FTPFileOptions: Sendable {
  /// What to do if the target already exists.
  public var overwriting = FTPOverwriting.always
  /// Whether to continue from the temporary file of an earlier transfer.
  public var resumes = false
  /// Whether to wait if another process transfers the same file; otherwise the transfer fails with
  /// ``FTPError/busy(_:process:)``.
  public var waits = false
  /// Whether the target gets the time of the source, if the server reports it or allows setting it.
  public var keepsTime = true
  /// Whether the bytes first go to a temporary file next to the target, which is renamed when complete.
  public var usesTemporaryName = true
  /// The representation of a download.
  ///
  /// Text and names always begin with their first byte, even if ``resumes`` is set.
  public var representation = FTPRepresentation.image
  /// Called with the progress, on the transfer's thread.
  public var progress: (@Sendable (FTPProgress) -> Void)?
  /// Called with remarks in words, such as about the process for which the transfer waits.
  public var remark: (@Sendable (String) -> Void)?
  /// Whether an earlier attempt of the same caller is resumed, and not what another process has left.
  package var isRetry = false

  /// The defaults: overwrites, begins at the start, and uses a temporary name.
  public init() {}
}
