/// What a line of a listing says about a file, a directory or something else with a name.
///
/// Anything that the form does not contain is nil and never invented.
public struct ListedEntry: Hashable, Sendable {
  /// The kind of an entry.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A file.
    case file
    /// A directory, or its equivalent in FTP, such as a partitioned data set.
    case directory
    /// A symbolic link, or a junction of Windows.
    case link
    /// A named pipe.
    case pipe
    /// A socket.
    case socket
    /// A character device.
    case characterDevice
    /// A block device.
    case blockDevice
    /// A door of Solaris.
    case door
    /// The form does not say, as for a migrated data set.
    case unknown
  }

  /// The name byte by byte, with its spaces; never empty.
  ///
  /// A VMS version, the `.DIR` of VMS directories, and the slash after directories of OS/400 are not part of it.
  public var name: [UInt8]
  /// The kind of the entry.
  public var kind: Kind
  /// Bytes; see ``sizeUnit``.
  public var size: UInt64?
  /// The unit of ``size``: 1 if it is exact, 512 if it is a number of blocks, the last of which may not be full.
  public var sizeUnit: UInt64 = 1
  /// When the content was last changed.
  public var modified: ListedDate?
  /// When it was last used; z/OS lists this for data sets instead of a time of change.
  public var referred: ListedDate?
  /// The permissions as written, such as `rwxr-xr-x+`, `RWCEAFMS` or `RWED,RWED,RE,`.
  public var permissions: [UInt8]?
  /// The permissions as a number of POSIX: nine bits, and above them set-user-ID, set-group-ID and sticky.
  public var mode: UInt16?
  /// The name or number of the owner.
  public var owner: [UInt8]?
  /// The name or number of the group.
  public var group: [UInt8]?
  /// How many names the file has.
  public var linkCount: UInt64?
  /// The target of a link.
  public var target: [UInt8]?
  /// The version of a file of VMS.
  public var version: Int?
  /// The unchanged line, with its end; both lines if there are two.
  public var line: [UInt8] = []

  /// Makes an entry without further facts.
  public init(name: some Collection<UInt8>, kind: Kind) {
    self.name = Array(name)
    self.kind = kind
  }

  /// The name as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: name, as: UTF8.self) }

  /// Whether it is the directory that is listed, or the one above: `.` or `..`.
  public var isCurrentOrParent: Bool { name == [0x2E] || name == [0x2E, 0x2E] }
}
