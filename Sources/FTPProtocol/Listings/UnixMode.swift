/// The first word of a line of `ls -l`: a letter for the kind, nine for permissions, optionally a mark for more of them, and optionally
/// the number of links without a space before it.
///
/// StingRay leaves out the letter.
struct UnixMode {
  let kind: ListedEntry.Kind
  /// The permissions and the mark as written.
  let text: [UInt8]
  /// The permissions as a number; nil if they are abbreviated.
  let bits: UInt16?
  /// The number of links, if it is in the same word.
  let links: UInt64?

  init?(_ word: ArraySlice<UInt8>) {
    if word.first == 0x72, let bits = Self.bits(word) {
      (kind, text, self.bits, links) = (.unknown, Array(word), bits, nil)
      return
    }
    guard let type = word.first, let kind = Self.kinds[type] else { return nil }
    let rest = word.dropFirst()
    self.kind = kind
    if rest.count == 6, Self.bits(Array(rest) + [0x2D, 0x2D, 0x2D]) != nil {
      // HylaFAX leaves out the last three.
      (text, bits, links) = (Array(rest), nil, nil)
      return
    }
    guard let bits = Self.bits(rest.prefix(9)) else { return nil }
    var after = rest.dropFirst(9)
    var text = Array(rest.prefix(9))
    // An access control list, a security context, extended attributes.
    if let mark = after.first, mark == 0x2B || mark == 0x2E || mark == 0x40 || mark == 0x2A {
      text.append(mark)
      after = after.dropFirst()
    }
    links = after.decimal()
    guard after.isEmpty || links != nil else { return nil }
    (self.text, self.bits) = (text, bits)
  }

  /// The meaning of the letter.
  ///
  /// `a` is an append-only file of Plan 9 and `e` an external link of z/OS; the rest are those of `ls`.
  private static let kinds: [UInt8: ListedEntry.Kind] = [
    0x2D: .file, 0x64: .directory, 0x6C: .link, 0x70: .pipe, 0x73: .socket, 0x63: .characterDevice,
    0x62: .blockDevice, 0x44: .door, 0x61: .file, 0x66: .file, 0x65: .link, 0x43: .file, 0x4D: .file,
    0x77: .unknown, 0x3F: .unknown,
  ]

  /// Nine letters as bits; nil if one is invalid at its position.
  private static func bits(_ letters: some Collection<UInt8>) -> UInt16? {
    guard letters.count == 9 else { return nil }
    var bits: UInt16 = 0
    for (place, letter) in letters.enumerated() {
      let bit = UInt16(1) << UInt16(8 - place)
      let special = UInt16(0o4000) >> UInt16(place / 3)
      switch (place % 3, letter) {
      case (_, 0x2D): continue
      case (0, 0x72), (1, 0x77), (2, 0x78): bits |= bit
      case (2, 0x73), (2, 0x74): bits |= bit | special
      // A set-ID bit without its execute bit; `l` and `L` of Solaris mean that it locks.
      case (2, 0x53), (2, 0x54), (2, 0x6C), (2, 0x4C): bits |= special
      default: return nil
      }
    }
    return bits
  }
}
