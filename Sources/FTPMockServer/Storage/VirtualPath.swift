/// A place in the tree: the names from the root down, each of any octets except `/` and NUL (RFC 3659, section 6).
struct VirtualPath: Hashable, Sendable {
  /// The names, none of them empty, `.` or `..`.
  private(set) var names: [[UInt8]]

  static let root = VirtualPath(names: [])

  /// The parent directory; the root is its own parent.
  var parent: VirtualPath { VirtualPath(names: names.dropLast()) }

  /// The last name; nil for the root.
  var name: [UInt8]? { names.last }

  var isRoot: Bool { names.isEmpty }

  /// The path of an entry of this directory.
  func appending(_ name: [UInt8]) -> VirtualPath { VirtualPath(names: names + [name]) }

  /// Whether this path is somewhere below another one.
  func isBelow(_ other: VirtualPath) -> Bool {
    names.count > other.names.count && names.starts(with: other.names)
  }

  /// The full name with a leading slash, as replies show it.
  var bytes: [UInt8] {
    guard !names.isEmpty else { return [slash] }
    var bytes: [UInt8] = []
    for name in names {
      bytes.append(slash)
      bytes += name
    }
    return bytes
  }
}

private let slash = UInt8(ascii: "/")

extension VirtualPath {
  private init(names: some Sequence<[UInt8]>) { self.names = Array(names) }

  /// A path in code, from the root; `..` means nothing to the tree and is resolved here.
  init(_ text: String) {
    self = VirtualPath.root
    descend(Array(text.utf8)[...])
  }

  /// Follows a client's pathname from this directory, or from the root if it begins with a slash.
  ///
  /// `..` at the root stays there. Throws for names that the limits or the listing formats rule out.
  func resolving(
    _ pathname: ArraySlice<UInt8>, limits: MockServer.Limits
  ) throws(StorageError) -> VirtualPath {
    // CR and LF would break the lines of a listing, NUL ends a name for many clients.
    guard !pathname.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else { throw .badName }
    var path = pathname.first == slash ? VirtualPath.root : self
    path.descend(pathname)
    guard path.names.count <= limits.pathDepth else { throw .badName }
    guard path.names.allSatisfy({ $0.count <= limits.nameLength }) else { throw .badName }
    return path
  }

  private mutating func descend(_ pathname: ArraySlice<UInt8>) {
    for part in pathname.split(separator: slash) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        _ = names.popLast()
      } else {
        names.append(Array(part))
      }
    }
  }
}
