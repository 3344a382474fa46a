import LibC

/// A lock between processes: a small file next to what it protects, whose first line is the number of the process that
/// holds it.
///
/// The lock itself is the system's (`flock`), so it ends with the process, however that ends. It belongs to the opened
/// file and not to the process, so it also keeps tasks of one process apart. After the first line there may be a note
/// for the next holder.
///
/// ```swift
/// guard case .taken(let lock) = try root.lock([Array("notes.txt.lock".utf8)]) else { return }
/// defer { lock.release() }
/// ```
package final class FileLock: Sendable {
  /// The outcome of an attempt to take a lock.
  package enum Attempt: Sendable {
    case taken(FileLock)
    /// Another holder has it: a process, if it could be read which.
    case busy(holder: Int32?)
    /// The file system has no locks.
    case unsupported
  }

  private let root: DirectoryRoot
  private let names: [[UInt8]]
  private let file: LocalFile
  /// The note of an earlier holder that did not remove the file.
  package let note: [UInt8]

  /// The longest note that is read.
  private static let longestNote = 1_024

  fileprivate init(
    _ root: DirectoryRoot, _ names: [[UInt8]], _ file: consuming LocalFile
  ) throws(LocalFileError) {
    let content = try Self.content(of: file)
    note = content.firstIndex(of: 0x0A).map { Array(content[($0 + 1)...]) } ?? []
    self.root = root
    self.names = names
    self.file = file
    try leave(note: note)
  }

  /// Writes a note for the next holder after the number of this process.
  package func leave(note: [UInt8]) throws(LocalFileError) {
    let text = Array("\(getpid())\n".utf8) + note
    // In this order nobody reads an empty file.
    try file.write(text.span, at: 0)
    try file.truncate(to: UInt64(text.count))
  }

  /// Ends the lock, and removes its file unless its note is for the next holder.
  package func release(keepingNote: Bool = false) {
    // Someone else may have removed the file, and another lock may have its name.
    if !keepingNote, let there = try? root.status(of: names),
      (try? file.status().isSameFile(as: there)) == true
    {
      try? root.removeFile(names)
    }
    _ = flock(file.descriptor, LOCK_UN)
  }

  fileprivate static func content(of file: borrowing LocalFile) throws(LocalFileError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: longestNote)
    let count = try file.read(into: &buffer, at: 0)
    return Array(buffer[..<count])
  }
}

extension LocalFile {
  /// Reports whether the system kept everything, as only closing does, and leaves the file open and locked.
  ///
  /// - Throws: with operation `.close`.
  package func confirmWritten() throws(LocalFileError) {
    let other = dup(descriptor)
    guard other < 0 || systemClose(other) == 0 || errno == EINTR else {
      throw LocalFileError(operation: .close, path: path, cause: .last)
    }
  }

  /// Locks the file for as long as it is open; false if another holder has locked it, and nil if the file system has no
  /// locks (ENOLCK or EOPNOTSUPP, on some network file systems).
  package func lock() -> Bool? {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: return nil
      }
    }
    return true
  }
}

extension DirectoryRoot {
  /// Tries to take the lock with a name, without waiting.
  ///
  /// - Throws: with operation `.create`, if its file cannot be opened or created.
  package func lock(_ names: [[UInt8]]) throws(LocalFileError) -> FileLock.Attempt {
    while true {
      let file = try openOrCreate(names)
      switch file.lock() {
      case true?: break
      case false?: return .busy(holder: Self.holder(of: file))
      case nil:
        try? removeFile(names)
        return .unsupported
      }
      // A holder removes the file with its lock; a lock on what was removed protects nothing.
      guard let there = try? status(of: names), try file.status().isSameFile(as: there) else { continue }
      return .taken(try FileLock(self, names, file))
    }
  }

  private static func holder(of file: borrowing LocalFile) -> Int32? {
    guard let content = try? FileLock.content(of: file) else { return nil }
    return Int32(String(decoding: content.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
