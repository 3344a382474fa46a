/// Reads the headers of a vector: `id:`, `rfc:`, `from:`, `charset:`, `reading:`, `differs:`.
struct HeaderReader {
  typealias Problem = LineReader.Problem

  /// The headers in canonical order.
  static let names = ["id", "rfc", "from", "charset", "reading", "differs"]

  /// Whether a header has been read, so that comments from here on are rows.
  private(set) var hasBegun = false
  private var seen: Set<String> = []

  /// Whether a line has the form of a header, known or not.
  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
    return line[..<colon].allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
  }

  static func isKnownHeader(_ line: ArraySlice<UInt8>) -> Bool {
    isHeader(line) && names.contains(String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
  }

  /// Takes a header.
  mutating func read(_ line: ArraySlice<UInt8>, into vector: inout Vector) throws(Problem) {
    hasBegun = true
    let key = line.prefix { $0 != UInt8(ascii: ":") }
    let name = String(decoding: key, as: UTF8.self)
    guard Self.names.contains(name) else {
      throw Problem(
        offset: line.startIndex,
        message: "there is no header '\(name)'; use \(Self.names.joined(separator: ", "))")
    }
    guard name == "differs" || seen.insert(name).inserted else {
      throw Problem(offset: line.startIndex, message: "a second header '\(name)'")
    }
    let value = line[key.endIndex...].dropFirst().drop { $0 == 0x20 }
    guard !value.isEmpty else {
      throw Problem(offset: line.endIndex, message: "'\(name):' has no value")
    }
    try take(name, value, into: &vector)
  }

  private func take(_ name: String, _ value: ArraySlice<UInt8>, into vector: inout Vector) throws(Problem) {
    let text = String(decoding: value, as: UTF8.self)
    switch name {
    case "id":
      try checkID(value)
      vector.id = text
    case "rfc":
      for word in try RowReader.words(value) {
        let requirement = try ExpectationReader.requirement(word)
        guard !vector.requirements.contains(requirement) else {
          throw Problem(offset: word.offset, message: "\(requirement) a second time")
        }
        vector.requirements.append(requirement)
      }
    case "from": vector.origin = text
    case "charset":
      guard value.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
      else {
        throw Problem(offset: value.startIndex, message: "write the character set in lower case: iso-8859-1")
      }
      vector.charset = text
    case "reading":
      guard let reading = Vector.Reading(rawValue: text) else {
        let all = Vector.Reading.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(offset: value.startIndex, message: "unknown way of reading; use \(all)")
      }
      vector.reading = reading
    default:
      let difference = try ExpectationReader.difference(value)
      guard !vector.differences.contains(where: { $0.target == difference.target }) else {
        throw Problem(offset: value.startIndex, message: "a second reason for \(difference.target.rawValue)")
      }
      guard difference.code == nil else {
        throw Problem(
          offset: value.startIndex,
          message: "a code belongs to a reply; put it in a row ~~, not in the header")
      }
      vector.differences.append(difference)
    }
  }

  private func checkID(_ value: ArraySlice<UInt8>) throws(Problem) {
    let message =
      "an id is the path below Vectors without .ftpv: lower-case letters, digits, hyphens, dots and slashes"
    for index in value.indices {
      switch value[index] {
      case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): break
      case UInt8(ascii: "/") where index > value.startIndex && index < value.endIndex - 1: break
      default: throw Problem(offset: index, message: message)
      }
    }
    for part in value.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    where part.isEmpty || part.first == UInt8(ascii: ".") {
      throw Problem(offset: part.startIndex, message: message)
    }
  }
}
