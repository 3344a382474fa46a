import FTPSystem

/// The folder of `--save`, in which each finding becomes a file.
struct FindingsFolder {
  private let folder: String

  /// Opens the folder before the search, so that no search is wasted; nil without `--save`.
  ///
  /// A missing folder is created. Throws if it cannot be made or opened.
  init?(_ invocation: Invocation) throws(LocalFileError) {
    guard let name = invocation.value(.fuzzSave) else { return nil }
    _ = try DirectoryRoot.openOrMake(name)
    folder = name
  }

  /// The path of the file with this name.
  func path(of name: String) -> String { DirectoryRoot.path(of: name, in: folder) }

  /// Writes a file and returns its path.
  func save(_ text: String, as name: String) throws(LocalFileError) -> String {
    try WholeFile.write(Array(text.utf8), to: path(of: name))
    return path(of: name)
  }
}
