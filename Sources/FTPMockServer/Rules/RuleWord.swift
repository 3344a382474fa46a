import FTPProtocol

/// One word of a line of a rule file.
struct RuleWord {
  enum Kind {
    /// Bytes up to a blank; after the arrow, up to a comma too.
    case plain
    /// The text between quotation marks, without escapes.
    case quoted
    case arrow
    case comma
  }

  let kind: Kind
  let bytes: [UInt8]
  /// The offsets of ``bytes`` that come from an escape: these bytes are literal.
  var escaped: Set<Int> = []
  /// Its position in the line, as bytes.
  let place: Range<Int>

  /// The word as text; nil for one between quotation marks.
  var plain: String? { kind == .plain ? String(decoding: bytes, as: UTF8.self) : nil }

  var shown: String { Self.shown(bytes) }

  /// Bytes of a line for a message: printable, and only the beginning if there are many.
  static func shown(_ bytes: [UInt8]) -> String { "'\(Escaping.ascii(bytes, limit: 60))'" }

  /// Whether it begins with `#`, so that the rest is a comment.
  private var isComment: Bool { kind == .plain && bytes.first == UInt8(ascii: "#") }
}

extension RuleWord {
  /// Splits a line; throws if something between quotation marks is malformed.
  static func words(in line: RuleLine) throws(ScriptError) -> [RuleWord] {
    var words: [RuleWord] = []
    var isAfterArrow = false
    var position = 0
    while true {
      while position < line.bytes.count, isBlank(line.bytes[position]) { position += 1 }
      guard position < line.bytes.count else { return words }
      let word =
        line.bytes[position] == UInt8(ascii: "\"")
        ? try quoted(line, position, isAfterArrow) : try plain(line, position, isAfterArrow)
      if word.isComment { return words }
      if word.kind == .arrow { isAfterArrow = true }
      words.append(word)
      position = word.place.upperBound
    }
  }

  private static func plain(_ line: RuleLine, _ start: Int, _ hasCommas: Bool) throws(ScriptError) -> RuleWord
  {
    let comma = UInt8(ascii: ",")
    if hasCommas, line.bytes[start] == comma {
      return RuleWord(kind: .comma, bytes: [comma], place: start..<start + 1)
    }
    let bytes = line.bytes[start...].prefix { !isBlank($0) && !(hasCommas && $0 == comma) }
    if let mark = bytes.firstIndex(of: UInt8(ascii: "\"")) {
      throw line.error("there is a quotation mark inside a word", at: mark)
    }
    let isArrow = bytes.elementsEqual("->".utf8) || bytes.elementsEqual("→".utf8)
    return RuleWord(kind: isArrow ? .arrow : .plain, bytes: Array(bytes), place: bytes.indices)
  }

  private static func quoted(_ line: RuleLine, _ start: Int, _ hasCommas: Bool) throws(ScriptError)
    -> RuleWord
  {
    var rest = line.bytes[(start + 1)...]
    var bytes: [UInt8] = []
    var escaped: Set<Int> = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        guard rest.first.map({ isBlank($0) || hasCommas && $0 == UInt8(ascii: ",") }) ?? true else {
          throw line.error("a blank is missing after the quotation mark", at: rest.startIndex)
        }
        return RuleWord(kind: .quoted, bytes: bytes, escaped: escaped, place: start..<rest.startIndex)
      case UInt8(ascii: "\\"):
        let backslash = rest.startIndex - 1
        if let sign = rest.first, Self.signs.contains(sign) {
          escaped.insert(bytes.count)
          bytes.append(sign)
          rest = rest.dropFirst()
          continue
        }
        guard let byte = EscapedByte.read(&rest) else {
          throw line.error(EscapedByte.advice + "; *, ? or {", at: backslash)
        }
        if Self.signs.contains(byte) { escaped.insert(bytes.count) }
        bytes.append(byte)
      default: bytes.append(byte)
      }
    }
    throw line.error("the closing quotation mark is missing", at: start)
  }

  /// Characters that are special in a pattern or a text, and literal after a backslash.
  static let signs = Array("*?{".utf8)

  /// Bytes as they are written between quotation marks, with a backslash before the characters that are literal.
  static func escaped(_ bytes: [UInt8], _ isLiteral: (Int) -> Bool) -> String {
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") || isLiteral(index) { text.append(UInt8(ascii: "\\")) }
      Escaping.append(byte, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// One line of a rule file.
struct RuleLine {
  let number: Int
  let bytes: [UInt8]

  /// An error at an offset of the line, or after its end.
  func error(_ message: String, at offset: Int? = nil) -> ScriptError {
    // A continuation byte of UTF-8 does not begin a character.
    let before = bytes[..<min(offset ?? bytes.count, bytes.count)].count { $0 & 0xC0 != 0x80 }
    return ScriptError(line: number, column: before + 1, message: message)
  }

  func error(_ message: String, at word: RuleWord) -> ScriptError {
    error(message, at: word.place.lowerBound)
  }
}
