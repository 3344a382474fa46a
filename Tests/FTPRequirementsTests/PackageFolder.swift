import Foundation

/// The package on disk, found from this source file.
enum PackageFolder {
  /// The folder that holds `Package.swift`.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The names of the Markdown files with requirements, without documents about the catalogue.
  static func catalogueFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "RFC/Catalogue").path)
      .filter { $0.hasSuffix(".md") }
      .filter { $0.hasPrefix("rfc") || $0.hasPrefix("draft-") || $0 == "practice.md" }
      .sorted()
  }

  /// Every file with this extension below `folder`.
  static func files(below folder: String, withExtension pathExtension: String) throws -> [TextFile] {
    let top = root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: top.path)
      .filter { $0.hasSuffix("." + pathExtension) }
      .sorted()
      .map {
        TextFile(
          path: "\(folder)/\($0)", text: try String(contentsOf: top.appending(path: $0), encoding: .utf8))
      }
  }
}
