import FTPProtocol
import FTPSystem

/// A folder for a tested program, inside several others, so that changes outside it are noticed.
///
/// All of them are removed with the last reference.
package final class EnclosedFolder: Sendable {
  private static let canary = Array("outside".utf8)
  private static let secret = "outside-of-the-folder-that-is-served"

  private let outer: TemporaryFolder
  /// The outermost folder, in which nothing may be created.
  package var outerPath: String { outer.path }
  private let levels: [[UInt8]]
  package let path: String

  /// Makes nested folders with these names; the innermost is the folder.
  package init(_ levels: String...) throws(LocalFileError) {
    outer = try TemporaryFolder("ftpraw-fuzz-")
    self.levels = levels.map { Array($0.utf8) }
    path = ([outer.path] + levels).joined(separator: "/")
    let root = try DirectoryRoot.open(outer.path)
    for count in levels.indices {
      try root.makeDirectory(Array(self.levels[...count]), permissions: 0o755)
    }
    try LocalFile.write(Array(Self.secret.utf8), to: outer.path + "/outside", permissions: 0o644)
  }

  /// What has changed outside the folder, in words; nil if nothing has.
  package func changeOutside() -> String? {
    guard let root = try? DirectoryRoot.open(outer.path) else { return "an enclosing folder is gone" }
    for count in levels.indices {
      guard let names = try? root.names(in: Array(levels[..<count])) else {
        return "an enclosing folder is gone"
      }
      let expected = [levels[count]] + (count == 0 ? [Self.canary] : [])
      if let other = names.first(where: { !expected.contains($0) }) {
        let place = levels.count - count == 1 ? "next to" : "\(levels.count - count) levels above"
        return "'\(Escaping.ascii(other, limit: 100))' is \(place) the folder"
      }
      if names.count < expected.count { return "an enclosing folder or a file in one is gone" }
    }
    var buffer = [UInt8](repeating: 0, count: 256)
    guard let file = try? LocalFile.open(outer.path + "/outside"), let count = try? file.read(into: &buffer)
    else {
      return "a file next to the folder can no longer be read"
    }
    return buffer[..<count].elementsEqual(Self.secret.utf8)
      ? nil : "a file next to the folder has changed"
  }

  /// Whether data came from outside the folder.
  package static func isFromOutside(_ data: [UInt8]) -> Bool { data.contains(Array(Self.secret.utf8)) }
}
