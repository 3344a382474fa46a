/// Collects received bytes and puts them into the tree at the end.
///
/// Kept parts of an old file that are generated on reading stay generated in the new file.
final class MemoryWriter: FileWriter {
  private let storage: MemoryStorage
  private let path: VirtualPath
  private let start: WriteStart
  private var isOver = false
  /// The complete parts, and the growing part after them.
  private var parts: [FileContents.Part] = []
  private var bytes: [UInt8] = []
  /// The growing part once it is large, instead of `bytes`.
  private var file: MemoryFile?
  private var mayHaveFile = true
  private var reserved: UInt64 = 0
  /// The most bytes of a part in an array: 256 KiB.
  ///
  /// A single array for everything would be copied each time it grows, and would then need both copies at once.
  static let arrayLimit = 1 << 18
  /// The old contents, of which everything after the new bytes is kept.
  var remainder: FileContents?

  /// Takes a name that is in use from now on.
  init(storage: MemoryStorage, path: VirtualPath, _ start: WriteStart) {
    self.storage = storage
    self.path = path
    self.start = start
  }

  deinit {
    storage.release(reserved)
    releaseName()
  }

  /// The name is free again before the client learns of the end.
  private func releaseName() {
    if !isOver { storage.inUse.release(path) }
    isOver = true
  }

  private var count: UInt64 { (parts.last?.end ?? 0) + UInt64(bytes.count) + (file?.count ?? 0) }

  func append(_ new: ArraySlice<UInt8>) throws(StorageError) {
    try reserve(UInt64(new.count))
    if let count = file?.count, count >= MemoryFile.mostBytes {
      closePart()
      mayHaveFile = false
    }
    if bytes.count + new.count >= Self.arrayLimit, mayHaveFile { try moveIntoFile() }
    if try file?.append(new) != nil { return }
    var rest = new
    while !rest.isEmpty {
      let part = rest.prefix(Self.arrayLimit - bytes.count)
      bytes += part
      rest = rest.dropFirst(part.count)
      if bytes.count == Self.arrayLimit { closePart() }
    }
  }

  /// Continues in a file in memory, if the system can create one.
  private func moveIntoFile() throws(StorageError) {
    mayHaveFile = false
    guard var file = storage.files.make() else { return }
    try file.append(bytes[...])
    bytes = []
    self.file = consume file
  }

  /// Adds a part of the old contents.
  func keep(_ old: FileContents, _ range: Range<UInt64>) throws(StorageError) {
    for (contents, range) in old.stretches(range) {
      guard contents.memory == 0 else {
        try copy(contents, range)
        continue
      }
      try reserve(FileContents.partCost * 2)
      closePart()
      mayHaveFile = true
      let end = count + UInt64(range.count)
      parts.append(FileContents.Part(contents: contents, start: range.lowerBound, end: end))
    }
  }

  /// Bytes in memory are copied: sharing a part would keep the whole old file alive.
  private func copy(_ contents: FileContents, _ range: Range<UInt64>) throws(StorageError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let limit = min(UInt64(Self.arrayLimit), range.upperBound - offset)
      let piece = contents.bytes(at: offset, limit: Int(limit))
      guard !piece.isEmpty else { return }
      try append(piece)
      offset += UInt64(piece.count)
    }
  }

  private func closePart() {
    if let contents = file.take()?.contents() {
      parts.append(
        FileContents.Part(contents: contents, start: 0, end: (parts.last?.end ?? 0) + contents.count))
      return
    }
    guard !bytes.isEmpty else { return }
    parts.append(FileContents.Part(contents: FileContents(bytes), start: 0, end: count))
    bytes = []
  }

  func reserve(_ count: UInt64) throws(StorageError) {
    guard storage.reserve(count) else { throw .full }
    reserved += count
  }

  func finish(_ end: UploadEnd) throws(StorageError) {
    defer { releaseName() }
    let isKept =
      switch end {
      case .complete, .cut: true
      // What is resumed or appended to would be in its place already.
      case .stopped: !start.isWhole
      case .undone: false
      }
    guard isKept else { return }
    if let remainder, count < remainder.count { try keep(remainder, count..<remainder.count) }
    closePart()
    let contents = FileContents(parts)
    parts = []
    let reserved = self.reserved
    self.reserved = 0
    let ifFree = start == .new || end == .cut && start.isWhole
    do throws(StorageError) {
      try storage.store(contents, at: path, ifFree: ifFree, releasing: reserved)
    } catch {
      // The file that has the name stays.
      if end == .complete || error != .exists { throw error }
    }
  }
}
