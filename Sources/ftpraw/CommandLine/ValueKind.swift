import FTPConformance
import FTPMockServer
import FTPProtocol
import FTPRequirements

/// The kind of the value of an option or an operand, which determines validation and completion.
enum ValueKind: Hashable, Sendable {
  /// Any text.
  case text
  /// The name of a local file; or `-` if the help says so.
  case file
  /// An FTP server as ``ServerURL`` reads it.
  case server
  /// The same, also over TLS.
  case serverOverTLS
  /// An FTP server, or something else.
  indirect case serverOr(ValueKind)
  /// A selector of cases: the id of a case or of a requirement, or the beginning of one.
  case selector
  /// A span of time as ``TimeSpan`` reads it.
  case duration
  /// Reply codes as ``ReplyCodeList`` reads them.
  case replyCodes
  /// A whole number in a range.
  case number(ClosedRange<Int>)
  /// One of these words and no other.
  case choices([String])
  /// The name of a subcommand.
  case subcommand
  /// An FTP command with its arguments; verbs are worth offering.
  case command
  /// Something that ``Topic`` reads.
  case topic
  /// A fault of the mock server, or `list`.
  case fault
  /// Any text; these words are worth offering.
  case suggestions([String])

  /// Checks a value; throws what is wrong with it, in words that fit after the option's name and a colon.
  func validate(_ text: String, in table: CommandTable) throws(ArgumentValueError) {
    switch self {
    case .text, .command, .topic, .selector, .suggestions, .serverOr: return
    case .file:
      if text.isEmpty { throw ArgumentValueError("the file name is empty") }
    case .server: _ = try ServerURL(text)
    case .serverOverTLS: _ = try ServerURL(text, overTLS: true)
    case .duration: _ = try TimeSpan.duration(text)
    case .replyCodes: _ = try ReplyCodeList(text)
    case .number(let range):
      guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(text), range.contains(number)
      else {
        throw ArgumentValueError(
          "'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
    case .fault: try Self.validate(fault: text)
    case .choices, .subcommand:
      let words = offeredWords(in: table)
      guard words.contains(text) else {
        throw ArgumentValueError(
          "'\(text)' is not one of \(words.joined(separator: ", "))",
          suggestion: Suggestion.nearest(to: text, among: words))
      }
    }
  }

  /// Whether it accepts a server.
  var takesServer: Bool {
    switch self {
    case .server, .serverOverTLS, .serverOr: true
    default: false
    }
  }

  /// The words that the shell offers for such a value.
  func offeredWords(in table: CommandTable) -> [String] {
    switch self {
    case .subcommand: table.names
    case .command: VerbTable.verbs.map(\.verb.name)
    case .topic: Topic.offered + Self.ids
    case .selector: Self.ids
    case .serverOr(let kind): kind.offeredWords(in: table)
    case .fault: [FaultListing.word] + FaultCatalogue.all.map(\.name)
    case .choices(let words), .suggestions(let words): words
    default: []
    }
  }

  /// Whether the words form a hierarchy, `rfc959/4.2/reply-line` below `rfc959/4.2/`, so that a shell should offer
  /// one level at a time.
  var hasLevels: Bool {
    switch self {
    case .selector, .topic: true
    case .serverOr(let kind): kind.hasLevels
    default: false
    }
  }

  /// The ids of all cases and requirements.
  static var ids: [String] {
    CaseCatalogue.servers.map(\.id.rawValue) + RequirementCatalogue.all.map(\.id)
  }

  private static func validate(fault text: String) throws(ArgumentValueError) {
    guard text != FaultListing.word else { return }
    do throws(FaultError) {
      _ = try Fault(text)
    } catch {
      guard error.isUnknownName else { throw ArgumentValueError("\(error.name): \(error.reason)") }
      let names = [FaultListing.word] + FaultCatalogue.all.map(\.name)
      let similar = Suggestion.nearest(to: error.name, among: names)
      let advice = similar == nil ? "; '--fault list' lists them all" : ""
      throw ArgumentValueError("there is no fault '\(error.name)'" + advice, suggestion: similar)
    }
  }
}
