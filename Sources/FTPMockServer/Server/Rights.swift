/// The permitted actions on files and directories, one right for each.
public struct Rights: OptionSet, Hashable, Sendable {
  /// The rights as bits.
  public let rawValue: UInt16

  /// Makes rights from bits; bits without a name mean nothing.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Seeing entries: LIST, NLST, MLSD, MLST, STAT, SIZE, MDTM.
  public static let list = Rights(rawValue: 1 << 0)
  /// Reading files: RETR, HASH.
  public static let read = Rights(rawValue: 1 << 1)
  /// Storing under a new name, which RNTO also creates: STOR, STOU, APPE, RNTO.
  public static let create = Rights(rawValue: 1 << 2)
  /// Replacing a file or its content: STOR, RNTO.
  public static let overwrite = Rights(rawValue: 1 << 3)
  /// Adding to a file: APPE.
  public static let append = Rights(rawValue: 1 << 4)
  /// Removing files and directories: DELE, RMD.
  public static let delete = Rights(rawValue: 1 << 5)
  /// Renaming an entry: RNFR.
  ///
  /// The new name needs ``create``.
  public static let rename = Rights(rawValue: 1 << 6)
  /// Making directories: MKD.
  public static let makeDirectory = Rights(rawValue: 1 << 7)
  /// Setting times and modes: MFMT, MFCT, MFF, SITE CHMOD, SITE UTIME.
  public static let setFacts = Rights(rawValue: 1 << 8)

  /// Everything.
  public static let all: Rights = [
    .list, .read, .create, .overwrite, .append, .delete, .rename, .makeDirectory, .setFacts,
  ]
  /// Listing and reading.
  public static let readOnly: Rights = [.list, .read]
  /// Storing new files without seeing them.
  public static let dropBox: Rights = [.create]
}
