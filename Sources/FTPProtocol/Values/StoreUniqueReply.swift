/// The text of the 125 or 150 that answers STOU: `FILE: ` and the name that the server chose
/// (RFC 1123, section 4.1.2.9).
package struct StoreUniqueReply: Hashable, Sendable {
  /// The name, byte by byte.
  package let name: [UInt8]

  /// Makes the text for a name.
  package init(name: some Collection<UInt8>) { self.name = Array(name) }

  /// The text of the reply; throws for a name with CR, LF or NUL, which would forge another reply.
  package func encoded() throws(ValueDeviation) -> [UInt8] {
    guard !name.contains(where: \.endsLine) else {
      throw ValueDeviation("3659:2.2:crlf-in-names", "a name with CR, LF or NUL")
    }
    return Array("FILE: ".utf8) + name
  }

  /// Reads the text.
  ///
  /// Deviations: another case, other spacing than one space, words before `FILE:`, and the older forms
  /// `unique file name:` and `for NAME` at the end of the text. Error: nothing of the kind.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  package static func read(
    _ text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<StoreUniqueReply> {
    let bytes = slice(text)
    if bytes.starts(with: "FILE: ".utf8), bytes.count > 6 {
      return Reading(StoreUniqueReply(name: bytes.dropFirst(6)))
    }
    let folded = bytes.map(\.lowercased)
    for label in ["unique file name:", "file:", " for "] {
      guard let found = folded.firstRange(of: Array(label.utf8)) else { continue }
      let name = bytes.dropFirst(found.upperBound).trimmed.unwrapped
      guard !name.isEmpty else { continue }
      let text = "'\(Escaping.ascii(bytes, limit: 40))'"
      return try Reading(StoreUniqueReply(name: name), notes: [ValueDeviation(form, text)]).checked(
        leniency)
    }
    throw ValueDeviation(form, "'\(Escaping.ascii(bytes, limit: 40))', which names no file")
  }

  /// Reads a 125 or 150; the older forms may also be in a 226 or 250.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  package static func read(
    _ reply: Reply, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<StoreUniqueReply> {
    let codes: [ReplyCode] = leniency.rejectsBreaches ? [125, 150] : [125, 150, 226, 250]
    return try read(reply.value(coded: codes, form), leniency)
  }

  private static let form: RequirementID = "1123:4.1.2.9:stou-file-reply"
}

extension ArraySlice<UInt8> {
  /// A name without the quotes around it, or without the bracket and the dot that end a sentence.
  fileprivate var unwrapped: ArraySlice<UInt8> {
    var name = self
    while let last = name.last, last == 0x2E || last == 0x29 { name.removeLast() }
    if let quote = name.first, quote == 0x22 || quote == 0x27, name.last == quote, name.count > 2 {
      name = name.dropFirst().dropLast()
    }
    return name
  }
}
