import Testing

/// A file of the package, called by its path in the log of a test.
struct TextFile: Sendable, CustomTestStringConvertible {
  /// The path below the package's folder, for example `RFC/rfc959.md`.
  let path: String
  let text: String

  var testDescription: String { path }
}
