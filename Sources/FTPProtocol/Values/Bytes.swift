/// Bytes as ``ArraySlice``, without a copy if they are one already.
func slice(_ bytes: some Collection<UInt8>) -> ArraySlice<UInt8> {
  if let slice = bytes as? ArraySlice<UInt8> { return slice }
  if let array = bytes as? [UInt8] { return array[...] }
  return Array(bytes)[...]
}

extension UInt8 {
  /// True for `0` to `9`.
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// True for a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// True for a letter or a digit of ASCII.
  var isAlphanumeric: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) }

  /// The value of a hexadecimal digit of either case; nil for any other byte.
  package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46, 0x61...0x66: (self | 0x20) - 0x57
    default: nil
    }
  }

  /// ASCII letters in lower case, everything else unchanged.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at either end.
  var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first.isBlank { rest.removeFirst() }
    while let last = rest.last, last.isBlank { rest.removeLast() }
    return rest
  }

  /// The decimal number that the bytes are; nil for no bytes, for anything but digits, and on overflow.
  package func decimal<Number: FixedWidthInteger>(as type: Number.Type = Number.self) -> Number? {
    guard !isEmpty else { return nil }
    var number: Number = 0
    for byte in self {
      guard byte.isDigit else { return nil }
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Number(byte &- 0x30))
      guard !overflow, !carry else { return nil }
      number = sum
    }
    return number
  }
}

extension UInt8 {
  /// True for CR, LF and NUL, which no name may contain in a command or a reply.
  var endsLine: Bool { self == 0x0D || self == 0x0A || self == 0 }
}

extension [UInt8] {
  /// The bytes that a text has in the form of a URL; nil if a percent sign has no two digits after it.
  package init?(percentEncoded text: some Sequence<UInt8>) {
    self = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue
      else { return nil }
      append(high << 4 | low)
    }
  }

  /// The lines, each with its line end.
  package var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = self[...]
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }

  /// Where `needle`, which is not empty, first occurs.
  func firstRange(of needle: [UInt8]) -> Range<Int>? {
    guard let head = needle.first, count >= needle.count else { return nil }
    for start in 0...(count - needle.count) where self[start] == head {
      if self[start..<(start + needle.count)].elementsEqual(needle) { return start..<(start + needle.count) }
    }
    return nil
  }
}
