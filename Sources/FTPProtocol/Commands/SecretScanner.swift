/// Finds where the secret of a command line begins, from the bytes of its text in order.
///
/// It examines what a ``TelnetDecoder`` leaves of the line, as ``CommandParser`` does, but recognizes more: whatever
/// another server may read as a password counts as one. So bytes that are not text (NUL, CR, controls, bytes above 126) do
/// not hide a verb, and neither does a prefix (`XPASS`); and a verb keeps a secret that was typed
/// without a space (`PASSword`).
package struct SecretScanner: Hashable, Sendable {
  private enum State: Hashable {
    /// Before the first word, or the second of SITE.
    case leading
    case word
    /// After the name of a secret, when one separator may follow.
    case named
    case secret
    /// Nothing of this line is a secret.
    case plain
  }

  private var state = State.leading
  private var isSite = false
  /// The last letters of the word in upper case, the latest in the lowest position.
  private var letters: UInt64 = 0
  private var count = 0

  /// Begins at the start of a line.
  package init() {}

  /// In the middle of a secret whose beginning was not seen.
  package static var inSecret: SecretScanner {
    var scanner = SecretScanner()
    scanner.state = .secret
    return scanner
  }

  /// True once it is clear that the line has no secret.
  package var isPlain: Bool { state == .plain }

  /// Takes the next byte of the text; true if it belongs to the secret.
  package mutating func feed(_ byte: UInt8) -> Bool {
    switch state {
    case .secret: return true
    case .plain: return false
    case .named:
      state = .secret
      return !Self.isSeparator(byte)
    case .leading, .word:
      scan(byte)
      return false
    }
  }

  private mutating func scan(_ byte: UInt8) {
    if 0x41...0x5A ~= byte & 0xDF {
      state = .word
      letters = letters << 8 | UInt64(byte & 0xDF)
      count += 1
      if VerbTable.endsWithSecretName(letters) { state = .named }
    } else if state == .word, Self.isSeparator(byte) {
      endWord()
    } else if 0x21...0x7E ~= byte {
      // A digit or a mark is text as a letter is: no server skips it, and `/5AC0/C/tree` is not an ACCT.
      letters = 0
      count += 1
    }
  }

  private mutating func endWord() {
    guard !isSite, count == 4, letters == Self.site else {
      state = .plain
      return
    }
    self = SecretScanner()
    isSite = true
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static let site = "SITE".utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
}

extension SecretScanner {
  /// Where the secret begins in a whole line of text, with or without its line end; nil if it has none.
  package static func secretStart(inText line: some Collection<UInt8>) -> Int? {
    var scanner = SecretScanner()
    for (offset, byte) in line.enumerated() {
      if byte == 0x0A || scanner.isPlain { return nil }
      guard scanner.feed(byte) else { continue }
      let hasSecret = line.dropFirst(offset).contains { $0 != 0x0D && $0 != 0x0A }
      return hasSecret ? offset : nil
    }
    return nil
  }
}
