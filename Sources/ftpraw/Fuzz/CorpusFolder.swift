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
    return try add(root, [], path, to: &corpus, invocation)
  }

  private static func add(
    _ root: DirectoryRoot, _ folder: [[UInt8]], _ path: String, to corpus: inout ReplyCorpus,
    _ invocation: Invocation
  ) throws(LocalFileError) -> Bool {
    let entries = try root.list(folder).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    for entry in entries where entry.name.first != UInt8(ascii: ".") {
      let name = String(decoding: entry.name, as: UTF8.self)
      let place = path + (path.hasSuffix("/") ? "" : "/") + name
      switch entry.status.kind {
      case .directory:
        guard try add(root, folder + [entry.name], place, to: &corpus, invocation) else { return false }
      case .file:
        let bytes = try read(try root.open(folder + [entry.name]))
        do throws(VectorSyntaxError) { try corpus.add(file: name, bytes) } catch {
          invocation.report("\(place):\(error.line):\(error.column): \(error.message)")
          return false
        }
      default: break
      }
    }
    return true
  }

  private static func read(_ file: borrowing LocalFile) throws(LocalFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < largest {
      let count = try file.read(into: &buffer)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
