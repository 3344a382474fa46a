import FTPProtocol
import FTPVectors

/// The list of vectors as Markdown: what each shows, its requirements, and its origin.
enum VectorIndex {
  /// Writes the list, a table for each folder, both in the order of ids.
  static func markdown(of vectors: [Vector]) -> String {
    var text = """
      # Index of vectors

      Generated from the files; `FTPRAW_WRITE_INDEX=1 swift test --filter VectorIndexTests` rewrites it.
      \(vectors.count) vectors.

      """
    var folder: Substring?
    for vector in vectors.sorted(by: { $0.folder == $1.folder ? $0.id < $1.id : $0.folder < $1.folder }) {
      if vector.folder != folder {
        folder = vector.folder
        text += "\n## \(vector.folder)\n\n| vector | shows | requirements | from |\n|---|---|---|---|\n"
      }
      let name = vector.id.dropFirst(vector.folder.count + 1)
      let ids = vector.requirements.map { "`\($0)`" }.joined(separator: " ")
      text += "| [\(name)](\(vector.id).ftpv) | \(cell(vector.summary)) | \(ids) | \(cell(vector.origin)) |\n"
    }
    return text
  }

  /// Text that no table and no link is torn by.
  private static func cell(_ text: String) -> String {
    var result = ""
    for character in text {
      if "|<>*_`[]\\".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }
}

extension Vector {
  /// The first sentence of the comment.
  public var summary: String {
    let words = comment.joined(separator: " ")
    var end = words.startIndex
    while let stop = words[end...].firstIndex(of: ".") {
      end = words.index(after: stop)
      if end == words.endIndex || words[end] == " " { return String(words[..<end]) }
    }
    return words
  }

  /// The id without its last part.
  fileprivate var folder: Substring { id.lastIndex(of: "/").map { id[..<$0] } ?? "" }
}
