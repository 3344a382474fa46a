/// What a user may do, and where.
///
/// Rights apply to the entries of a directory, and of the directories below it, unless one of these has its own rights.
/// Every directory may be entered; the root itself is never changed.
///
/// ```swift
/// let access = Access(.readOnly, below: ["/incoming": .dropBox, "/incoming/mine": .all])
/// ```
public struct Access: Hashable, Sendable {
  private let base: Rights
  private let exceptions: [VirtualPath: Rights]

  /// The same rights everywhere, except below these directories.
  public init(_ rights: Rights, below exceptions: [String: Rights] = [:]) {
    base = rights
    self.exceptions = Dictionary(exceptions.map { (VirtualPath($0), $1) }) { $0.intersection($1) }
  }

  /// Everything.
  public static let readWrite = Access(.all)
  /// Reading only.
  public static let readOnly = Access(.readOnly)

  /// Reading, and everything below these directories; the directories themselves stay.
  public static func readOnly(exceptBelow directories: [String]) -> Access {
    Access(.readOnly, below: Dictionary(directories.map { ($0, .all) }) { first, _ in first })
  }

  /// The rights to existing and new entries of a directory.
  func rights(in directory: VirtualPath) -> Rights {
    guard !exceptions.isEmpty else { return base }
    var path = directory
    while true {
      if let rights = exceptions[path] { return rights }
      if path.isRoot { return base }
      path = path.parent
    }
  }

  /// The rights to a file or directory of this name.
  func rights(to path: VirtualPath) -> Rights {
    path.isRoot ? rights(in: .root).intersection(.readOnly) : rights(in: path.parent)
  }

  /// The same access, limited to some rights.
  func limited(to rights: Rights) -> Access {
    Access(base: base.intersection(rights), exceptions: exceptions.mapValues { $0.intersection(rights) })
  }

  private init(base: Rights, exceptions: [VirtualPath: Rights]) {
    self.base = base
    self.exceptions = exceptions
  }
}
