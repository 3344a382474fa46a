import FTPConformance
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPRequirements

/// Something that `ftpraw explain` can explain.
enum Topic: Hashable, Sendable {
  /// One reply code, defined by a document or not.
  case code(ReplyCode)
  /// The codes of a group such as `4yz`, `x5z` or `22z`.
  case codes(CodeGroup)
  /// A reply with its text, in which there may be an address.
  case reply(Reply)
  /// A command that a document defines or a table lists.
  case verb(Verb)
  /// A fault of the embedded server, by its name.
  case fault(String)
  case requirement(Requirement)
  /// Cases of `check`: one, or those of a section.
  case cases(String, [CaseID])
  /// The requirements of a document, of one of its sections, or with a common beginning.
  case requirements(String, [Requirement])

  /// Finds out what a word names: a code, a group of codes, a verb, a requirement or the beginning of one, a document.
  ///
  /// A draft with the name of a verb needs its colon: `hash:`. Case does not count. Throws with a suggestion when it is
  /// none of these.
  init(_ text: String) throws(ArgumentValueError) {
    if let topic = Self.code(text) ?? Self.reply(text) ?? CodeGroup(text).map(Topic.codes) ?? Self.verb(text)
      ?? Self.fault(
        text)
      ?? Self.requirements(text) ?? Self.cases(text)
    {
      self = topic
    } else {
      let candidates =
        text.contains(":")
        ? RequirementCatalogue.all.map(\.id)
        : text.contains("/") ? CaseCatalogue.servers.map(\.id.rawValue) : Self.offered
      throw ArgumentValueError(
        "'\(text)' is not a reply code, verb, requirement, case or fault",
        suggestion: Suggestion.nearest(to: text, among: candidates))
    }
  }

  /// The words worth offering: every verb, every code that a document defines, and every fault.
  static var offered: [String] {
    (VerbTable.verbs + VerbTable.customs).map(\.verb.name) + ReplyCode.known.map(\.description)
      + FaultCatalogue.all.map(\.name)
  }

  /// A verb as it is typed and printed; the answer to a connection, which no verb asks for, is the
  /// `greeting`.
  static func name(_ verb: Verb) -> String {
    verb == CommandReplies.connection ? "greeting" : verb.name
  }

  /// Three digits, the first of which has a meaning.
  private static func code(_ text: String) -> Topic? {
    guard text.utf8.count == 3, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let code = UInt16(text).flatMap(ReplyCode.init(rawValue:)), code.kind != nil
    else { return nil }
    return .code(code)
  }

  /// A code with a text after it, as a server sends it.
  private static func reply(_ text: String) -> Topic? {
    guard text.dropFirst(3).first == " ", code(String(text.prefix(3))) != nil else { return nil }
    return Reply(parsing: text + "\r\n").map(Topic.reply)
  }

  /// A fault, with or without a value.
  private static func fault(_ text: String) -> Topic? {
    let name = text.lowercased().prefix { $0 != "=" }
    return FaultCatalogue.kind(named: String(name)).map { .fault($0.name) }
  }

  /// An id, its section (`959:4.2`), the beginning of one, or an RFC (`959:`, `959`, `rfc959`).
  private static func requirements(_ text: String) -> Topic? {
    var id = text.lowercased()
    if id.hasPrefix("rfc") { id = String(id.dropFirst(3).drop { $0 == " " }) }
    if let requirement = RequirementCatalogue.requirement(id: id) { return .requirement(requirement) }
    let parts = id.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, parts[0].count >= 2 else { return nil }
    let matching = RequirementCatalogue.matching(prefix: "\(parts[0]):").filter { requirement in
      switch parts.count {
      case 1: true
      case 2: Self.section(requirement.section, isWithin: parts[1])
      default: requirement.id.hasPrefix(id)
      }
    }
    return matching.isEmpty ? nil : .requirements(id, matching)
  }

  /// The id of a case, or a section of cases (`rfc959/4.2`).
  private static func cases(_ text: String) -> Topic? {
    guard text.contains("/"), !text.contains("*") else { return nil }
    let id = text.lowercased()
    let found = CaseCatalogue.servers.filter { CaseSelector(id).matches($0.entry) }
    return found.isEmpty ? nil : .cases(id, found.map(\.id))
  }

  /// Whether a section is the one named, or below it: 4.1.3 is within 4.1 and 4, and 4.10 is not within 4.1.
  private static func section(_ section: String, isWithin name: Substring) -> Bool {
    name.isEmpty || section == name || section.hasPrefix("\(name).")
  }

  private static func verb(_ text: String) -> Topic? {
    let verb = text.lowercased() == name(CommandReplies.connection) ? CommandReplies.connection : Verb(text)
    return verb.row == nil && VerbTable.custom(verb) == nil ? nil : .verb(verb)
  }
}
