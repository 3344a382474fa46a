/// A line of a listing: its bytes and its meaning.
public struct ListedLine: Hashable, Sendable {
  /// The meaning of a line.
  public enum Meaning: Hashable, Sendable {
    /// A file, a directory or something else that has a name.
    case entry(ListedEntry)
    /// Nothing, or blanks.
    case blank
    /// A count or a sum, such as `total 12` or `Total of 2 files, 13 blocks`.
    case total
    /// The titles of columns, the name of a directory, or a rule under them.
    case heading
    /// A message of a program, usually that it could not read something: `ls: pub: Permission denied`.
    case message
    /// None of that: an entry in another form, or something new.
    case unread
    /// A line that has more bytes than the bound, and how many.
    case tooLong(length: Int)
  }

  /// The unchanged line, with its end, if any.
  ///
  /// An entry may take two lines, which are both here. For a line that is too long, this is its beginning.
  public let bytes: [UInt8]
  /// The meaning of the line.
  public let meaning: Meaning

  /// The entry; nil if the line is not one.
  public var entry: ListedEntry? { if case .entry(let entry) = meaning { entry } else { nil } }
}
