import FTPConformance
import FTPFuzzing
import FTPProtocol
import FTPSystem
import FTPVectors

/// A file that should hold a vector, or a script for a live server.
struct VectorFile: Sendable {
  /// What was read.
  enum Content: Sendable {
    case vector(Vector)
    case script(LiveScript)
    case malformed(VectorSyntaxError)
  }

  /// The name as it can be opened, and typed again.
  let path: String
  /// The path below the folder that was named, without `.ftpv` and `.walk`.
  let name: String
  let content: Content

  /// The vector, if it could be read.
  var vector: Vector? {
    if case .vector(let vector) = content { vector } else { nil }
  }

  /// The endings of the names of vectors, and of walks.
  private static let endings = [".ftpv", ".walk"]

  /// The size limit of a vector: 64 MiB.
  static let largest = 64 << 20

  /// Reads the vectors that were named and those in folders that were named, in the order of their paths.
  ///
  /// Throws if something cannot be read. A file that is not a vector is returned as such.
  static func find(_ paths: [String], filter: String?) throws(LocalFileError) -> [VectorFile] {
    var found: [VectorFile] = []
    for path in paths {
      guard isFolder(path) else {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let file = try read(path, name: name, try LocalFile.open(path))
        if file.passes(filter) { found.append(file) }
        continue
      }
      let root = try DirectoryRoot.open(path)
      for names in try root.files()
      where endings.contains(where: { names.last?.suffix(5).elementsEqual($0.utf8) == true }) {
        let relative = names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        let file = try read(
          DirectoryRoot.path(of: relative, in: path), name: relative, try root.open(names))
        if file.passes(filter) { found.append(file) }
      }
    }
    return found
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool { (try? DirectoryRoot.open(path)) != nil }

  private static func read(
    _ path: String, name: String, _ file: borrowing LocalFile
  ) throws(LocalFileError) -> VectorFile {
    let bytes = try file.bytes(limit: largest)
    let isWalk = name.hasSuffix(".walk")
    let name = endings.contains(where: name.hasSuffix) ? String(name.dropLast(5)) : name
    do throws(VectorSyntaxError) {
      if let script = try isWalk ? walk(bytes) : nil {
        return VectorFile(path: path, name: name, content: .script(.walk(script)))
      }
      var vector = try Vector(parsing: bytes)
      if vector.id.isEmpty { vector.id = name }
      // A sequence says first where it begins, and has no server's side.
      if case .state? = vector.rows.first?.content, let sequence = try? ServerSequence(vector),
        !vector.rows.contains(where: { if case .reply = $0.content { true } else { false } })
      {
        return VectorFile(path: path, name: name, content: .script(.sequence(sequence)))
      }
      return VectorFile(path: path, name: name, content: .vector(vector))
    } catch {
      return VectorFile(path: path, name: name, content: .malformed(error))
    }
  }

  /// A script for `check --walk`, on any number of lines; those that begin with `#` are comments.
  private static func walk(_ bytes: [UInt8]) throws(VectorSyntaxError) -> WalkScript {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    do throws(WalkScriptError) {
      return try WalkScript(parsing: lines.filter { !$0.hasPrefix("#") }.joined(separator: ";"))
    } catch { throw VectorSyntaxError(line: 1, column: 1, error.description) }
  }

  private func passes(_ filter: String?) -> Bool {
    guard let filter else { return true }
    let glob = Glob(Array(filter.utf8))
    return glob.matches(Array(name.utf8)) || (vector.map { glob.matches(Array($0.id.utf8)) } ?? false)
  }
}
