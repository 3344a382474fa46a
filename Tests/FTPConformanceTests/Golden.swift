import Foundation
import Testing

/// A file with the expected text.
struct Golden {
  /// The folder of the package that these tests belong to.
  static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  private let file: URL

  init(_ name: String) {
    file = Self.package.appending(path: "Tests/FTPConformanceTests/Goldens").appending(path: name)
  }

  /// Compares, and names the first line that differs.
  ///
  /// If `FTPRAW_WRITE_GOLDENS` is set, it writes the file instead.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["FTPRAW_WRITE_GOLDENS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let wanted = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let found = text.components(separatedBy: "\n")
    guard
      let place = (0..<max(wanted.count, found.count)).first(where: { line in
        line >= wanted.count || line >= found.count || wanted[line] != found[line]
      })
    else { return }
    let lines = [wanted, found].map { place < $0.count ? $0[place] : "the end" }
    Issue.record(
      "\(file.lastPathComponent), line \(place + 1)\n  wanted: \(lines[0])\n  found:  \(lines[1])",
      sourceLocation: sourceLocation)
  }
}
