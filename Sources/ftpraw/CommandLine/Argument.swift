/// One word of the command line, exactly as the operating system passed it.
///
/// Commands and file names are bytes and need not be UTF-8, so the bytes are kept.
struct Argument: Hashable, Sendable {
  /// The bytes of the word.
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  /// The word as text; invalid UTF-8 becomes U+FFFD.
  var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The words that the process was started with, its own name left out; nil if they are unknown.
  ///
  /// On Linux the runtime reads them from `/proc`, which a bare chroot lacks.
  static var ofProcess: [Argument]? {
    guard CommandLine.argc > 0 else { return nil }
    var words: [Argument] = []
    for index in 1..<Int(CommandLine.argc) {
      guard let start = CommandLine.unsafeArgv[index] else { break }
      var bytes: [UInt8] = []
      var next = start
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      words.append(Argument(bytes: bytes))
    }
    return words
  }
}
