import FTPSystem

/// A folder of the machine that a server serves in place of the tree in memory.
///
/// Nothing that a client says leads out of it: see `DirectoryRoot`. Symbolic links are listed and not followed; names with
/// a CR or LF, which would break the lines of a listing, are left out.
///
/// ```swift
/// let server = try MockServer.start(.init(folder: ServedFolder("/srv/ftp", isReadOnly: true)))
/// ```
public struct ServedFolder: Sendable {
  /// The open directory.
  package let root: DirectoryRoot
  /// Whether nobody may change anything, whatever the rights of the users are.
  public var isReadOnly: Bool

  /// Serves a directory that is open already.
  package init(_ root: DirectoryRoot, isReadOnly: Bool = false) {
    self.root = root
    self.isReadOnly = isReadOnly
  }

  /// Opens a directory.
  ///
  /// - Throws: with operation `.open`.
  public init(_ path: String, isReadOnly: Bool = false) throws(LocalFileError) {
    self.init(try DirectoryRoot.open(path), isReadOnly: isReadOnly)
  }
}
