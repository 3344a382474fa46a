import FTPSystem

/// The facts about one file or directory, as listings show them.
package struct StorageEntry: Hashable, Sendable {
  /// The last name, empty for the root, or the path as the client gave it if it requested only one entry.
  package var name: [UInt8]
  /// The kind; anything but a file or a directory can only be listed, renamed and removed.
  package var kind: FileStatus.Kind
  /// Bytes, 0 for anything but a file.
  package var size: UInt64
  /// When it was changed.
  package var modified: FileTime
  /// When it was created; nil if unknown.
  package var created: FileTime?
  /// The nine bits of `rwxrwxrwx`, and above them set-user-ID, set-group-ID and sticky, as in chmod.
  package var permissions: UInt16
  /// The owner's name and number.
  package var owner: Principal
  /// The group's name and number.
  package var group: Principal
  /// How many names the file has.
  package var linkCount: UInt64
  /// A number that identifies the file as long as it exists, whatever its name; 0 if there is none.
  package var identity: UInt64

  /// A user or a group, which some listings name and some number.
  package struct Principal: Hashable, Sendable {
    package var name: String
    package var number: UInt32

    /// Makes a user or a group.
    package init(_ name: String, number: UInt32) {
      self.name = name
      self.number = number
    }

    /// The default owner of files: `ftp`, 14.
    package static let ftp = Principal("ftp", number: 14)
  }

  /// Makes an entry; without permissions, `rw-r--r--` for a file, `rwxr-xr-x` for a directory and `rwxrwxrwx` for a
  /// link.
  package init(
    name: [UInt8], kind: FileStatus.Kind = .file, size: UInt64 = 0, modified: FileTime,
    created: FileTime? = nil, permissions: UInt16? = nil, owner: Principal = .ftp, group: Principal = .ftp,
    linkCount: UInt64? = nil, identity: UInt64 = 0
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modified = modified
    self.created = created
    self.permissions = permissions ?? (kind == .directory ? 0o755 : kind == .link ? 0o777 : 0o644)
    self.owner = owner
    self.group = group
    self.linkCount = linkCount ?? (kind == .directory ? 2 : 1)
    self.identity = identity
  }

  package var isDirectory: Bool { kind == .directory }

  /// Whether it is neither a regular file nor a directory.
  var isSpecial: Bool { kind != .directory && kind != .file }
}
