extension JSONText {
  /// Arrays and objects within each other that a text may have, unless a caller says otherwise.
  package static let deepest = 64

  /// Reads a value that fills all of `bytes`, except white space (RFC 8259, UTF-8).
  ///
  /// A number without fraction and exponent becomes ``integer(_:)`` or ``natural(_:)`` if it fits, any other
  /// ``number(_:)``. Half of a surrogate pair becomes U+FFFD. Throws ``JSONSyntaxError`` for everything that the grammar
  /// does not allow, and for a value that is nested deeper than `depth`.
  package init(
    parsing bytes: some Collection<UInt8>, depth: Int = JSONText.deepest
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: Array(bytes))
    self = try parser.document(depth: depth)
  }

  /// The value of a member of an object, the last if there are several; nil if there is no such member.
  package subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The same value from a file of a stranger: ``PrintableText/line(_:)`` of every string.
  package var printable: JSONText {
    switch self {
    case .string(let text): .string(PrintableText.line(text))
    case .array(let values): .array(values.map(\.printable))
    case .object(let members):
      .object(members.map { Member(PrintableText.line($0.name), $0.value.printable) })
    case .null, .boolean, .integer, .natural, .number: self
    }
  }

  /// The characters of a string; nil for any other value.
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of a list; nil for any other value.
  package var elements: [JSONText]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an object in order; nil for any other value.
  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// `true` or `false`; nil for any other value.
  package var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// A number, whole or not; nil for any other value.
  package var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .natural(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Reads the output of ``seconds(_:)``; nil if it is not a number of seconds, or more than a century.
  package var duration: Duration? {
    guard let seconds = real, (0...3e9).contains(seconds) else { return nil }
    return .microseconds(Int64((seconds * 1e6).rounded()))
  }

  /// A whole number; nil for any other value.
  package var wholeNumber: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// A whole number of this type; nil for any other value, and for one that does not fit.
  package func wholeNumber<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
    if case .natural(let value) = self {
      Number(exactly: value)
    } else {
      wholeNumber.flatMap { Number(exactly: $0) }
    }
  }
}

/// Reads JSON byte by byte.
private struct JSONParser {
  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document(depth: Int) throws(JSONSyntaxError) -> JSONText {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipSpace()
    let value = try value(depth: depth)
    skipSpace()
    guard index == bytes.count else { throw error("more follows the value") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONText {
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends where a value is expected")
    default: throw error("no value begins here")
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONText {
    guard depth > 0 else { throw error("too many levels") }
    index += 1
    var members: [JSONText.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else {
        throw error("a member begins with its name in quotation marks")
      }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is expected after the name of a member") }
      skipSpace()
      members.append(JSONText.Member(name, try value(depth: depth - 1)))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "}")) else { throw error("a comma or } is expected after a member") }
      return .object(members)
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONText {
    guard depth > 0 else { throw error("too many levels") }
    index += 1
    var values: [JSONText] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      skipSpace()
      values.append(try value(depth: depth - 1))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw error("a comma or ] is expected after an element") }
      return .array(values)
    }
  }

  private mutating func word(_ word: String, _ value: JSONText) throws(JSONSyntaxError) -> JSONText {
    guard bytes[index...].starts(with: word.utf8) else { throw error("no value begins here") }
    index += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONText {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    if isWhole, let value = UInt64(text) { return .natural(value) }
    guard let value = Double(text) else { throw error("a number is expected") }
    guard value.isFinite else { throw error("the number is too large") }
    return .number(value)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = index
    while let byte = next, byte >= 0x30, byte <= 0x39 { index += 1 }
    guard index > start else { throw error("a digit is expected") }
  }

  /// A string whose quotation mark is next.
  private mutating func string() throws(JSONSyntaxError) -> String {
    index += 1
    var text: [UInt8] = []
    var start = index
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[start..<index]
        guard let string = String(validating: text, as: UTF8.self) else { throw error("no UTF-8") }
        index += 1
        return string
      case UInt8(ascii: "\\"):
        text += bytes[start..<index]
        index += 1
        try escape(into: &text)
        start = index
      case 0..<0x20: throw error("a control character in a string must be escaped")
      default: index += 1
      }
    }
    throw error("the text ends inside a string")
  }

  /// The escape after a backslash.
  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = next else { throw error("the text ends inside a string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += try scalar().utf8
    default: throw error("no such escape")
    }
  }

  /// Four hexadecimal digits, and four more if they begin a surrogate pair.
  private mutating func scalar() throws(JSONSyntaxError) -> Character {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
    guard unit < 0xDC00, bytes[index...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    let place = index
    index += 2
    let low = try codeUnit()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + UInt32(unit - 0xD800) << 10 + UInt32(low - 0xDC00))
    else {
      // The next escape is a separate character.
      index = place
      return "\u{FFFD}"
    }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    let text = bytes[index...].prefix(4)
    guard text.count == 4,
      text.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || (0x41...0x46).contains($0 & 0xDF) }),
      let unit = UInt16(String(decoding: text, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits are expected") }
    index += 4
    return unit
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private func error(_ problem: String) -> JSONSyntaxError {
    let line = bytes[..<index].count { $0 == 0x0A } + 1
    return JSONSyntaxError(problem: problem, offset: index, line: line)
  }
}
