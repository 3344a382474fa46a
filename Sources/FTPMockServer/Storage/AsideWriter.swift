import FTPProtocol
import FTPSystem

/// Writes a whole file aside, in the directory of its name, which it gets when it is complete.
///
/// So the file with that name is always a whole one, however this process ends. The temporary file is locked: one
/// without a lock was left by a process that was killed, and anybody may remove it.
final class AsideWriter: FileWriter {
  private let directory: DirectoryRoot
  private let name: [UInt8]
  /// The temporary name.
  private var aside: [UInt8] = []
  private var file: LocalFile?
  /// Whether the name must still be free at the end.
  private let mustBeNew: Bool
  private let whenOver: () -> Void

  private static let prefix = Array(".ftpraw-upload-".utf8)

  /// Whether a name is that of a file written aside.
  static func isAside(_ name: [UInt8]) -> Bool {
    name.count == prefix.count + 16 && name.starts(with: prefix)
      && name.dropFirst(prefix.count).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// Begins a file.
  ///
  /// `old` is the file that it replaces; nil if there is none. `mustBeNew` says whether it must not replace any.
  /// `whenOver` is called once, when the name is decided. Throws with operation `.create`.
  init(
    in directory: DirectoryRoot, _ name: [UInt8], replacing old: FileStatus?, mustBeNew: Bool,
    whenOver: @escaping () -> Void
  ) throws(LocalFileError) {
    self.directory = directory
    self.name = name
    self.mustBeNew = mustBeNew
    self.whenOver = whenOver
    while true {
      let digits = DigestAlgorithm.hexadecimal((0..<8).map { _ in UInt8.random(in: 0...255) })
      let aside = Self.prefix + digits.utf8
      do throws(LocalFileError) {
        // Nobody may read a part of what only some may read.
        let file = try directory.create([aside], permissions: (old?.permissions ?? 0o666) & 0o777)
        // Before it was locked, it could have been taken for one that was left.
        if file.lock() == false { continue }
        guard let there = try? directory.status(of: [aside]), try file.status().isSameFile(as: there) else {
          continue
        }
        self.aside = aside
        self.file = consume file
        return
      } catch {
        guard error.cause == .fileExists else { throw error }
      }
    }
  }

  deinit { try? finish(.undone) }

  func append(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    try attempt { () throws(LocalFileError) in try file?.write(bytes) }
  }

  func synchronize() throws(StorageError) {
    try attempt { () throws(LocalFileError) in try file?.synchronize() }
  }

  func finish(_ end: UploadEnd) throws(StorageError) {
    guard let file = file.take() else { return }
    defer { whenOver() }
    do throws(LocalFileError) {
      switch end {
      case .complete:
        try file.confirmWritten()
        if mustBeNew {
          try directory.rename([aside], toFree: [name])
        } else {
          keepAttributes()
          try directory.rename([aside], to: [name])
        }
      case .cut:
        do throws(LocalFileError) { try directory.rename([aside], toFree: [name]) } catch {
          guard error.cause == .fileExists else { throw error }
          remove()
        }
      case .stopped, .undone: remove()
      }
    } catch {
      remove()
      throw StorageError(error)
    }
  }

  /// The permissions and the owner of the file that is about to be replaced, as they are now.
  private func keepAttributes() {
    guard let old = try? directory.status(of: [name]), old.kind == .file else { return }
    // First the owner, for then the system takes permissions away.
    try? directory.setOwner(old.owner, group: old.group, of: [aside])
    try? directory.setPermissions(old.permissions, of: [aside])
  }

  private func remove() { try? directory.removeFile([aside]) }

  /// Removes a temporary file that a process has left which was killed.
  static func removeIfLeft(_ name: [UInt8], in directory: DirectoryRoot) {
    guard let file = try? directory.open([name]), file.lock() == true else { return }
    try? directory.removeFile([name])
  }
}
