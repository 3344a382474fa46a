import FTPConversation
import FTPProtocol

/// Reads the bytes of a row: escapes, placeholders, ends of segments.
struct LineReader {
  /// A problem at an offset of the row.
  struct Problem: Error {
    var offset: Int
    var message: String
  }

  private let bytes: ArraySlice<UInt8>
  private let isControl: Bool
  private var index: Int
  private var line = VectorLine([])
  /// The bytes after the last part of the line.
  private var run: [UInt8] = []

  /// Reads a row of the control connection, whose line end is implied, or of a data connection.
  static func read(_ bytes: ArraySlice<UInt8>, isControl: Bool) throws(Problem) -> VectorLine {
    var reader = LineReader(bytes, isControl: isControl)
    return try reader.read()
  }

  private init(_ bytes: ArraySlice<UInt8>, isControl: Bool) {
    self.bytes = bytes
    self.isControl = isControl
    index = bytes.startIndex
  }

  private mutating func read() throws(Problem) -> VectorLine {
    var impliesLineEnd = isControl
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\"):
        guard index + 1 < bytes.endIndex else {
          guard isControl else {
            throw Problem(
              offset: index,
              message:
                "a backslash ends the row, but a row of data implies no line end that it could take back; "
                + #"write \\ for a backslash, \r\n for a line end"#)
          }
          impliesLineEnd = false
          index += 1
          continue
        }
        try readEscape()
      case UInt8(ascii: "{"): try readBrace()
      default:
        run.append(byte)
        index += 1
      }
    }
    if impliesLineEnd { run += [0x0D, 0x0A] }
    add(nil)
    return line
  }

  private mutating func add(_ part: VectorLine.Part?) {
    line.append(.bytes(run))
    run.removeAll(keepingCapacity: true)
    if let part { line.append(part) }
  }

  private mutating func readEscape() throws(Problem) {
    let start = index
    let kind = bytes[index + 1]
    index += 2
    switch kind {
    case UInt8(ascii: "r"): run.append(0x0D)
    case UInt8(ascii: "n"): run.append(0x0A)
    case UInt8(ascii: "t"): run.append(0x09)
    case UInt8(ascii: "\\"), UInt8(ascii: "{"): run.append(kind)
    case UInt8(ascii: "x"):
      let digits = bytes[index...].prefix(2)
      guard digits.count == 2, let value = UInt8(hexadecimal: digits) else {
        throw Problem(offset: start, message: #"\x needs two hexadecimal digits, as in \x0d"#)
      }
      run.append(value)
      index += 2
    case UInt8(ascii: "|"):
      let pause = VectorText.pause(in: bytes[index...])
      add(.cut(pause: pause?.duration))
      index += pause?.count ?? 0
    default:
      throw Problem(
        offset: start,
        message: "there is no escape \\\(Escaping.ascii([kind])); use "
          + #"\r \n \t \\ \{ \xHH, \| for the end of a segment, and \\ for a backslash"#)
    }
  }

  private mutating func readBrace() throws(Problem) {
    switch PlaceholderScanner.find(in: bytes, at: index) {
    case .placeholder(let placeholder, let end):
      add(.placeholder(placeholder))
      index = end
    case .unknownKind(let name):
      let kinds = PlaceholderKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        offset: index,
        message: "there is no placeholder of the kind '\(name)'; use \(kinds). A brace that begins no "
          + #"placeholder is written \{"#)
    case .nothing:
      run.append(UInt8(ascii: "{"))
      index += 1
    }
  }
}

extension UInt8 {
  /// Reads two hexadecimal digits of either case.
  init?(hexadecimal digits: some Collection<UInt8>) {
    var value: UInt8 = 0
    for digit in digits {
      guard let digit = digit.hexadecimalValue else { return nil }
      value = value << 4 | digit
    }
    self = value
  }
}
