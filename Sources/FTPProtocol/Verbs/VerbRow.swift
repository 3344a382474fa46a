/// Everything known about one verb: a row of ``VerbTable``.
package struct VerbRow: Sendable {
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
  /// What the command transfers over a data connection; nil if nothing.
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

  /// A row.
  ///
  /// - Parameters:
  ///   - verb: the verb.
  ///   - arguments: what follows the verb, optional parts in brackets.
  ///   - text: what it is for, in one sentence.
  ///   - source: the document and section that define it.
  ///   - step: the state of the diagram that it leads to.
  ///   - traits: what holds of it, yes or no.
  ///   - role: what it is to the judge; nil for a verb that changes nothing the judge keeps.
  ///   - data: what is transferred over a data connection; the role is then ``Role/transfer``.
  ///   - address: the form of the address that the command, or its reply, carries.
  ///   - value: what the text of its reply carries.
  ///   - newName: the verb that this is an old name of.
  ///   - feature: the line of FEAT that announces it.
  ///   - requirement: the requirement that a code outside the lists breaks.
  ///   - replies: the lists of codes, in the order of the RFCs; the first that has a code is cited.
  init(
    _ verb: Verb, _ arguments: String, _ text: String, _ source: String, _ step: ReplyState, _ traits: Traits,
    role: Role? = nil, moves data: Movement? = nil, address: AddressForm? = nil,
    value: ReplyValue? = nil, oldNameOf newName: Verb? = nil,
    feature: String? = nil, codes requirement: RequirementID = VerbTable.standardCodes,
    _ replies: CommandReplies.List...
  ) {
    self.verb = verb
    self.arguments = arguments
    self.text = text
    self.source = source
    self.step = step
    self.traits = traits
    self.role = data == nil ? role : .transfer
    self.data = data
    self.address = address
    self.value = value
    self.newName = newName
    self.feature = feature
    self.requirement = requirement
    var entries: [CommandReplies.Entry] = []
    for entry in replies.flatMap(\.entries)
    where !entries.contains(where: { $0.code == entry.code && $0.phase == entry.phase }) {
      entries.append(entry)
    }
    self.replies = entries
    isBase = source.hasPrefix("RFC 959")
    hasSecondPhase = entries.contains { $0.phase == .afterPreliminary }
  }

  /// A verb in no row; only the need for a login is assumed.
  package init(unlisted verb: Verb) {
    self.init(verb, "[text]", "", "", .simple, [.needsLogin])
  }

  /// A verb with an argument that has its own replies; everything else is in the row of the verb.
  init(form: Verb, _ replies: CommandReplies.List) {
    self.init(form, "", "", "", .simple, [], replies)
  }
}

extension VerbRow {
  /// The verb and its syntax, as HELP and `ftpraw explain` show it.
  package var syntax: String { arguments.isEmpty ? verb.name : "\(verb) \(arguments)" }

  /// Whether its line of FEAT is about itself: MLSD is announced by MLST.
  package var announcesItself: Bool { feature?.prefix { $0 != " " } == verb.name[...] }

  /// Whether a code is listed as a first reply, by a text or by practice.
  package func lists(_ code: ReplyCode) -> Bool {
    replies.contains { $0.code == code && $0.phase == .first && $0.weight != .wrong }
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
  }

  /// What a command transfers over a data connection.
  package enum Movement: Hashable, Sendable {
    /// A file, or something derived from one, to the client.
    case download
    /// A file to the server.
    case upload
    /// Lines about files, to the client.
    case listing
  }

  /// The role of a command for the judge: which part of its state the command affects.
  enum Role: Sendable {
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
