import FTPTransport

/// The version that `--version`, the manual and the documentation name.
enum Version {
  /// The version by semantic versioning.
  static let current = "0.2.0"
  /// The day of that version, for the manual's foot line.
  static let date = "2026-11-23"
  /// The program with its version, for files that it makes.
  static let program = "ftpraw \(current)"

  /// The commit, as inserted by `git archive`; see `.gitattributes`.
  private static let archived = "$Format:%h$"
  /// The commit that the sources are of; nil if they were not taken from an archive.
  static var commit: String? { archived.hasPrefix("$") ? nil : archived }

  /// What `--version` prints, three lines without the last line end.
  ///
  /// This loads the library for TLS, to report its version.
  static func summary(program: String) -> String {
    let tls: String
    do throws(TLSUnavailable) { tls = try TLSLibrary.version() } catch { tls = "none; \(error)" }
    return """
      \(program) \(current)
      commit: \(commit ?? "unknown; built from a working copy")
      TLS: \(tls)
      """
  }
}
