import FTPProtocol
import FTPSystem

/// Where on this machine a segmented download goes: a name in a folder, and beside it the names of what is not whole yet.
///
/// Names are bytes, and no link is followed but in the path of the folder.
package struct SegmentTarget: Sendable {
  /// The folder from which the names go down.
  package let root: DirectoryRoot
  /// The names down to the file.
  package let names: [[UInt8]]

  /// What the name of the bytes ends with until all have come.
  ///
  /// It is another than that of downloads from start to end, which go on after the last byte that is there: here that
  /// is not the last of all.
  package static let partSuffix = ".ftpraw-segments"
  /// What the name of the state file ends with.
  package static let stateSuffix = ".ftpraw-state"
  /// Bytes of a name that every usual file system takes.
  private static let longestName = 255

  /// A file below a folder.
  package init(_ root: DirectoryRoot, _ names: [[UInt8]]) {
    self.root = root
    self.names = names
  }

  /// The file of a path.
  ///
  /// - Throws: where there is no such folder, or the path ends with no name.
  package init(path: String) throws(LocalFileError) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { Array(bytes[($0 + 1)...]) } ?? bytes
    guard NameFault.ofLocal(name) == nil else {
      throw LocalFileError(operation: .create, path: path, cause: .isDirectory)
    }
    let parent = slash.map { String(decoding: bytes[..<max(1, $0)], as: UTF8.self) } ?? "."
    self.init(try DirectoryRoot.open(parent), [name])
  }

  /// The name under which the bytes are kept until all have come.
  package var part: [[UInt8]] { beside(Self.partSuffix) }
  /// The file that says what of them is there.
  package var state: [[UInt8]] { beside(Self.stateSuffix) }

  /// A name beside the target; one that would be too long is cut, and told apart by a checksum.
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

  /// What has the name; nil where nothing has.
  package func entry() throws(LocalFileError) -> FTPEntry? {
    do throws(LocalFileError) {
      return FTPEntry(local: try root.status(of: names), name: names.last ?? [])
    } catch {
      guard error.cause == .noSuchFile else { throw error }
      return nil
    }
  }

  /// Opens what is kept of the file, to continue with it; makes it where it is not there.
  package func openPart() throws(LocalFileError) -> LocalFile {
    do throws(LocalFileError) { return try root.open(part, for: .updating) } catch {
      guard error.cause == .noSuchFile else { throw error }
    }
    try root.create(part).close()
    return try root.open(part, for: .updating)
  }

  /// Removes what is kept of the file, and what says so.
  ///
  /// What is not there is as good as removed.
  package func clear() throws(LocalFileError) {
    for names in [state, part] { try remove(names) }
  }

  /// Removes a file; one that is not there is as good as removed.
  package func remove(_ names: [[UInt8]]) throws(LocalFileError) {
    do throws(LocalFileError) { try root.removeFile(names) } catch {
      guard error.cause == .noSuchFile else { throw error }
    }
  }

  /// Reads the state file; nil where there is none, or none that can be gone on from.
  package func readState() throws(LocalFileError) -> SegmentState? {
    do throws(LocalFileError) {
      let file = try root.open(state)
      var buffer = [UInt8](repeating: 0, count: SegmentState.longest + 1)
      var count = 0
      while count < buffer.count {
        var piece = [UInt8](repeating: 0, count: min(65_536, buffer.count - count))
        let length = try file.read(into: &piece)
        if length == 0 { break }
        buffer.replaceSubrange(count..<(count + length), with: piece[..<length])
        count += length
      }
      return try? SegmentState(parsing: Array(buffer[..<count]))
    } catch {
      guard error.cause == .noSuchFile else { throw error }
      return nil
    }
  }

  /// Writes the state file so that there is either the old one or the new one, whatever happens meanwhile.
  package func write(_ state: SegmentState) throws(LocalFileError) {
    let names = self.state
    guard let name = names.last else { return }
    let temporary = Array(names.dropLast()) + [Array(name.dropLast(5)) + Array("new".utf8)]
    try remove(temporary)
    let file = try root.create(temporary)
    try file.write(state.bytes)
    try file.synchronize()
    try file.close()
    try root.rename(temporary, to: names)
  }
}

extension NameFault {
  /// The fault of a name that the user of this machine has chosen, who may take any that the system has.
  static func ofLocal(_ name: [UInt8]) -> NameFault? {
    switch NameFault.of(name) {
    case .empty: .empty
    case .relative where !name.contains(UInt8(ascii: "\\")): .relative
    default: nil
    }
  }
}
