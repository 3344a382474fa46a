import FTPConversation

/// The virtual tree as storage: one value protected by a lock, held during a look-up or a change.
final class MemoryStorage: Storage {
  /// The tree, and the bytes that open writers hold.
  private struct State {
    var tree: VirtualTree
    var reserved: UInt64 = 0

    /// The bytes that are in the tree or about to be stored in it.
    var used: UInt64 {
      // Entries count too, so that the number of empty files and directories is limited.
      let stored = tree.memory &+ UInt64(tree.nodes.count) * MemoryStorage.entryCost
      let (sum, overflow) = stored.addingReportingOverflow(reserved)
      return overflow ? .max : sum
    }
  }

  private let state: Guarded<State>
  /// The most bytes that may be in the tree or about to be stored in it.
  private let capacity: UInt64
  /// The memory of a file or directory in addition to its bytes, including its name.
  private static let entryCost: UInt64 = 512
  private let clock: @Sendable () -> FileTime
  /// The names of files that are being written.
  let inUse = NamesInUse()
  /// The store for large files.
  let files = MemoryFiles()

  init(_ tree: VirtualTree, capacity: UInt64, clock: @escaping @Sendable () -> FileTime) {
    state = Guarded(State(tree: tree))
    self.capacity = capacity
    self.clock = clock
  }

  /// The current tree.
  var snapshot: VirtualTree { state.withLock { $0.tree } }

  /// Changes the tree from outside any session.
  func update(_ body: (inout VirtualTree) -> Void) { state.withLock { body(&$0.tree) } }

  var available: UInt64 {
    let used = state.withLock { $0.used }
    return used >= capacity ? 0 : capacity - used
  }

  func entry(at path: VirtualPath) throws(StorageError) -> StorageEntry {
    try locked { (tree) throws(StorageError) in try tree.entry(at: path) }
  }

  func names(in path: VirtualPath) throws(StorageError) -> [[UInt8]] {
    try locked { (tree) throws(StorageError) in try tree.names(in: path) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  func read(_ path: VirtualPath) throws(StorageError) -> FileContents {
    try locked { (tree) throws(StorageError) in try tree.contents(of: path) }
  }

  func makeDirectory(_ path: VirtualPath) throws(StorageError) {
    guard available >= Self.entryCost else { throw .full }
    try changed { (tree, time) throws(StorageError) in try tree.makeDirectory(path, time) }
  }

  func removeDirectory(_ path: VirtualPath) throws(StorageError) {
    try changed { (tree, time) throws(StorageError) in try tree.removeDirectory(path, time) }
  }

  func removeFile(_ path: VirtualPath) throws(StorageError) {
    try changed { (tree, time) throws(StorageError) in try tree.removeFile(path, time) }
  }

  func rename(_ path: VirtualPath, to other: VirtualPath) throws(StorageError) {
    try changed { (tree, time) throws(StorageError) in try tree.rename(path, to: other, time) }
  }

  var knowsCreation: Bool { true }

  func setModified(_ time: FileTime, of path: VirtualPath) throws(StorageError) {
    try locked { (tree) throws(StorageError) in
      try tree.update(path) { node in
        node.modified = time
        node.created = min(node.created, time)
      }
    }
  }

  func setCreated(_ time: FileTime, of path: VirtualPath) throws(StorageError) {
    // A creation time must not be later than the last change (RFC 3659, section 7.5.4).
    try locked { (tree) throws(StorageError) in
      try tree.update(path) { $0.created = min(time, $0.modified) }
    }
  }

  func setPermissions(_ permissions: UInt16, of path: VirtualPath) throws(StorageError) {
    try locked { (tree) throws(StorageError) in try tree.update(path) { $0.permissions = permissions } }
  }

  func write(_ path: VirtualPath, _ start: WriteStart) throws(StorageError) -> any FileWriter {
    var old: FileContents?
    do throws(StorageError) {
      old = try read(path)
    } catch .notFound {}
    let kept = try Self.kept(start, of: old?.count ?? 0)
    if old == nil, try !entry(at: path.parent).isDirectory { throw .notDirectory }
    // A name given by STOU is in use from then on.
    guard old == nil || start != .new, inUse.take(path, ifFree: start == .new) else { throw .exists }
    let writer = MemoryWriter(storage: self, path: path, start)
    if let old { try writer.keep(old, 0..<kept) } else { try writer.reserve(Self.entryCost) }
    if case .range = start { writer.remainder = old }
    return writer
  }

  /// How much of the old contents comes before the new.
  private static func kept(_ start: WriteStart, of count: UInt64) throws(StorageError) -> UInt64 {
    switch start {
    case .beginning, .new: return 0
    case .end: return count
    case .offset(let offset) where offset <= count: return offset
    case .range(let first, _) where first <= count: return first
    case .offset, .range: throw .badOffset
    }
  }

  /// Reserves capacity for bytes; false if there is no room for them.
  func reserve(_ count: UInt64) -> Bool {
    state.withLock { state in
      let used = state.used
      guard used <= capacity, count <= capacity - used else { return false }
      state.reserved += count
      return true
    }
  }

  /// Puts contents into the tree for which bytes are reserved; throws `.exists` if the name must be free, but is not.
  func store(
    _ contents: FileContents, at path: VirtualPath, ifFree: Bool, releasing count: UInt64
  ) throws(StorageError) {
    defer { release(count) }
    try changed { (tree, time) throws(StorageError) in
      if ifFree, (try? tree.identity(of: path)) != nil { throw .exists }
      try tree.put(contents, at: path, time)
    }
  }

  func release(_ count: UInt64) { state.withLock { $0.reserved -= min($0.reserved, count) } }

  /// Changes the tree, at this moment.
  private func changed(
    _ body: (inout VirtualTree, FileTime) throws(StorageError) -> Void
  ) throws(StorageError) {
    let time = clock()
    try locked { (tree) throws(StorageError) in try body(&tree, time) }
  }

  private func locked<Value: Sendable>(
    _ body: (inout VirtualTree) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try state.withLock { (state) throws(StorageError) in try body(&state.tree) }
  }
}
