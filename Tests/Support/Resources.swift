import FTPSystem
import Foundation

/// The resources that this process uses, according to Linux, and temporary files.
package enum Resources {
  /// The number of threads; nil on systems other than Linux.
  package static func threadCount() -> Int? { count("/proc/self/task") }

  /// The number of open descriptors; nil on systems other than Linux.
  package static func descriptorCount() -> Int? { count("/proc/self/fd") }

  private static func count(_ folder: String) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  /// A path that is not used otherwise.
  package static func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  }

  package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Runs `body` with a new path, and removes what is there afterwards.
  package static func withTemporaryPath(_ body: (String) throws -> Void) rethrows {
    let path = temporaryPath()
    defer { remove(path) }
    try body(path)
  }

  /// The contents of a file; nil if it cannot be read. (Foundation leaks memory when it reads an empty file.)
  package static func contents(of path: String) -> [UInt8]? {
    do throws(LocalFileError) {
      let file = try LocalFile.open(path)
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = try file.read(into: &buffer), count > 0 { bytes += buffer[..<count] }
      return bytes
    } catch {
      return nil
    }
  }
}
