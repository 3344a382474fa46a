/// The table of verbs, from `EmbeddedTexts/verbs.txt`: a row for each that an RFC, a draft or wide practice defines, in the order
/// of the documents.
///
/// The state diagram, the judge, the recorder, the mock server, the conformance cases, HELP and `ftpraw explain` read
/// everything about verbs from here. A verb without a row, such as `XYZZY`, is just as valid, but nothing is known about it.
package enum VerbTable {
  /// Every row: first the greeting, then the verbs.
  ///
  /// A verb with an argument that has its own replies follows its verb.
  package static let rows: [VerbRow] = told.filter { !$0.replies.isEmpty }

  /// The rows of the verbs proper, without the greeting and the forms with an argument.
  package static let verbs: [VerbRow] = rows.filter { !$0.source.isEmpty && $0.step != .greeting }

  /// Verbs that servers list in FEAT, whose purpose is known although no RFC and no draft above defines them.
  ///
  /// Servers disagree about their replies, so nothing is expected of these, and the verbs are not among ``rows``.
  package static let customs: [VerbRow] = told.filter(\.replies.isEmpty)

  /// A verb among ``customs``; nil if it is not one of them.
  package static func custom(_ verb: Verb) -> VerbRow? { customs.first { $0.verb == verb } }

  private static let told = VerbBlock.all(in: Words.verbs).map { block in
    var block = block
    return VerbRow(&block)
  }

  /// The row of a verb; nil for a verb in no row.
  package static func row(of verb: Verb) -> VerbRow? { index(of: verb).map { rows[$0] } }

  /// The verbs that lead to a state of the diagram, after REST if the state is ``ReplyState/restarted``.
  static func verbs(leadingTo step: ReplyState) -> [Verb] {
    verbs.filter { step == .restarted ? $0.traits.contains(.followsREST) : $0.step == step }.map(\.verb)
  }

  /// Whether letters of a word, the latest of them lowest, end with the name of a command whose argument is a secret.
  ///
  /// A prefix does not matter (`XPASS`), nor do the next letters: `PASSword` may be a secret that was
  /// typed too soon.
  static func endsWithSecretName(_ letters: UInt64) -> Bool { secretNames.contains(letters & 0xFFFF_FFFF) }

  /// The names of the verbs with a secret, and those of practice that change a password (`SITE PSWD`, `SITE CPWD`).
  ///
  /// All have four letters.
  private static let secretNames: [UInt64] =
    (rows.filter { $0.traits.contains(.secret) }.map(\.verb.name) + ["PSWD", "CPWD"]).map(number)

  private static func number(of name: String) -> UInt64 { name.utf8.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The position of a verb in ``rows``, which the judge keeps, so that it looks up each command only once.
  static func index(of verb: Verb) -> Int? { lookup.position(of: verb) }

  /// The requirement for the codes of a verb that has no requirement of its own.
  static let standardCodes: RequirementID = "1123:4.1.2.11:standard-codes"

  private static let lookup = Lookup(rows.map(\.verb))
}

extension VerbTable {
  /// The position of a verb, found by its number without hashing bytes, because every command is looked up.
  private struct Lookup: Sendable {
    /// Positions, each at or after the slot that the product of its number gives; `none` if empty.
    private var slots = [UInt8](repeating: Lookup.none, count: 256)
    private let numbers: [UInt64]
    /// The positions of names of more than eight bytes, of which there are few.
    private let long: [Int]
    private let verbs: [Verb]

    private static let none = UInt8.max

    init(_ verbs: [Verb]) {
      self.verbs = verbs
      numbers = verbs.map(\.packed)
      long = verbs.indices.filter { verbs[$0].packed == 0 }
      for (position, verb) in verbs.enumerated() where verb.packed != 0 && self.position(of: verb) == nil {
        var slot = Self.slot(verb.packed)
        while slots[slot] != Self.none { slot = (slot + 1) & 0xFF }
        slots[slot] = UInt8(truncatingIfNeeded: position)
      }
    }

    func position(of verb: Verb) -> Int? {
      guard verb.packed != 0 else { return long.first { verbs[$0] == verb } }
      var slot = Self.slot(verb.packed)
      while slots[slot] != Self.none {
        let position = Int(slots[slot])
        if numbers[position] == verb.packed { return position }
        slot = (slot + 1) & 0xFF
      }
      return nil
    }

    private static func slot(_ number: UInt64) -> Int { Int((number &* 0x9E37_79B9_7F4A_7C15) >> 56) }
  }
}

extension Verb {
  /// The row of the verb; nil if there is none.
  package var row: VerbRow? { VerbTable.row(of: self) }

  /// Whether the command moves data over a data connection.
  package var transfersData: Bool { row?.data != nil }

  /// Whether the client sends the data.
  package var sendsData: Bool { row?.data == .upload }

  /// The verb that this is an old name of (RFC 775), or the verb itself.
  package var modern: Verb { row?.newName ?? self }

  /// Whether the command has a property; false for a verb in no row.
  package func has(_ traits: VerbRow.Traits) -> Bool { row?.traits.isSuperset(of: traits) ?? false }
}
