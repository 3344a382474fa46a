/// One side of a mirror: the entries of a tree, and which directories are known for certain.
package struct MirrorTree: Hashable, Sendable {
  /// The kind of an entry.
  package enum Kind: String, Hashable, Sendable {
    case file
    case directory
    /// A symbolic link, which is not followed: it may lead out of the tree, or into itself.
    case link
    /// A device or a pipe.
    case other
    /// The listing does not say.
    case unknown
  }

  /// An entry of a directory.
  package struct Entry: Hashable, Sendable {
    package let name: [UInt8]
    package let kind: Kind
    /// The size in bytes; nil if unknown.
    package let size: UInt64?
    /// When it was changed.
    package let modified: MirrorTime?

    package init(_ name: [UInt8], _ kind: Kind, size: UInt64? = nil, modified: MirrorTime? = nil) {
      self.name = name
      self.kind = kind
      self.size = size
      self.modified = modified
    }
  }

  /// A directory of the tree.
  package struct Listing: Hashable, Sendable {
    package let entries: [Entry]
    /// Why the listing may lack something, in words; nil if it is complete.
    package let doubt: String?

    package init(_ entries: [Entry], doubt: String? = nil) {
      self.entries = entries
      self.doubt = doubt
    }
  }

  /// The listed directories, and those whose listing failed.
  package var listings: [MirrorPath: Listing]

  package init(_ listings: [MirrorPath: Listing] = [:]) { self.listings = listings }
}

/// A moment with its precision, in seconds since 1970.
///
/// A listing has minutes or days. Something is newer only if it is newer however the times are read.
package struct MirrorTime: Hashable, Sendable {
  /// The first second that it may be.
  package let earliest: Int64
  /// The last second that it may be.
  package let latest: Int64

  /// Makes a moment known to within `precision` seconds.
  package init(_ seconds: Int64, precision: Int64 = 1) {
    earliest = seconds
    let (sum, overflow) = seconds.addingReportingOverflow(max(1, precision) - 1)
    latest = overflow ? .max : sum
  }

  /// Whether it is certainly after another.
  package func isAfter(_ other: MirrorTime) -> Bool { earliest > other.latest }
}
