import Foundation

/// Runs `body` with a folder that is removed afterwards.
func withScratchFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-scratch-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}

extension URL {
  /// The names in a folder, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The text of a file; empty if there is none.
  var text: String { (try? ProcessRunner.bytes(of: self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
