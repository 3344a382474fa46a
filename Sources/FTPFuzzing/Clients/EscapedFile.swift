import FTPSystem

/// Files that scripts offer under absolute names and that a client must not write.
///
/// They are in `/tmp`, under names that no other program uses.
enum EscapedFile {
  /// How their names begin; a hexadecimal number follows.
  static let prefix = "/tmp/ftpraw-fuzz-escaped-"

  static func names(in script: String) -> Set<String> {
    var names: Set<String> = []
    for part in script.split(separator: prefix, omittingEmptySubsequences: false).dropFirst() {
      let number = part.prefix { $0.isHexDigit && $0.isASCII }.prefix(8)
      if !number.isEmpty { names.insert(prefix + number) }
    }
    return names
  }

  /// The first of these files that exists.
  ///
  /// All that exist are removed.
  static func take(_ names: Set<String>) -> String? {
    guard !names.isEmpty, let root = try? DirectoryRoot.open("/tmp") else { return nil }
    var found: String?
    for name in names.sorted() {
      let path = [Array(name.utf8.dropFirst("/tmp/".utf8.count))]
      guard (try? root.status(of: path)) != nil else { continue }
      found = found ?? name
      do throws(LocalFileError) { try root.removeFile(path) } catch { try? root.removeDirectory(path) }
    }
    return found
  }
}
