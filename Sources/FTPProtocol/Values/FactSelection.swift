/// A fact of MLSx by name, and whether it is sent: one item of the MLST line of FEAT, of OPTS MLST, and of
/// its answer (RFC 3659, sections 7.8 and 7.9).
package struct FactSelection: Hashable, Sendable {
  /// The name in the case in which it was given.
  package let name: String
  /// True if an asterisk follows the name.
  package let isEnabled: Bool

  /// Makes an item.
  package init(_ name: String, isEnabled: Bool = false) {
    self.name = name
    self.isEnabled = isEnabled
  }

  /// Reads a list such as `Type*;Size*;Modify;`, which may be empty.
  ///
  /// Deviations: no semicolon at the end, an item without a name, spaces and other bytes that no fact's name
  /// may have.
  package static func read(_ text: some Collection<UInt8>) -> Reading<[FactSelection]> {
    let bytes = slice(text)
    var notes: [ValueDeviation] = []
    func depart(_ what: String) { notes.append(ValueDeviation(form, what)) }
    var items: [FactSelection] = []
    if !bytes.isEmpty, bytes.last != 0x3B { depart("no semicolon after the last fact") }
    for item in bytes.split(separator: 0x3B, omittingEmptySubsequences: false) {
      let isLast = item.endIndex == bytes.endIndex
      let isEnabled = item.trimmed.last == 0x2A
      let name = (isEnabled ? item.trimmed.dropLast() : item[...]).trimmed
      guard !name.isEmpty else {
        if !isLast || isEnabled { depart("a fact without a name") }
        continue
      }
      if name.count + (isEnabled ? 1 : 0) != item.count || !name.allSatisfy(\.isFactByte) {
        depart("'\(Escaping.ascii(item, limit: 30))' in the list of facts")
      }
      items.append(FactSelection(String(decoding: name, as: UTF8.self), isEnabled: isEnabled))
    }
    return Reading(items, notes: notes)
  }

  /// Writes a list, every item with its semicolon: as FEAT shows it, or without asterisks as OPTS has it.
  package static func list(_ items: [FactSelection], marked: Bool = true) -> String {
    items.map { "\($0.name)\(marked && $0.isEnabled ? "*" : "");" }.joined()
  }

  private static let form: RequirementID = "3659:7.8:mlst-in-feat"
}

extension FactSelection: CustomStringConvertible {
  /// The name, with an asterisk if the fact is sent.
  package var description: String { isEnabled ? "\(name)*" : name }
}

extension UInt8 {
  /// True for the bytes that names of facts consist of (`RCHAR` in RFC 3659, section 2.1).
  var isFactByte: Bool {
    switch self {
    case 0x21...0x29, 0x2B...0x2F, 0x3A, 0x3F, 0x40, 0x5C, 0x5E, 0x5F: true
    default: isAlphanumeric
    }
  }

  /// ASCII letters in upper case, everything else unchanged.
  var uppercased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }
}
