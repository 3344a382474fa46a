/// Checks a host name before it is looked up.
enum HostName {
  /// A name or a dotted IPv4 address: ASCII letters, digits, `-`, `.` and `_`, at most 253 of them (RFC 1123
  /// section 2.1).
  static func name(_ text: Substring) throws(ArgumentValueError) -> String {
    guard !text.isEmpty else { throw ArgumentValueError("the host is empty") }
    guard text.utf8.count <= 253 else { throw ArgumentValueError("the host is longer than 253 characters") }
    for character in text {
      guard character.isASCII, character.isLetter || character.isNumber || "-._".contains(character) else {
        throw ArgumentValueError(
          character.isASCII
            ? "a host name cannot contain '\(character)'"
            : "a host name is ASCII; write an international one in its xn-- form")
      }
    }
    return String(text)
  }

  /// An IPv6 address without its brackets (RFC 3986 section 3.2.2), with a zone after `%25` (RFC 6874) or a
  /// bare `%`; the zone is returned after a bare `%`.
  static func address(_ text: Substring) throws(ArgumentValueError) -> String {
    let percent = text.firstIndex(of: "%") ?? text.endIndex
    guard isIPv6(text[..<percent]) else {
      throw ArgumentValueError("'\(text)' is not an IPv6 address")
    }
    guard percent < text.endIndex else { return String(text) }
    let mark = text[percent...]
    let zone = mark.dropFirst(mark.hasPrefix("%25") && mark.count > 3 ? 3 : 1)
    let isPlain = zone.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    guard !zone.isEmpty, isPlain else {
      throw ArgumentValueError("the zone after the '%' of the IPv6 address cannot be used")
    }
    return text[..<percent] + "%" + zone
  }

  /// Whether a text is an IPv6 address in one of the forms of RFC 4291 section 2.2.
  private static func isIPv6(_ text: Substring) -> Bool {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2, !text.hasPrefix(":::"), !text.hasSuffix(":::") else { return false }
    var groups = 0
    for (index, half) in halves.enumerated() where !half.isEmpty {
      let parts = half.split(separator: ":", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        let isLast = index == halves.count - 1 && place == parts.count - 1
        if isLast, part.contains(".") {
          guard isIPv4(part) else { return false }
          groups += 2
        } else {
          guard (1...4).contains(part.utf8.count), part.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return false
          }
          groups += 1
        }
      }
    }
    return halves.count == 2 ? groups <= 7 : groups == 8
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let octets = text.split(separator: ".", omittingEmptySubsequences: false)
    return octets.count == 4
      && octets.allSatisfy { octet in
        (1...3).contains(octet.utf8.count) && octet.allSatisfy { $0.isASCII && $0.isNumber }
          && UInt8(octet) != nil
      }
  }
}
