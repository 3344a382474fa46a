import FTPSystem

/// Arguments kept in a file: `@FILE` stands for the lines of FILE, each of which is one argument.
///
/// Empty lines and lines that begin with `#` are skipped; there are no quotes, and a file cannot include another. After
/// `--`, a word that begins with `@` is literal.
enum ArgumentFile {
  /// The maximum size of a file: 1 MiB.
  static let limit = 1 << 20

  /// Why the arguments in a file cannot be used.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in one line without a full stop.
    let description: String
  }

  /// The words with each `@FILE` before `--` replaced by the contents of the file.
  ///
  /// - Throws: ``Failure`` if a file cannot be read or is larger than ``limit``.
  static func expanded(_ words: [Argument]) throws(Failure) -> [Argument] {
    let end = words.firstIndex { $0.bytes == Array("--".utf8) } ?? words.endIndex
    guard words[..<end].contains(where: names) else { return words }
    var expanded: [Argument] = []
    for word in words[..<end] {
      if names(word) { expanded += try arguments(in: word) } else { expanded.append(word) }
    }
    return expanded + words[end...]
  }

  private static func names(_ word: Argument) -> Bool {
    word.bytes.count > 1 && word.bytes.first == UInt8(ascii: "@")
  }

  private static func arguments(in word: Argument) throws(Failure) -> [Argument] {
    let path = String(word.text.dropFirst())
    let bytes: [UInt8]
    do throws(LocalFileError) { bytes = try LocalFile.open(path).bytes(limit: limit) } catch {
      throw Failure(
        description: "\(error); @ before a word reads arguments from a file, except after --")
    }
    guard bytes.count <= limit else { throw Failure(description: "\(path) has more than 1 MiB of arguments") }
    return lines(bytes)
  }

  static func lines(_ bytes: [UInt8]) -> [Argument] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return line.isEmpty || line.first == UInt8(ascii: "#") ? nil : Argument(bytes: Array(line))
    }
  }
}
