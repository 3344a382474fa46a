import FTPFuzzing
import FTPSystem
import FTPVectors

/// Reads the cases of a parser from files.
struct CaseFiles {
  /// The most bytes of a file in a folder that are read: 1 MiB.
  private static let largest = 1 << 20

  let parser: FuzzedParser
  let invocation: Invocation

  /// The cases of all files in a folder and in the folders in it, in the order of their paths; nil, and a line on
  /// standard error, if one cannot be understood.
  func cases(inFolder path: String) throws(LocalFileError) -> [ParserCase]? {
    let root = try DirectoryRoot.open(path)
    var cases: [ParserCase] = []
    for names in try root.files() {
      let relative = names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
      let bytes = try root.open(names).bytes(limit: Self.largest - 1)
      guard let more = read(DirectoryRoot.path(of: relative, in: path), bytes) else { return nil }
      cases += more
    }
    return cases
  }

  /// The cases of a file; nil, and a line on standard error, if it cannot be understood.
  func cases(inFile path: String) throws(LocalFileError) -> [ParserCase]? {
    var bytes: [UInt8] = []
    try InputFile.read(path, limit: 64 << 20) { bytes += $0 }
    return read(path, bytes)
  }

  private func read(_ path: String, _ bytes: [UInt8]) -> [ParserCase]? {
    do throws(VectorSyntaxError) { return try parser.cases(inFile: path, bytes) } catch {
      invocation.report("\(path):\(error.line):\(error.column): \(error.message)")
      return nil
    }
  }
}
