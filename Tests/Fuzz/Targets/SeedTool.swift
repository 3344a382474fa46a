import FTPFuzzing
import FTPSystem
import FTPVectors

/// What the program of the targets does besides fuzzing.
struct SeedTool {
  private let words: [String]

  /// Nil if the arguments are for libFuzzer.
  init?(_ words: ArraySlice<String>) {
    guard words.first == "--list" || words.first == "--seeds" && words.count > 1 else { return nil }
    self.words = Array(words)
  }

  func run() -> Never {
    if words[0] == "--list" {
      Self.end(FuzzedParser.all.map { "\($0.name) \($0.longest)" }.joined(separator: "\n"), status: 0)
    }
    do throws(LocalFileError) {
      try write(to: words[1])
    } catch {
      Self.end(error.description)
    }
    Self.end("", status: 0)
  }

  private func write(to folder: String) throws(LocalFileError) {
    let files = try words.dropFirst(2).map { path throws(LocalFileError) in (path, try Self.read(path)) }
    for parser in FuzzedParser.all {
      var seeds = parser.seeds
      for (path, bytes) in files {
        do throws(VectorSyntaxError) { seeds += try parser.cases(inFile: path, bytes).map(\.bytes) } catch {
          Self.end("\(path):\(error)")
        }
      }
      seeds.removeAll { $0.isEmpty || $0.count > parser.longest }
      for (number, seed) in Set(seeds).sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
        try Self.write(seed, to: "\(folder)/\(parser.name)/\(number)")
      }
      try Self.write(Array(Self.dictionary(parser).utf8), to: "\(folder)/\(parser.name).dict")
    }
  }

  /// The tokens in libFuzzer's dictionary format, with every byte as an escape.
  private static func dictionary(_ parser: FuzzedParser) -> String {
    parser.tokens.map { token in
      let bytes = token.map { byte in
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
      return "\"\(bytes.joined())\"\n"
    }.joined()
  }

  private static func read(_ path: String) throws(LocalFileError) -> [UInt8] {
    let file = try LocalFile.open(path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try file.read(into: &buffer), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(LocalFileError) {
    let file = try LocalFile.create(path)
    try file.write(bytes)
    try file.close()
  }

  /// Ends the process, with a message on standard error, or on standard output if the status is 0.
  static func end(_ text: String, status: Int32 = 2) -> Never {
    if !text.isEmpty { try? (status == 0 ? StandardStream.output : .error).write(text + "\n") }
    ProcessExit.exit(status)
  }
}
