import Testing

/// A file of the package; its path is its name in test output.
struct TextFile: Sendable, CustomTestStringConvertible {
  /// The path below the package's folder, for example `RFC/rfc959.md`.
  let path: String
  let text: String

  var testDescription: String { path }
}
