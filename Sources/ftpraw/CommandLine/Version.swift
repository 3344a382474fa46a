/// The version that `--version`, the manual and the documentation name.
enum Version {
  /// The version by semantic versioning.
  static let current = "0.1.0"
  /// The day of that version, for the manual's foot line.
  static let date = "2026-11-21"
  /// The program with its version, for files that it makes.
  static let program = "ftpraw \(current)"
}
