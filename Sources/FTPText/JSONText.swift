/// A JSON value (RFC 8259).
///
/// The text is ASCII: control characters, DEL and everything above it are escaped, so one value stays one line
/// and can be shown on a terminal. So is `[` after `##`, which would be a command to a runner of GitHub. Members keep
/// the order in which they were given.
package enum JSONText: Hashable, Sendable {
  /// A name and its value in an object.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONText

    package init(_ name: String, _ value: JSONText) {
      self.name = name
      self.value = value
    }
  }

  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number, printed exactly.
  case integer(Int64)
  /// A whole number above those, printed exactly.
  case natural(UInt64)
  /// A number with a fraction; one that JSON cannot hold (infinite, not a number) is printed as `null`.
  case number(Double)
  /// A string of any characters.
  case string(String)
  /// An ordered list.
  case array([JSONText])
  /// Members in order; a name that is given twice is printed twice.
  case object([Member])

  /// A duration in seconds, to the microsecond.
  package static func seconds(_ duration: Duration) -> JSONText {
    let (seconds, attoseconds) = duration.components
    return .number(((Double(seconds) + Double(attoseconds) / 1e18) * 1e6).rounded() / 1e6)
  }

  /// The value as text on one line, without a line end.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of the value to `bytes`.
  ///
  /// `depth` is down to which depth elements and members stand on lines of their own; 0 keeps all of it on one line.
  package func append(to bytes: inout [UInt8], breakingLinesTo depth: Int = 0) {
    append(to: &bytes, breakingLinesTo: depth, level: 0)
  }

  private func append(to bytes: inout [UInt8], breakingLinesTo depth: Int, level: Int) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .natural(let value): bytes += String(value).utf8
    case .number(let value): bytes += (value.isFinite ? String(value) : "null").utf8
    case .string(let value): Self.append(value, to: &bytes)
    case .array(let values):
      let isBroken = level < depth && !values.isEmpty
      Self.append(values, in: ("[", "]"), at: isBroken ? level : nil, to: &bytes) {
        $0.append(to: &$1, breakingLinesTo: depth, level: level + 1)
      }
    case .object(let members):
      let isBroken = level < depth && !members.isEmpty
      Self.append(members, in: ("{", "}"), at: isBroken ? level : nil, to: &bytes) { member, bytes in
        Self.append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if isBroken { bytes.append(UInt8(ascii: " ")) }
        member.value.append(to: &bytes, breakingLinesTo: depth, level: level + 1)
      }
    }
  }

  /// Appends an array or an object, whose elements `body` appends.
  ///
  /// `level` is how far the brackets are indented; nil keeps all on one line.
  private static func append<Element>(
    _ elements: [Element], in brackets: (open: String, close: String), at level: Int?,
    to bytes: inout [UInt8], _ body: (Element, inout [UInt8]) -> Void
  ) {
    func breakLine(_ indentation: Int?) {
      guard let indentation else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes += Array(repeating: UInt8(ascii: " "), count: 2 * indentation)
    }
    bytes += brackets.open.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(level.map { $0 + 1 })
      body(element, &bytes)
    }
    breakLine(level)
    bytes += brackets.close.utf8
  }

  private static func append(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for unit in string.utf16 {
      switch unit {
      case 0x22, 0x5C: bytes += [UInt8(ascii: "\\"), UInt8(unit)]
      case 0x5B where bytes.endsInHashes: bytes += "\\u005b".utf8
      case 0x20...0x7E: bytes.append(UInt8(unit))
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      default:
        let digits = String(unit, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.count).utf8
        bytes += digits.utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONText {
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// `true` or `false`.
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A list.
  package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
  /// An object; the members keep the order of the literal.
  package init(dictionaryLiteral members: (String, JSONText)...) { self = .object(members.map(Member.init)) }
}
