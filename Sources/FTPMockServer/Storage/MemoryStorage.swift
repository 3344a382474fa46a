import FTPConversation

/// The virtual tree as storage: one value behind a lock, taken for the length of a look-up or a change.
final class MemoryStorage: Storage {
  private let tree: Guarded<VirtualTree>
  /// The bytes that may be in the tree and under way to it.
  private let capacity: UInt64
  /// What a file or directory takes beside its bytes, name and all.
  private static let entryCost: UInt64 = 512
  /// The bytes that open writers hold.
  private let reserved = Guarded<UInt64>(0)
  private let clock: @Sendable () -> FileTime

  init(_ tree: VirtualTree, capacity: UInt64, clock: @escaping @Sendable () -> FileTime) {
    self.tree = Guarded(tree)
    self.capacity = capacity
    self.clock = clock
  }

  /// The tree as it is now.
  var snapshot: VirtualTree { tree.withLock { $0 } }

  /// Changes the tree from outside of any session.
  func update(_ body: (inout VirtualTree) -> Void) { tree.withLock { body(&$0) } }

  var available: UInt64 {
    // An entry counts as well, so that empty files and directories are bounded too.
    let stored = tree.withLock { $0.memory + UInt64($0.nodes.count) * Self.entryCost }
    let used = reserved.withLock { stored.addingReportingOverflow($0) }
    return used.overflow || used.partialValue >= capacity ? 0 : capacity - used.partialValue
  }

  func entry(at path: VirtualPath) throws(StorageError) -> StorageEntry {
    try locked { (tree) throws(StorageError) in try tree.entry(at: path) }
  }

  func entries(in path: VirtualPath) throws(StorageError) -> [StorageEntry] {
    try locked { (tree) throws(StorageError) in try tree.entries(in: path) }
  }

  func read(_ path: VirtualPath) throws(StorageError) -> FileContents {
    try locked { (tree) throws(StorageError) in try tree.contents(of: path) }
  }

  func makeDirectory(_ path: VirtualPath) throws(StorageError) {
    guard available >= Self.entryCost else { throw .full }
    let time = clock()
    try locked { (tree) throws(StorageError) in try tree.makeDirectory(path, time) }
  }

  func removeDirectory(_ path: VirtualPath) throws(StorageError) {
    let time = clock()
    try locked { (tree) throws(StorageError) in try tree.removeDirectory(path, time) }
  }

  func removeFile(_ path: VirtualPath) throws(StorageError) {
    let time = clock()
    try locked { (tree) throws(StorageError) in try tree.removeFile(path, time) }
  }

  func rename(_ path: VirtualPath, to other: VirtualPath) throws(StorageError) {
    let time = clock()
    try locked { (tree) throws(StorageError) in try tree.rename(path, to: other, time) }
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
    // Nothing was made after it was changed (RFC 3659, section 7.5.4).
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
    if old != nil, start == .new { throw .exists }
    let kept = try Self.kept(start, of: old?.count ?? 0)
    if old == nil {
      // The file comes to be when the transfer begins, so that a name given by STOU is taken from then on.
      guard available >= Self.entryCost else { throw .full }
      try put(FileContents(), at: path)
    }
    let writer = MemoryWriter(storage: self, path: path, isNew: old == nil)
    if let old, kept > 0 {
      guard kept <= available else { throw .full }
      try writer.copy(old, to: kept)
    }
    if case .range = start { writer.remainder = old }
    return writer
  }

  /// How much of the old contents is in front of the new.
  private static func kept(_ start: WriteStart, of count: UInt64) throws(StorageError) -> UInt64 {
    switch start {
    case .beginning, .new: return 0
    case .end: return count
    case .offset(let offset) where offset <= count: return offset
    case .range(let first, _) where first <= count: return first
    case .offset, .range: throw .badOffset
    }
  }

  /// Counts bytes against the capacity; false where there is no room for them.
  fileprivate func reserve(_ count: Int) -> Bool {
    guard UInt64(count) <= available else { return false }
    reserved.withLock { $0 += UInt64(count) }
    return true
  }

  fileprivate func store(_ bytes: ByteChunks, at path: VirtualPath) throws(StorageError) {
    defer { release(bytes.count) }
    try put(FileContents(bytes), at: path)
  }

  fileprivate func release(_ count: Int) { reserved.withLock { $0 -= min($0, UInt64(count)) } }

  private func put(_ contents: FileContents, at path: VirtualPath) throws(StorageError) {
    let time = clock()
    try locked { (tree) throws(StorageError) in try tree.put(contents, at: path, time) }
  }

  /// Typed throws do not pass through the lock's own closure.
  private func locked<Value: Sendable>(
    _ body: (inout VirtualTree) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let result = tree.withLock { tree -> Result<Value, StorageError> in
      do throws(StorageError) {
        return .success(try body(&tree))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// Collects what is received and puts it into the tree at the end.
private final class MemoryWriter: FileWriter {
  private let storage: MemoryStorage
  private let path: VirtualPath
  private let isNew: Bool
  private var bytes = ByteChunks()
  /// What was there, of which everything behind the new bytes stays.
  var remainder: FileContents?

  init(storage: MemoryStorage, path: VirtualPath, isNew: Bool) {
    self.storage = storage
    self.path = path
    self.isNew = isNew
  }

  deinit { storage.release(bytes.count) }

  func append(_ new: ArraySlice<UInt8>) throws(StorageError) {
    guard storage.reserve(new.count) else { throw .full }
    bytes.append(new)
  }

  /// Takes over what was there from the end of what is here on, up to a place.
  func copy(_ contents: FileContents, to end: UInt64) throws(StorageError) {
    while UInt64(bytes.count) < end {
      let copied = UInt64(bytes.count)
      let piece = contents.bytes(at: copied, limit: Int(clamping: end - copied))
      // Only a file on disk can have fewer bytes than it promised.
      guard !piece.isEmpty else { return }
      try append(piece)
    }
  }

  func finish() throws(StorageError) {
    if let remainder { try copy(remainder, to: remainder.count) }
    let finished = bytes
    bytes = ByteChunks()
    try storage.store(finished, at: path)
  }

  func cancel() {
    if isNew { try? storage.removeFile(path) }
  }
}
