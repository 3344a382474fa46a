/// What a listing says about one file, directory or link.
package struct ListingEntry: Hashable, Sendable {
  /// The kind of an entry.
  package enum Kind: Hashable, Sendable {
    /// A file.
    case file
    /// A directory.
    case directory
    /// A symbolic link and its target; empty if unknown.
    case link(target: [UInt8])
    /// A named pipe.
    case pipe
    /// A socket.
    case socket
    /// A character device.
    case characterDevice
    /// A block device.
    case blockDevice
  }

  /// The name, or the path as the client gave it if it requested only one entry.
  package var name: [UInt8]
  /// The kind.
  package var kind: Kind
  /// Bytes.
  package var size: UInt64
  /// When it was changed.
  package var modified: FileTime
  /// The nine bits of `rwxrwxrwx`, and above them set-user-ID, set-group-ID and sticky, as in chmod.
  package var permissions: UInt16
  /// The owner's name and number.
  package var owner: Principal
  /// The group's name and number.
  package var group: Principal
  /// How many names the file has.
  package var linkCount: UInt64
  /// A number that identifies the file as long as it exists; 0 if there is none.
  package var identity: UInt64

  /// A user or a group, which some listings name and some number.
  package struct Principal: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The number.
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
    name: [UInt8], kind: Kind = .file, size: UInt64 = 0, modified: FileTime, permissions: UInt16? = nil,
    owner: Principal = .ftp, group: Principal = .ftp, linkCount: UInt64? = nil, identity: UInt64 = 0
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modified = modified
    self.owner = owner
    self.group = group
    self.identity = identity
    switch kind {
    case .directory: (self.permissions, self.linkCount) = (permissions ?? 0o755, linkCount ?? 2)
    case .link: (self.permissions, self.linkCount) = (permissions ?? 0o777, linkCount ?? 1)
    default: (self.permissions, self.linkCount) = (permissions ?? 0o644, linkCount ?? 1)
    }
  }

  /// Whether it is a directory.
  package var isDirectory: Bool { kind == .directory }
}
