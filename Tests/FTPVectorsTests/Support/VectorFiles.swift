import FTPProtocol
import FTPVectors
import Foundation
import Synchronization
import Testing

/// A vector of the repository, by its path below `Vectors/`.
struct VectorFile: Sendable, CustomTestStringConvertible {
  let path: String
  let text: String

  var testDescription: String { path }

  /// The vector in the file, which is parsed once for all tests.
  func vector() throws -> Vector {
    if let vector = Self.vectors.withLock({ $0[path] }) { return vector }
    let vector = try Vector(parsing: text)
    Self.vectors.withLock { $0[path] = vector }
    return vector
  }

  private static let vectors = Mutex<[String: Vector]>([:])

  /// The folder of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every vector, in order of paths.
  static let all: [VectorFile] = {
    let folder = package.appending(path: "Vectors")
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
      return []
    }
    var found: [VectorFile] = []
    for case let url as URL in files where url.pathExtension == "ftpv" {
      let path = url.path.dropFirst(folder.path.count).drop { $0 == "/" }
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      found.append(VectorFile(path: String(path), text: text))
    }
    return found.sorted { $0.path < $1.path }
  }()

  /// The ids of the catalogue.
  static let requirements: Set<String> = {
    let folder = package.appending(path: "RFC/Catalogue")
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    var ids: Set<String> = []
    for file in files where file.pathExtension == "md" {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      for line in text.split(separator: "\n") {
        if let match = line.firstMatch(of: /^- `([^`]+)`/) { ids.insert(String(match.output.1)) }
      }
    }
    return ids
  }()
}
