import FTPProtocol

/// Reads a tree from text: one file or directory per line, a path and then its properties.
///
/// ```text
/// # What the tests of our client need.
/// README.txt         text="Hello.\n" time=20240517093000
/// pub/               mode=755 time=20240101000000
/// pub/large.bin      size=5G
/// "pub/with space"   size=12 mode=600
/// pub/empty.txt
/// ```
///
/// A path begins at the root; one that ends with a slash is a directory, and missing parent directories
/// are created. `text=` gives contents, `size=` a number of bytes of the pattern of
/// ``FileContents/pattern(count:)``, with `K`, `M`, `G` or `T` for powers of 1024. `time=` is the moment of the last
/// change in UTC (`YYYYMMDDHHMMSS`), `mode=` the permissions in octal. A word with spaces is in quotation marks;
/// inside, `\n`, `\r`, `\t`, `\\`, `\"` and `\xHH` are escapes. A line that begins with `#` is a comment.
struct TreeFile {
  private(set) var tree = VirtualTree()
  /// The line of each file, to find duplicates.
  private var lines: [VirtualPath: Int] = [:]
  /// The properties of directories; adding to a directory changes its time, so they are set last.
  private var directories: [(path: VirtualPath, attributes: Attributes)] = []
  private var line = 0

  /// The properties after a path.
  private struct Attributes {
    var contents: FileContents?
    var modified: FileTime?
    var permissions: UInt16?
  }

  /// Reads a whole text; throws at the first line that is not in the form.
  init(_ text: [UInt8]) throws(TreeFileError) {
    for part in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line += 1
      try read(part.last == 0x0D ? part.dropLast() : part)
    }
    for (path, attributes) in directories { try apply(attributes, to: path) }
  }

  private mutating func read(_ text: ArraySlice<UInt8>) throws(TreeFileError) {
    var words = TreeFileWords(text, line: line)
    guard !words.isComment, let name = try words.next() else { return }
    let path = try path(name)
    let attributes = try attributes(&words)
    if name.last == UInt8(ascii: "/") {
      guard attributes.contents == nil else { throw error("a directory cannot have contents") }
      try addDirectories(path)
      directories.append((path, attributes))
    } else {
      try addDirectories(path.parent)
      if let first = lines[path] { throw error("line \(first) has the same path") }
      lines[path] = line
      try checked { (tree) throws(StorageError) in
        try tree.put(attributes.contents ?? FileContents(), at: path, VirtualTree.defaultTime)
      }
      try apply(attributes, to: path)
    }
  }

  private func path(_ name: [UInt8]) throws(TreeFileError) -> VirtualPath {
    do throws(StorageError) {
      return try VirtualPath.root.resolving(name[...], limits: MockServer.Limits())
    } catch {
      throw self.error("a path has at most 256 names of 255 bytes, and no NUL, CR or LF")
    }
  }

  private mutating func addDirectories(_ path: VirtualPath) throws(TreeFileError) {
    var current = VirtualPath.root
    for name in path.names {
      current = current.appending(name)
      if (try? tree.entry(at: current))?.isDirectory == true { continue }
      let next = current
      try checked { (tree) throws(StorageError) in
        try tree.makeDirectory(next, VirtualTree.defaultTime)
      }
    }
  }

  private mutating func apply(_ attributes: Attributes, to path: VirtualPath) throws(TreeFileError) {
    try checked { (tree) throws(StorageError) in
      try tree.update(path) { node in
        node.modified = attributes.modified ?? VirtualTree.defaultTime
        if let permissions = attributes.permissions { node.permissions = permissions }
      }
    }
  }

  private mutating func checked(
    _ body: (inout VirtualTree) throws(StorageError) -> Void
  ) throws(TreeFileError) {
    do throws(StorageError) {
      try body(&tree)
    } catch {
      throw self.error("the path is impossible: \(error.text.lowercased())")
    }
  }

  private func error(_ message: String) -> TreeFileError { TreeFileError(line: line, message: message) }
}

extension TreeFile {
  private func attributes(_ words: inout TreeFileWords) throws(TreeFileError) -> Attributes {
    var attributes = Attributes()
    var seen: Set<[UInt8]> = []
    while let (key, value) = try words.nextPair() {
      guard seen.insert(key).inserted else { throw error("\(shown(key)) is given twice") }
      switch String(decoding: key, as: UTF8.self) {
      case "text": try set(FileContents(value), of: &attributes)
      case "size": try set(.pattern(count: try size(value)), of: &attributes)
      case "time": attributes.modified = try time(value)
      case "mode":
        guard let mode = UInt16(String(decoding: value, as: UTF8.self), radix: 8), mode <= 0o777,
          value.allSatisfy({ (0x30...0x37).contains($0) })
        else { throw error("\(shown(value)) is not a mode such as 644") }
        attributes.permissions = mode
      default: throw error("\(shown(key)) is not one of text, size, time, mode")
      }
    }
    return attributes
  }

  private func set(_ contents: FileContents, of attributes: inout Attributes) throws(TreeFileError) {
    guard attributes.contents == nil else { throw error("text and size cannot be used together") }
    attributes.contents = contents
  }

  private func size(_ value: [UInt8]) throws(TreeFileError) -> UInt64 {
    let units: [UInt8: UInt64] = [0x4B: 10, 0x4D: 20, 0x47: 30, 0x54: 40]
    let shift = value.last.flatMap { units[$0] }
    let digits = shift == nil ? value[...] : value.dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(String(decoding: digits, as: UTF8.self)), number <= Int64.max >> (shift ?? 0)
    else { throw error("\(shown(value)) is not a size such as 1000, 64K or 5G") }
    return UInt64(number) << (shift ?? 0)
  }

  private func time(_ value: [UInt8]) throws(TreeFileError) -> FileTime {
    guard value.count == 14, let time = try? TimeValue.read(value, .strict).value else {
      throw error("\(shown(value)) is not a time such as 20240517093000")
    }
    return FileTime(seconds: time.secondsSince1970)
  }

  private func shown(_ bytes: [UInt8]) -> String { RuleWord.shown(bytes) }
}
