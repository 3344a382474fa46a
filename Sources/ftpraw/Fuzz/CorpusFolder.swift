import FTPFuzzing
import FTPSystem
import FTPVectors

/// Reads the folder of a corpus, with the folders in it.
enum CorpusFolder {
  /// The most bytes of a file that are read: 1 MiB.
  private static let largest = 1 << 20

  /// Adds the streams of all files, in the order of their paths; false, and a line on standard error, if one cannot be
  /// understood.
  static func add(
    _ path: String, to corpus: inout ReplyCorpus, _ invocation: Invocation
  ) throws(LocalFileError) -> Bool {
    let root = try DirectoryRoot.open(path)
    for names in try root.files() {
      let relative = names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
      let bytes = try root.open(names).bytes(limit: largest - 1)
      do throws(VectorSyntaxError) { try corpus.add(file: relative, bytes) } catch {
        let place = path + (path.hasSuffix("/") ? "" : "/") + relative
        invocation.report("\(place):\(error.line):\(error.column): \(error.message)")
        return false
      }
    }
    return true
  }
}
