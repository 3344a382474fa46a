import FTPSystem

/// A local folder that a server serves instead of the tree in memory.
///
/// No path of a client leads out of it: see `DirectoryRoot`. Symbolic links are listed but not followed; names with a
/// CR or LF, which would break the lines of a listing, are left out.
///
/// ```swift
/// let server = try MockServer.start(.init(folder: ServedFolder("/srv/ftp", isReadOnly: true)))
/// ```
public struct ServedFolder: Sendable {
  /// The open directory.
  package let root: DirectoryRoot
  /// Whether no user may change anything, whatever their rights.
  public var isReadOnly: Bool
  /// Whether uploads are written into existing files directly, instead of aside until they are complete.
  ///
  /// Needed in directories in which the server may not create files, and to keep hard links. An upload that ends early
  /// then leaves a part in the place of the old file.
  public var writesInPlace = false

  /// Serves a directory that is already open.
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
