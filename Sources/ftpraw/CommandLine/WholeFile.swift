import FTPSystem

/// A file that is written completely or not at all: the old contents stay if there is no room for the new ones.
struct WholeFile {
  private let path: String
  private let folder: DirectoryRoot
  private let name: [UInt8]

  /// Writes a file.
  ///
  /// Throws, with its own name, what keeps it from being made or written.
  static func write(_ bytes: [UInt8], to path: String) throws(LocalFileError) {
    let file: WholeFile
    do throws(LocalFileError) { file = try WholeFile(path) } catch {
      throw LocalFileError(operation: .create, path: path, cause: error.cause)
    }
    try file.write(bytes)
  }

  /// Finds the folder of the file, and makes it if it is missing; throws if there is none and none can be made.
  init(_ path: String) throws(LocalFileError) {
    self.path = path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    folder = try DirectoryRoot.openOrMake(DirectoryRoot.parent(of: path))
    name = slash.map { Array(path[path.utf8.index(after: $0)...].utf8) } ?? Array(path.utf8)
  }

  /// Whether it has contents to be kept: devices and pipes have no size.
  var holdsText: Bool {
    guard let kind = try? folder.status(of: [name]).kind, kind == .file || kind == .link else { return false }
    guard let file = try? LocalFile.open(path) else { return true }
    return ((try? file.size()) ?? 0) > 0
  }

  /// Replaces the contents of the file with these bytes.
  ///
  /// They are first written to a file next to it. Anything but a regular file is written directly, and so is a file in
  /// a folder in which no other may be created.
  func write(_ bytes: [UInt8]) throws(LocalFileError) {
    let kind = try? folder.status(of: [name]).kind
    let draft = Array(".".utf8) + name + Array(".ftpraw-new".utf8)
    try? folder.removeFile([draft])
    guard kind == nil || kind == .file else { return try Self.write(bytes, to: LocalFile.create(path)) }
    let file: LocalFile
    do throws(LocalFileError) { file = try folder.create([draft]) } catch {
      // If the other file does not fit, the file itself must not be changed.
      guard ![.noSpaceLeft, .quotaExceeded].contains(error.cause) else {
        throw LocalFileError(operation: .create, path: path, cause: error.cause)
      }
      return try Self.write(bytes, to: LocalFile.create(path))
    }
    do throws(LocalFileError) {
      try Self.write(bytes, to: file)
      try folder.rename([draft], to: [name])
    } catch {
      try? folder.removeFile([draft])
      throw LocalFileError(operation: error.operation, path: path, cause: error.cause)
    }
  }

  private static func write(_ bytes: [UInt8], to file: consuming LocalFile) throws(LocalFileError) {
    try file.write(bytes)
    try file.close()
  }
}
