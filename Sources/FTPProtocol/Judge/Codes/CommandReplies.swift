/// Which reply codes a command may get, and when: RFC 959, section 5.4 and the tables of the later RFCs.
package enum CommandReplies {
  /// When a reply arrives, relative to its command.
  package enum Phase: String, Hashable, Sendable, CaseIterable {
    case first
    /// As the final reply after a 1yz reply.
    case afterPreliminary
    /// While data flows: a restart mark, which may be repeated (RFC 959, section 5.4 and RFC 1123, 4.1.3.4).
    case mark
  }

  /// One code that a command may get.
  package struct Entry: Hashable, Sendable {
    package let code: ReplyCode
    /// When it may arrive.
    package let phase: Phase
    package let origin: Origin
    /// Whether the mock server sends it although its only origin is practice.
    package let isServed: Bool
    /// What follows from the origin: kept, so that judging compares no strings.
    let standing: Standing

    package init(code: ReplyCode, phase: Phase, origin: Origin, isServed: Bool = false) {
      self.code = code
      self.phase = phase
      self.origin = origin
      self.isServed = isServed
      standing = origin == .practice ? .practice : origin == .wrong ? .notListed : .allowed
    }
  }

  /// What the tables say about a code that a command got.
  package enum Standing: Hashable, Sendable {
    /// Listed for the command.
    case allowed
    /// In no text, but so common that it is not a deviation.
    case practice
    /// Not listed for the command, but covered by a general rule; not a deviation.
    case tolerated
    /// Neither; for a verb in no table, only codes that the grammar forbids are `notListed`.
    case notListed
  }

  /// The key of the replies to a new connection: the greeting does not answer a verb.
  package static let connection: Verb = "(connect)"

  /// Every entry for a verb, in the order of the RFCs, errors seen in the field included
  /// (``Origin/wrong``); empty for a verb that no table lists.
  package static func entries(for verb: Verb) -> [Entry] { verb.row?.replies ?? [] }

  /// The entries for a verb in one phase, without those that are errors.
  package static func allowed(_ verb: Verb, _ phase: Phase) -> [Entry] {
    entries(for: verb).filter { $0.phase == phase && $0.origin != .wrong }
  }

  /// The verbs that have entries, in the order of the documents.
  package static var verbs: [Verb] { VerbTable.rows.filter { !$0.replies.isEmpty }.map(\.verb) }

  /// The requirement that a code not listed for a verb breaks.
  ///
  /// Later RFCs require only the positive code of a command; the codes with which it is refused are those of RFC 959, which
  /// RFC 1123 recommends.
  package static func requirement(for verb: Verb, _ code: ReplyCode) -> RequirementID {
    guard let row = verb.row, row.isBase || !code.isNegative else { return VerbTable.standardCodes }
    return row.requirement
  }

  /// The requirement that a code breaks if it is used for something other than it means.
  static let generalRules: RequirementID = "1123:4.1.2.11:general-rules"

  /// Every code that some text gives a meaning for FTP.
  package static let definedCodes: Set<ReplyCode> = Set(VerbTable.rows.flatMap(\.replies).map(\.code))

  /// A verb in no table may get any code within the grammar (RFC 959, section 4.2).
  static func judgeUnlisted(_ code: ReplyCode) -> Standing {
    isWithinGrammar(code) ? .tolerated : .notListed
  }

  /// Whether both digits have a meaning: 1 to 6, then 0 to 5; 6 only as 63z.
  static func isWithinGrammar(_ code: ReplyCode) -> Bool {
    code.firstDigit == 6 ? code.secondDigit == 3 : code.kind != nil && code.subject != nil
  }
}
