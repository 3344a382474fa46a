/// The type of an entry: the value of the type fact, open to any value and compared without regard to case
/// (RFC 3659, section 7.5.1).
public struct EntryType: RawRepresentable, Sendable {
  /// The value in the case in which it was given.
  public let rawValue: String

  /// Wraps a value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A file.
  public static let file = EntryType(rawValue: "file")
  /// A directory.
  public static let directory = EntryType(rawValue: "dir")
  /// The directory that is listed.
  public static let current = EntryType(rawValue: "cdir")
  /// A parent of the directory that is listed.
  public static let parent = EntryType(rawValue: "pdir")

  /// True for `dir`, `cdir` and `pdir`.
  public var isDirectory: Bool { self == .directory || self == .current || self == .parent }

  /// System and kind of a type that a system defines, `OS.name=kind`; nil for any other value.
  ///
  /// The kind may hold more than the grammar allows: `OS.unix=slink:/target` is common.
  public var systemDefined: (system: Substring, kind: Substring)? {
    let parts = rawValue.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count > 3, parts[0].lowercased().hasPrefix("os.") else { return nil }
    return (parts[0].dropFirst(3), parts[1])
  }

  /// True for the four values of the RFC and for those that a system defines.
  public var isWellFormed: Bool { self == .file || isDirectory || systemDefined?.kind.isEmpty == false }
}

extension EntryType: Hashable, CustomStringConvertible {
  /// The value as given.
  public var description: String { rawValue }

  /// Compares values without regard to the case of ASCII letters.
  public static func == (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lazy.map(\.lowercased).elementsEqual(right.rawValue.utf8.lazy.map(\.lowercased))
  }

  /// Hashes the value in lower case.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte.lowercased) }
  }
}
