import Foundation

/// Programs of the package that were built together with the tests.
package enum BuiltProgram {
  /// The path of a program; nil if it was not built.
  package static func path(_ name: String) -> String? {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return [testsFolder, package.appending(path: ".build/debug")].lazy.map { $0.appending(path: name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The folder from which these tests were loaded, which also contains the programs.
  private static var testsFolder: URL {
    var image = CommandLine.arguments.first ?? "."
    // On macOS a helper loads the tests and gets their place as an argument; the image is inside a bundle.
    if let option = CommandLine.arguments.firstIndex(of: "--test-bundle-path") {
      image = CommandLine.arguments.dropFirst(option + 1).first ?? image
    }
    let folder = URL(filePath: image).deletingLastPathComponent()
    guard let bundle = folder.pathComponents.firstIndex(where: { $0.hasSuffix(".xctest") }) else {
      return folder
    }
    return URL(filePath: folder.pathComponents[..<bundle].joined(separator: "/"))
  }
}
