/// A line of the code tables: some verbs, and the codes that one text gives them.
struct ReplyRule: Sendable {
  private let names: StaticString
  private let first: StaticString
  private let after: StaticString
  private let mark: StaticString
  private let origin: Origin

  /// Takes lists separated by spaces; an underscore in a verb stands for a space (`EPSV_ALL`).
  init(
    _ names: StaticString, _ first: StaticString, after: StaticString = "", mark: StaticString = "",
    _ origin: Origin
  ) {
    self.names = names
    self.first = first
    self.after = after
    self.mark = mark
    self.origin = origin
  }

  /// The verbs of the line.
  var verbs: [Verb] {
    words(names).map { name in Verb(String(name.map { $0 == "_" ? " " : $0 })) }
  }

  /// The codes of the line, each with its phase.
  var entries: [CommandReplies.Entry] {
    codes(first, .first) + codes(mark, .mark) + codes(after, .afterPreliminary)
  }

  private func codes(_ list: StaticString, _ phase: CommandReplies.Phase) -> [CommandReplies.Entry] {
    words(list).compactMap { word in
      UInt16(word).flatMap(ReplyCode.init(rawValue:)).map {
        CommandReplies.Entry(code: $0, phase: phase, origin: origin)
      }
    }
  }

  private func words(_ list: StaticString) -> [Substring] { list.description.split(separator: " ") }
}

extension CommandReplies {
  /// All lines, in the order of the RFCs; the first line that has a code is the one that is cited.
  static let rules: [ReplyRule] = baseRules + laterRules + draftRules + practiceRules
}
