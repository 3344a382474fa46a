/// What a line of a listing says of a file, a directory or something else that has a name.
///
/// What a form does not tell is nil, and nothing is made up for it.
public struct ListedEntry: Hashable, Sendable {
  /// What an entry is.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A file.
    case file
    /// A directory, or what is one to FTP, such as a partitioned data set.
    case directory
    /// A symbolic link, or a junction of Windows.
    case link
    /// A named pipe.
    case pipe
    /// A socket.
    case socket
    /// A device that takes single bytes.
    case characterDevice
    /// A device that takes blocks.
    case blockDevice
    /// A door of Solaris.
    case door
    /// The form does not tell, as of a data set that was migrated.
    case unknown
  }

  /// The name byte by byte, with its spaces; never empty.
  ///
  /// A version of VMS, the `.DIR` of its directories, and the slash after directories of OS/400 are not part of it.
  public var name: [UInt8]
  /// What it is.
  public var kind: Kind
  /// Bytes; see ``sizeUnit``.
  public var size: UInt64?
  /// What ``size`` is a multiple of: 1 where it is exact, 512 where blocks are told, of which the last may not be full.
  public var sizeUnit: UInt64 = 1
  /// When the content was last changed.
  public var modified: ListedDate?
  /// When it was last used, which z/OS tells of data sets, and no time of change.
  public var referred: ListedDate?
  /// The permissions as they are written, such as `rwxr-xr-x+`, `RWCEAFMS` or `RWED,RWED,RE,`.
  public var permissions: [UInt8]?
  /// The permissions as a number of POSIX: nine bits, and above them set-user-ID, set-group-ID and sticky.
  public var mode: UInt16?
  /// The name or number of the owner.
  public var owner: [UInt8]?
  /// The name or number of the group.
  public var group: [UInt8]?
  /// How many names the file has.
  public var linkCount: UInt64?
  /// What a link leads to.
  public var target: [UInt8]?
  /// The version of a file of VMS.
  public var version: Int?
  /// The line as it came, with its end; both lines where there are two.
  public var line: [UInt8] = []

  /// Makes an entry of which nothing else is known.
  public init(name: some Collection<UInt8>, kind: Kind) {
    self.name = Array(name)
    self.kind = kind
  }

  /// The name as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: name, as: UTF8.self) }

  /// Whether it is the directory that is listed, or the one above: `.` or `..`.
  public var isCurrentOrParent: Bool { name == [0x2E] || name == [0x2E, 0x2E] }
}
