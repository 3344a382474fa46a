/// One rule of the FTP RFCs, in the project's own words.
///
/// A requirement is named by its ``id``, a slug of the form `<rfc>:<section>:<words>` such as
/// `959:4.2:multiline-end`. An id never changes its meaning and is never given to another rule, so it can be
/// cited in code, in reports and in baselines.
public struct Requirement: Sendable, Hashable, Identifiable {
  /// The slug, for example `959:4.2:multiline-end`.
  public let id: String
  /// Where the rule comes from: an RFC number such as `959`, a draft's short name such as `mfxx`, or `practice`.
  public let rfc: String
  /// The section, for example `4.2` or `appendix-ii`.
  public let section: String
  /// How strongly the sentence requires it.
  public let level: Level
  /// What decides the level.
  package let word: Word
  /// The party that must obey it.
  public let side: Side
  /// The rule, one sentence or two.
  public let text: String
  /// How binding the rule is if it asks only for a reply code.
  package let code: CodeRule?
  /// The slugs of the entries in `conflicts.md` about it; see ``Conflict``.
  public let conflicts: [String]
  /// Why the rule is not tested, if a reason is given.
  public let waiver: String?
  /// What it costs someone if the rule is broken; nil if the rule is not tested.
  public internal(set) var harm: Harm?
  /// When the rule applies; nil if it always does.
  package internal(set) var condition: Condition?
  /// Whether what the rule wants refused cannot be done at all, so that a reply which says that it is done is false.
  package internal(set) var neverSucceeds = false
  /// Where it shows that the rule is broken.
  package internal(set) var observables: [Observable] = []

  init(
    id: String, rfc: String, section: String, level: Level, word: Word, side: Side, text: String,
    code: CodeRule? = nil, conflicts: [String] = [], waiver: String? = nil
  ) {
    self.id = id
    self.rfc = rfc
    self.section = section
    self.level = level
    self.word = word
    self.side = side
    self.text = text
    self.code = code
    self.conflicts = conflicts
    self.waiver = waiver
  }

  /// How strongly a sentence requires something.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// A demand: must, shall, will, has to, a statement of what is, or a grammar.
    case must
    /// A demand that may be set aside for a good reason: should, recommended, suggested, expected.
    case should
    /// Good practice that no sentence demands, or that an informational RFC suggests.
    case advice
    /// A choice that the other side must cope with: may, can, optional.
    case may
  }

  /// What decides the level of a rule.
  package enum Word: Sendable, Hashable {
    /// A word or two of the sentence: `should`, `must be`, `is`.
    case phrase(String)
    /// There is no sentence, but a grammar, a table or a drawing.
    case form(Form)

    /// What takes the place of a sentence.
    package enum Form: String, Sendable, Hashable, CaseIterable {
      /// A formal syntax.
      case grammar
      /// A table, such as that of commands and replies.
      case table
      /// A drawing, such as a state diagram.
      case diagram
      /// An example, which requires nothing by itself.
      case example
      /// Nothing in the RFCs, but people rely on it and lose something if a client breaks it.
      case practice
    }
  }

  /// How binding a rule is that asks only for a reply code.
  package enum CodeRule: Sendable, Hashable {
    /// As its own sentence says.
    case own
    /// As another, later rule says; level and word are those of that rule.
    case relaxed(by: String)
  }

  /// The end of the control connection that a rule binds.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    /// The server.
    case server
    /// The client.
    case client
    /// Both ends.
    case both
  }
}

extension Requirement {
  /// How severe breaking the rule is at most: if the RFCs contradict each other, it is not a failure.
  public var severity: Level { conflicts.isEmpty ? level : min(level, .should) }

  /// The rule that decides the level: itself, or the one that relaxes it.
  public var decidingID: String {
    if case .relaxed(let id) = code { id } else { id }
  }

  /// The URL of the section at rfc-editor.org; nil for a draft, which is not published there.
  public var link: String? {
    guard rfc.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    let page = "https://www.rfc-editor.org/rfc/rfc\(rfc).html"
    if section.utf8.allSatisfy({
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }) {
      return "\(page)#section-\(section)"
    }
    return page
  }

  /// What rules that no RFC has are filed under instead of an RFC.
  static let practice = "practice"

  /// Whether the rule comes from practice and not from an RFC or a draft.
  public var isPractice: Bool { rfc == Self.practice }

  /// `RFC 959, section 4.2`, or `draft mfxx, section 3`, or `practice, honest`.
  public var place: String {
    if isPractice { return "practice, \(section)" }
    let isNumber = rfc.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return "\(isNumber ? "RFC" : "draft") \(rfc), section \(section)"
  }

  /// The level and what decides it: `should, by "recommended"`, `must, by the grammar`.
  public var force: String {
    guard case .relaxed(let id) = code else { return "\(level.rawValue), by \(word)" }
    let parts = id.split(separator: ":")
    return
      "\(level.rawValue), by \(word) in RFC \(parts.first ?? ""), section \(parts.dropFirst().first ?? "")"
  }
}

extension Requirement.Level: Comparable {
  /// May comes before advice, advice before should, and should before must.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .may: 0
    case .advice: 1
    case .should: 2
    case .must: 3
    }
  }
}

extension Requirement.Word: CustomStringConvertible {
  /// `"should"`, or `the grammar`.
  package var description: String {
    switch self {
    case .phrase(let words): "\"\(words)\""
    case .form(.example): "an example"
    case .form(.practice): "practice"
    case .form(let form): "the \(form.rawValue)"
    }
  }
}
