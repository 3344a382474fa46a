/// What to do where the target of a transfer is there already.
public enum FTPOverwriting: Sendable {
  /// Leave it, and throw ``FTPError/exists(_:)``.
  case never
  /// Replace it.
  case always
  /// Replace it where what is transferred is newer, or of another size; otherwise leave it and throw
  /// ``FTPError/exists(_:)``.
  case newer
  /// Ask, with the entry that is there; where the answer is false, throw ``FTPError/exists(_:)``.
  case asking(@Sendable (FTPEntry) async throws -> Bool)
}

/// How a file is transferred.
public struct FTPFileOptions: Sendable {
  /// What to do where the target is there already.
  public var overwriting = FTPOverwriting.always
  /// Whether to continue from what an earlier transfer left under the temporary name.
  public var resumes = false
  /// Whether the target gets the time of the source, where the server tells it or lets it be set.
  public var keepsTime = true
  /// Whether the bytes go to a temporary name beside the target first, and are renamed when all are there.
  public var usesTemporaryName = true
  /// What a download is taken for.
  ///
  /// Text and names always begin with their first byte, whatever ``resumes`` says.
  public var representation = FTPRepresentation.image
  /// Told how far the transfer has come, on the transfer's thread.
  public var progress: (@Sendable (FTPProgress) -> Void)?

  /// Overwrites, begins from the start, and goes by a temporary name.
  public init() {}
}
