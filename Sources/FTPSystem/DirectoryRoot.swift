import LibC

/// An open directory that no operation can leave, whatever names a stranger gives.
///
/// A path is the names from the directory down. Each is opened from the descriptor of the previous one, and none is
/// followed if it is a symbolic link, not even one that stays inside: so changes of the tree meanwhile cannot
/// divert an operation. A link can be listed, renamed and removed as a link. Names may be any bytes but `/` and
/// NUL; empty ones, `.` and `..` are refused as well. Nothing but regular files is opened, and nothing waits for a
/// named pipe. Hard links and mounts inside are treated as ordinary files and directories.
///
/// ```swift
/// let root = try DirectoryRoot.open("/srv/ftp")
/// let file = try root.open([Array("pub".utf8), Array("notes.txt".utf8)])
/// ```
///
/// It may be used on many threads at once. It stays the same directory when that is renamed.
package final class DirectoryRoot: Sendable {
  /// The path it was opened with.
  package let path: String
  private let owner: Descriptor

  /// Opens a directory; here, and only here, symbolic links are followed.
  ///
  /// - Throws: with operation `.open`.
  package static func open(_ path: String) throws(LocalFileError) -> DirectoryRoot {
    do throws(SystemError) {
      // A NUL would cut the path short on its way into C.
      guard !path.utf8.contains(0) else { throw .invalidArgument }
      let owner = try retryingDescriptor {
        systemOpen(path, Platform.searchFlags | O_DIRECTORY | O_CLOEXEC)
      }
      return DirectoryRoot(owner, path)
    } catch {
      throw LocalFileError(operation: .open, path: path, cause: error)
    }
  }

  /// Opens a directory, and creates it, and those above it, if they are missing; throws with operation `.open`.
  package static func openOrMake(_ path: String) throws(LocalFileError) -> DirectoryRoot {
    if let root = try? open(path) { return root }
    let bare = path.reversed().drop { $0 == "/" }.reversed()
    if !bare.isEmpty {
      let name = bare.lastIndex(of: "/").map { bare[bare.index(after: $0)...] } ?? bare[...]
      // A failure shows when it is opened.
      try? openOrMake(parent(of: String(bare))).makeDirectory([Array(String(name).utf8)])
    }
    return try open(path)
  }

  /// The path of the directory that a file or directory is in.
  package static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
  }

  package static func path(of name: String, in folder: String) -> String {
    folder + (folder.hasSuffix("/") ? "" : "/") + name
  }

  private init(_ owner: consuming Descriptor, _ path: String) {
    self.owner = owner
    self.path = path
  }
}

extension DirectoryRoot {
  /// A directory below, which stays the same when it is renamed or replaced; throws with operation `.open`.
  package func directory(_ names: [[UInt8]]) throws(LocalFileError) -> DirectoryRoot {
    do throws(SystemError) {
      let owner = try inDirectory(names[...]) { (directory) throws(SystemError) in
        try retryingDescriptor { openat(directory, ".", Platform.searchFlags | O_DIRECTORY | O_CLOEXEC) }
      }
      return DirectoryRoot(owner, display(names))
    } catch {
      throw failure(.open, names, error)
    }
  }

  /// Gives `body` the descriptor of a directory, which is open for the length of the call.
  func inDirectory<Value: ~Copyable>(
    _ names: ArraySlice<[UInt8]>, _ body: (Int32) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    guard let first = names.first else { return try body(owner.rawValue) }
    var current = try Self.step(into: first, from: owner.rawValue)
    for name in names.dropFirst() { current = try Self.step(into: name, from: current.rawValue) }
    return try body(current.rawValue)
  }

  /// Gives `body` the descriptor of the directory of the last name, and that name.
  ///
  /// The root has no such directory: for an empty path `atRoot` is thrown.
  func inParent<Value: ~Copyable>(
    _ names: [[UInt8]], atRoot: SystemError,
    _ body: (Int32, UnsafePointer<CChar>) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    guard let last = names.last else { throw atRoot }
    return try inDirectory(names.dropLast()) { (directory) throws(SystemError) in
      try Self.withCharacters(last) { (name) throws(SystemError) in try body(directory, name) }
    }
  }

  private static func step(
    into name: [UInt8], from directory: Int32
  ) throws(SystemError) -> Descriptor {
    try withCharacters(name) { (name) throws(SystemError) in
      try retryingDescriptor {
        openat(directory, name, Platform.searchFlags | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
    }
  }

  /// A name for C; throws `EINVAL` if it is not a single name.
  private static func withCharacters<Value: ~Copyable>(
    _ name: [UInt8], _ body: (UnsafePointer<CChar>) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    let dot = UInt8(ascii: ".")
    guard !name.isEmpty, name != [dot], name != [dot, dot] else { throw .invalidArgument }
    guard !name.contains(0), !name.contains(UInt8(ascii: "/")) else { throw .invalidArgument }
    let characters = name.map { CChar(bitPattern: $0) } + [0]
    return try characters.span.withUnsafeBufferPointer { (buffer) throws(SystemError) in
      // There is at least the NUL, so there is a first element.
      guard let start = buffer.baseAddress else { throw .invalidArgument }
      return try body(start)
    }
  }

  /// Names the subject of an error.
  func failure(
    _ operation: LocalFileError.Operation, _ names: [[UInt8]], _ cause: SystemError
  ) -> LocalFileError {
    LocalFileError(operation: operation, path: display(names), cause: cause)
  }

  /// The path in a message, from the root of the file system if that is how the directory was opened.
  func display(_ names: [[UInt8]]) -> String {
    names.reduce(path) { Self.path(of: String(decoding: $1, as: UTF8.self), in: $0) }
  }
}

/// Opens until no signal interrupts.
func retryingDescriptor(_ open: () -> Int32) throws(SystemError) -> Descriptor {
  while true {
    let number = open()
    if number >= 0 { return Descriptor(owning: number) }
    if errno != EINTR { throw .last }
  }
}

/// `open`, which a static method of the same name hides.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
