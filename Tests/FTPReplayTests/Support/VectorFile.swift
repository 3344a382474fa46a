import Foundation
import Testing

/// A vector of the repository, by its path below `Vectors/`.
struct VectorFile: Sendable, CustomTestStringConvertible {
  let path: String
  let text: String

  var testDescription: String { path }

  /// The folder of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every vector, in order of paths.
  static let all: [VectorFile] = {
    let folder = package.appending(path: "Vectors")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [VectorFile] = []
    while let url = files?.nextObject() as? URL {
      guard url.pathExtension == "ftpv", let text = try? String(contentsOf: url, encoding: .utf8) else {
        continue
      }
      let path = url.path.dropFirst(folder.path.count).drop { $0 == "/" }
      found.append(VectorFile(path: String(path), text: text))
    }
    return found.sorted { $0.path < $1.path }
  }()
}
