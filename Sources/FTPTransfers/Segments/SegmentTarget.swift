import FTPProtocol
import FTPSystem

/// The local target of a segmented download: a name in a folder, and the names of its temporary files.
///
/// Names are bytes, and links are followed only in the path of the folder.
package struct SegmentTarget: Sendable {
  /// The folder at which the names begin.
  package let root: DirectoryRoot
  /// The names down to the file.
  package let names: [[UInt8]]

  /// The suffix of the unfinished file.
  ///
  /// It differs from that of plain downloads, which continue after the last existing byte: here, earlier bytes
  /// may be missing.
  package static let partSuffix = ".ftpraw-segments"
  /// The suffix of the state file.
  package static let stateSuffix = ".ftpraw-state"
  /// The suffix of a state file that is being written.
  private static let newStateSuffix = ".ftpraw-new"
  /// The suffix of the file that locks the target.
  package static let lockSuffix = ".ftpraw-lock"
  /// The longest name that every common file system accepts, in bytes.
  private static let longestName = 255

  /// A file below a folder.
  package init(_ root: DirectoryRoot, _ names: [[UInt8]]) {
    self.root = root
    self.names = names
  }

  /// The file of a path; throws if the folder does not exist, or the path does not end with a name.
  package init(path: String) throws(LocalFileError) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { Array(bytes[($0 + 1)...]) } ?? bytes
    // The local user may choose any name that the system allows.
    guard !name.isEmpty, name != [0x2E], name != [0x2E, 0x2E] else {
      throw LocalFileError(operation: .create, path: path, cause: .isDirectory)
    }
    let parent = slash.map { String(decoding: bytes[..<max(1, $0)], as: UTF8.self) } ?? "."
    self.init(try DirectoryRoot.open(parent), [name])
  }

  /// Whether a name is that of something unfinished, here or on a server.
  package static func isTemporary(_ name: [UInt8]) -> Bool {
    [FTPSession.temporarySuffix, partSuffix, stateSuffix, newStateSuffix, lockSuffix].contains { suffix in
      name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
  }

  /// The name of the unfinished file.
  package var part: [[UInt8]] { beside(Self.partSuffix) }
  /// The name of the unfinished file of a plain download.
  package var plainPart: [[UInt8]] { beside(FTPSession.temporarySuffix) }
  /// The name of the state file.
  package var state: [[UInt8]] { beside(Self.stateSuffix) }
  /// The name of the file that locks the target, and with it everything else that is beside it.
  package var lock: [[UInt8]] { beside(Self.lockSuffix) }

  /// A name next to the target; one that would be too long is cut and made unique by a checksum.
  private func beside(_ suffix: String) -> [[UInt8]] {
    guard let name = names.last else { return [] }
    guard name.count + suffix.utf8.count > Self.longestName else {
      return names.dropLast() + [name + suffix.utf8]
    }
    var sum = CRC32()
    sum.update(name.span)
    let tail = Array("~\(String(sum.value, radix: 16))\(suffix)".utf8)
    return names.dropLast() + [Array(name.prefix(Self.longestName - tail.count)) + tail]
  }

  /// The existing entry with the name, or nil.
  package func entry() throws(LocalFileError) -> FTPEntry? {
    try status(of: names).map { FTPEntry(local: $0, name: names.last ?? []) }
  }

  /// The facts about a file; nil if it is missing.
  func status(of names: [[UInt8]]) throws(LocalFileError) -> FileStatus? {
    do throws(LocalFileError) { return try root.status(of: names) } catch {
      guard error.cause == .noSuchFile else { throw error }
      return nil
    }
  }

  /// Takes the lock on the target, and waits for it if that is wanted; nil if the file system has no locks.
  ///
  /// `decide` throws unless the existing target may be overwritten; it is asked again if another process was faster.
  nonisolated(nonsending) func claim(
    waits: Bool, remark: ((String) -> Void)?, stayInTouch: @Sendable () async -> Void,
    _ decide: nonisolated(nonsending) (FTPEntry) async throws -> Void
  ) async throws -> FileLock? {
    let there = try entry()
    if let there { try await decide(there) }
    let lock = try await TransferLock.take(
      lock, in: root, for: "\(Escaping.ascii(names.last ?? [])) is being downloaded", waits: waits,
      remark: { remark?($0) }, stayInTouch: stayInTouch)
    do {
      let now = try entry()
      if now != there, let now { try await decide(now) }
    } catch {
      lock?.release()
      throw error
    }
    return lock
  }

  /// Whether another transfer has the lock on the target, by its file, for this must not take it even for a moment.
  package var isLocked: Bool { (try? root.status(of: lock)) != nil }

  /// Opens the unfinished file to continue it; creates it if it is missing.
  package func openPart() throws(LocalFileError) -> LocalFile { try root.openOrCreate(part) }

  /// Removes the unfinished file and its state file.
  ///
  /// Missing ones are ignored.
  package func clear() throws(LocalFileError) {
    for names in [state, part] { try remove(names) }
  }

  /// Removes a file; a missing one is ignored.
  package func remove(_ names: [[UInt8]]) throws(LocalFileError) {
    do throws(LocalFileError) { try root.removeFile(names) } catch {
      guard error.cause == .noSuchFile else { throw error }
    }
  }

  /// Reads the state file; nil if it is missing or unusable.
  package func readState() throws(LocalFileError) -> SegmentState? {
    do throws(LocalFileError) {
      let text = try root.open(state).bytes(SegmentState.longest + 1, at: 0)
      return try? SegmentState(parsing: text)
    } catch {
      guard error.cause == .noSuchFile else { throw error }
      return nil
    }
  }

  /// Replaces the state file atomically.
  package func write(_ state: SegmentState) throws(LocalFileError) {
    let temporary = beside(Self.newStateSuffix)
    try remove(temporary)
    let file = try root.create(temporary)
    try file.write(state.bytes)
    try file.synchronize()
    try file.close()
    try root.rename(temporary, to: self.state)
  }
}
