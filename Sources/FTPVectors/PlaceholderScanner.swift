/// Finds placeholders in text: a brace, a name, perhaps a colon and a kind, and a brace.
enum PlaceholderScanner {
  /// The result at a brace.
  enum Finding: Equatable {
    /// A placeholder that ends before an index.
    case placeholder(Placeholder, end: Int)
    /// Something of that form with an unknown kind.
    case unknownKind(String)
    /// An ordinary brace.
    case nothing
  }

  /// The longest text between the braces.
  static let longest = 64

  /// Examines the brace at `start`.
  static func find(in bytes: ArraySlice<UInt8>, at start: Int) -> Finding {
    var colon: Int?
    var index = start + 1
    while index < bytes.endIndex, index - start <= longest + 1 {
      switch bytes[index] {
      case UInt8(ascii: "}"):
        return index == start + 1 ? .nothing : finding(in: bytes, start + 1..<index, colon: colon)
      case UInt8(ascii: ":"):
        guard colon == nil else { return .nothing }
        colon = index
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        break
      default: return .nothing
      }
      index += 1
    }
    return .nothing
  }

  /// The placeholders in a text of marks or facts, without lookalikes.
  static func placeholders(in text: String) -> [Placeholder] {
    let bytes = Array(text.utf8)[...]
    return bytes.indices.compactMap { index in
      guard bytes[index] == UInt8(ascii: "{"), case .placeholder(let found, _) = find(in: bytes, at: index)
      else { return nil }
      return found
    }
  }

  private static func finding(in bytes: ArraySlice<UInt8>, _ inside: Range<Int>, colon: Int?) -> Finding {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let end = inside.upperBound + 1
    guard let colon else { return .placeholder(Placeholder(bound: text(inside)), end: end) }
    let name = text(colon + 1..<inside.upperBound)
    guard let kind = PlaceholderKind(rawValue: name) else { return .unknownKind(name) }
    return .placeholder(Placeholder(text(inside.lowerBound..<colon), kind), end: end)
  }
}
