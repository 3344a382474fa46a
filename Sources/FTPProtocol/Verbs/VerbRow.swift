/// Everything known about one verb: a row of ``VerbTable``.
///
/// It is an object, because every command is looked up and a copy of so many texts takes time.
package final class VerbRow: Sendable {
  /// The verb, or a verb with an argument that has its own replies, such as `EPSV ALL`.
  package let verb: Verb
  /// The syntax after the verb, optional parts in brackets; empty for a command without an argument.
  package let arguments: String
  /// What the command is for, in one sentence.
  package let text: String
  /// The document and section that define the command.
  package let source: String
  /// The state of the diagram that the command leads to.
  package let step: ReplyState
  /// Properties of the command.
  package let traits: Traits
  /// The role of the command for the judge; nil for a verb that changes nothing the judge tracks.
  let role: Role?
  /// What the command transfers over a data connection, whose role is then ``Role/transfer``; nil if nothing.
  package let data: Movement?
  /// The form of the address that the command or its reply carries; nil if none.
  package let address: AddressForm?
  /// What the text of its reply carries; nil if that is for people.
  package let value: ReplyValue?
  /// The verb that this is an old name of (RFC 775); nil for every other.
  package let newName: Verb?
  /// The line of FEAT that announces the command, without what each server adds to it (RFC 2389, section 3.2); nil for
  /// base commands, and for commands that no line announces.
  package let feature: String?
  /// The requirement that a code deviates from that is not in ``replies``.
  package let requirement: RequirementID
  /// The codes the command may get, in the order of the RFCs, with those that are seen and wrong.
  package let replies: [CommandReplies.Entry]
  /// Whether RFC 959 defines the command; its lists of codes include 202 where it is allowed.
  package let isBase: Bool
  /// Whether ``replies`` says which codes may follow a 1yz reply.
  let hasSecondPhase: Bool

  /// Takes over what a block of the table says, and leaves the fields that mean nothing.
  init(_ block: inout VerbBlock) {
    verb = block.verb
    arguments = block.arguments
    text = block.text
    source = block.source
    isBase = source.hasPrefix("RFC 959")
    step = block.take("step", ReplyState.init(rawValue:)) ?? .simple
    traits = block.take("traits", Traits.init(words:)) ?? []
    data = block.take("moves", Movement.init(rawValue:))
    role = data == nil ? block.take("role", Role.init(rawValue:)) : .transfer
    address = block.take("address", AddressForm.init(rawValue:))
    value = block.take("value", ReplyValue.init(rawValue:))
    newName = block.take("old name of", Verb.init(_:))
    feature = block.take("feature") { $0 }
    requirement = block.take("requirement", RequirementID.init(rawValue:)) ?? VerbTable.standardCodes
    replies = block.takeCodes()
    hasSecondPhase = replies.contains { $0.phase == .afterPreliminary }
  }

  /// A verb in no row; only the need for a login is assumed.
  package convenience init(unlisted verb: Verb) {
    var block = VerbBlock(verb: verb, arguments: "[text]", fields: [("traits", "needs login")])
    self.init(&block)
  }
}

extension VerbRow {
  /// The verb and its syntax, as HELP and `ftpraw explain` show it.
  package var syntax: String { arguments.isEmpty ? verb.name : "\(verb) \(arguments)" }

  /// Whether its line of FEAT is about itself: MLSD is announced by MLST.
  package var announcesItself: Bool { feature?.prefix { $0 != " " } == verb.name[...] }

  /// Whether a code is listed as a first reply, by a text or by practice.
  package func lists(_ code: ReplyCode) -> Bool {
    replies.contains { $0.code == code && $0.phase == .first && $0.standing != .notListed }
  }

  /// Properties of a command.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Every server has it, so 502 is not an allowed answer (RFC 959, section 5.1).
    package static let minimum = Traits(rawValue: 1)
    /// Every server whose file system allows it has it (RFC 1123, section 4.1.2.13).
    package static let required = Traits(rawValue: 1 << 1)
    /// It means nothing without a login, so that 530 is an answer.
    package static let needsLogin = Traits(rawValue: 1 << 2)
    /// It reads or changes the file system, so that a server that carries it out for anyone is wrong.
    ///
    /// PWD is not among these: its list has no 530.
    package static let touchesFiles = Traits(rawValue: 1 << 3)
    /// It changes the file system.
    package static let changesFiles = Traits(rawValue: 1 << 4)
    /// It makes the file or the directory that its argument names.
    package static let creates = Traits(rawValue: 1 << 5)
    /// REST applies to it (RFC 959, section 6).
    ///
    /// The meaning of REST for STOU is undefined (RFC 3659, section 5.3), so STOU neither has this property nor is an error.
    package static let followsREST = Traits(rawValue: 1 << 6)
    /// It may come between REST and its transfer: every client sets up the data connection after REST.
    package static let keepsREST = Traits(rawValue: 1 << 7)
    /// Its argument is a secret.
    package static let secret = Traits(rawValue: 1 << 8)
    /// Its line may be of any length (RFC 2228, section 10).
    package static let unboundedLine = Traits(rawValue: 1 << 9)
    /// It affects the commands after it: a user, a directory, a parameter, an address.
    package static let setsState = Traits(rawValue: 1 << 10)
    /// It needs the file or the directory that its argument names.
    package static let wantsFile = Traits(rawValue: 1 << 11)
    /// It sets up a data connection, which only EPSV may do after EPSV ALL (RFC 2428, section 4).
    package static let barredByEPSVAll = Traits(rawValue: 1 << 12)
    /// It means nothing without a security exchange before it (RFC 2228, section 3).
    package static let needsProtection = Traits(rawValue: 1 << 13)

    /// The words for them in the table, from the lowest bit.
    private static let words = [
      "minimum", "required", "needs login", "touches files", "changes files", "creates", "follows REST",
      "keeps REST", "secret", "unbounded line", "sets state", "wants file", "barred by EPSV ALL",
      "needs protection",
    ]

    /// Reads words with commas between them; nil if one of them is none of these.
    init?(words: String) {
      self = []
      for word in words.utf8.split(separator: 0x2C) {
        let word = String(Substring(word).drop { $0 == " " })
        guard let bit = Self.words.firstIndex(of: word) else { return nil }
        insert(Traits(rawValue: 1 << bit))
      }
    }
  }

  /// What a command transfers over a data connection.
  package enum Movement: String, Hashable, Sendable {
    /// A file, or something derived from one, to the client.
    case download
    /// A file to the server.
    case upload
    /// Lines about files, to the client.
    case listing
  }

  /// The role of a command for the judge: which part of its state the command affects.
  enum Role: String, Sendable {
    // The login.
    case user, password, account, reinitialize, host
    // The security exchange and its results.
    case mechanism, securityData, bufferSize, protectionLevel, clearing, protected
    // The parameters of transfers.
    case type, structure, mode
    // The data connection: by an address of the client's or by one of the server's.
    case activeSetup, passiveSetup
    case transfer
    // Commands that must precede a transfer or a rename.
    case restart, range, oldName, newName
    // Commands that may be sent during a transfer.
    case abort, status, quit, noop
  }
}
