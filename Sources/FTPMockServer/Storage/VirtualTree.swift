/// A file tree in memory, as a value: copies are independent and share what did not change.
///
/// ```swift
/// var tree = VirtualTree()
/// tree.addFile("pub/readme.txt", "hello\n")
/// let server = try MockServer.start(.init(tree: tree))
/// ```
public struct VirtualTree: Sendable {
  /// A file or a directory.
  struct Node: Sendable {
    enum Kind: Sendable {
      case file(FileContents)
      case directory([[UInt8]: UInt64])
    }

    var kind: Kind
    var modified: FileTime
    var created: FileTime
    /// The mode bits, if they were set.
    var permissions: UInt16?

    /// Makes an entry created at a moment.
    init(_ kind: Kind, at time: FileTime) {
      self.kind = kind
      modified = time
      created = time
    }
  }

  static let rootIdentity: UInt64 = 1

  private(set) var nodes: [UInt64: Node]
  private var nextIdentity: UInt64
  /// The bytes of all files that are held in memory.
  private(set) var memory: UInt64 = 0

  /// Makes a tree with an empty root.
  public init(modified: FileTime = VirtualTree.defaultTime) {
    nodes = [Self.rootIdentity: Node(.directory([:]), at: modified)]
    nextIdentity = Self.rootIdentity + 1
  }

  /// The time of entries added without one: 2024-05-17 09:30:00 UTC.
  public static let defaultTime = FileTime(year: 2024, month: 5, day: 17, hour: 9, minute: 30)

  /// Adds a file, or replaces it, and creates missing directories.
  ///
  /// A path that leads through a file, or that names a directory, is ignored.
  public mutating func addFile(
    _ path: String, _ contents: FileContents, modified: FileTime = VirtualTree.defaultTime
  ) {
    let path = VirtualPath(path)
    addDirectories(path.parent, modified)
    try? put(contents, at: path, modified)
  }

  /// Adds a directory and its missing parents; an existing one is not changed.
  public mutating func addDirectory(_ path: String, modified: FileTime = VirtualTree.defaultTime) {
    addDirectories(VirtualPath(path), modified)
  }

  /// All bytes of a file, or nil if there is none.
  ///
  /// Generated contents are generated for this.
  public func bytes(of path: String) -> [UInt8]? {
    guard let contents = try? contents(of: VirtualPath(path)) else { return nil }
    return contents.allBytes
  }

  /// The names in a directory in order, repaired if they are not UTF-8; nil if there is no such directory.
  public func names(in path: String) -> [String]? {
    guard let names = try? names(in: VirtualPath(path)) else { return nil }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a file or a directory with this name exists.
  public func contains(_ path: String) -> Bool { (try? identity(of: VirtualPath(path))) != nil }

  private mutating func addDirectories(_ path: VirtualPath, _ modified: FileTime) {
    var current = VirtualPath.root
    for name in path.names {
      current = current.appending(name)
      try? makeDirectory(current, modified)
    }
  }
}

extension VirtualTree {
  func identity(of path: VirtualPath) throws(StorageError) -> UInt64 {
    var identity = Self.rootIdentity
    for name in path.names {
      guard case .directory(let names) = nodes[identity]?.kind else { throw .notDirectory }
      guard let next = names[name] else { throw .notFound }
      identity = next
    }
    return identity
  }

  func entry(at path: VirtualPath) throws(StorageError) -> StorageEntry {
    let identity = try identity(of: path)
    guard let node = nodes[identity] else { throw .notFound }
    let contents: FileContents? = if case .file(let contents) = node.kind { contents } else { nil }
    return StorageEntry(
      name: path.name ?? [], kind: contents == nil ? .directory : .file, size: contents?.count ?? 0,
      modified: node.modified, created: node.created, permissions: node.permissions, identity: identity)
  }

  /// The names in a directory, in any order.
  func names(in path: VirtualPath) throws(StorageError) -> [[UInt8]] {
    guard case .directory(let names) = nodes[try identity(of: path)]?.kind else { throw .notDirectory }
    return Array(names.keys)
  }

  func contents(of path: VirtualPath) throws(StorageError) -> FileContents {
    guard case .file(let contents) = nodes[try identity(of: path)]?.kind else { throw .isDirectory }
    return contents
  }
}

extension VirtualTree {
  /// Stores a file in an existing directory; an old file keeps its identity.
  mutating func put(
    _ contents: FileContents, at path: VirtualPath, _ time: FileTime
  ) throws(StorageError) {
    guard let name = path.name else { throw .isDirectory }
    let (parent, names) = try directory(path.parent)
    guard let identity = names[name] else {
      link(Node(.file(contents), at: time), name, in: parent, time)
      memory += contents.memory
      return
    }
    guard case .file(let old) = nodes[identity]?.kind else { throw .isDirectory }
    memory = memory - old.memory + contents.memory
    nodes[identity]?.kind = .file(contents)
    nodes[identity]?.modified = time
  }

  mutating func makeDirectory(_ path: VirtualPath, _ time: FileTime) throws(StorageError) {
    guard let name = path.name else { throw .exists }
    let (parent, names) = try directory(path.parent)
    guard names[name] == nil else { throw .exists }
    link(Node(.directory([:]), at: time), name, in: parent, time)
  }

  mutating func removeDirectory(_ path: VirtualPath, _ time: FileTime) throws(StorageError) {
    guard case .directory(let names) = nodes[try identity(of: path)]?.kind else { throw .notDirectory }
    guard names.isEmpty else { throw .notEmpty }
    try unlink(path, time)
  }

  mutating func removeFile(_ path: VirtualPath, _ time: FileTime) throws(StorageError) {
    guard case .file(let contents) = nodes[try identity(of: path)]?.kind else { throw .isDirectory }
    try unlink(path, time)
    memory -= contents.memory
  }

  mutating func rename(
    _ path: VirtualPath, to other: VirtualPath, _ time: FileTime
  ) throws(StorageError) {
    let identity = try identity(of: path)
    guard let name = path.name, let newName = other.name, !other.isBelow(path) else { throw .badName }
    if path == other { return }
    _ = try directory(other.parent)
    if let target = try? entry(at: other) {
      guard !target.isDirectory, case .file = nodes[identity]?.kind else { throw .exists }
      try removeFile(other, time)
    }
    let (parent, _) = try directory(path.parent)
    changeNames(of: parent, time) { $0[name] = nil }
    let (newParent, _) = try directory(other.parent)
    changeNames(of: newParent, time) { $0[newName] = identity }
  }

  /// Changes the facts about a file or directory, except its contents.
  mutating func update(_ path: VirtualPath, _ change: (inout Node) -> Void) throws(StorageError) {
    let identity = try identity(of: path)
    if var node = nodes[identity] {
      change(&node)
      nodes[identity] = node
    }
  }

  private func directory(
    _ path: VirtualPath
  ) throws(StorageError) -> (identity: UInt64, names: [[UInt8]: UInt64]) {
    let identity = try identity(of: path)
    guard case .directory(let names) = nodes[identity]?.kind else { throw .notDirectory }
    return (identity, names)
  }

  private mutating func link(_ node: Node, _ name: [UInt8], in parent: UInt64, _ time: FileTime) {
    let identity = nextIdentity
    nextIdentity += 1
    nodes[identity] = node
    changeNames(of: parent, time) { $0[name] = identity }
  }

  private mutating func unlink(_ path: VirtualPath, _ time: FileTime) throws(StorageError) {
    guard let name = path.name else { throw .denied }
    let identity = try identity(of: path)
    let (parent, _) = try directory(path.parent)
    nodes[identity] = nil
    changeNames(of: parent, time) { $0[name] = nil }
  }

  private mutating func changeNames(
    of identity: UInt64, _ time: FileTime, _ change: (inout [[UInt8]: UInt64]) -> Void
  ) {
    // The node is removed from the table for the change, so that its names are not copied.
    guard var node = nodes.removeValue(forKey: identity), case .directory(var names) = node.kind else {
      return
    }
    node.kind = .directory([:])
    change(&names)
    node.kind = .directory(names)
    node.modified = max(time, node.modified)
    nodes[identity] = node
  }
}
