import FTPProtocol

/// One verb as the server knows it: its row in the table of verbs, and the server's action.
///
/// Everything the server says about a verb (its refusals, HELP, FEAT, OPTS) is derived from this.
struct CommandHandler: Sendable {
  typealias Action = @Sendable (SessionContext, Argument) throws(StorageError) -> Response

  /// What the verb requires.
  enum Need: Hashable, Sendable {
    /// A user; otherwise 530.
    case login
    /// The account that some users need for changes; otherwise 532 (RFC 959, section 4.1.1).
    case account
    /// A data connection. Whether it can be opened shows only when the transfer begins, with 150 or 425.
    case dataConnection
    /// A control connection under TLS; otherwise this code.
    case protection(otherwise: ReplyCode)
    /// A directly preceding reply that led to this step; otherwise 503.
    case turn(ReplyState)
    /// No `EPSV ALL` before; otherwise 503 (RFC 2428, section 3).
    case freeSetUp
  }

  /// The arguments that the verb may have.
  enum Grammar: Hashable, Sendable {
    /// No argument; any argument gets 501.
    case none
    /// No argument; any argument is ignored, for verbs whose list of codes has no 501.
    case ignored
    /// An optional argument.
    case optional
    /// An argument; without one the reply is 501.
    case required
  }

  enum Offer {
    case always
    /// Connections under TLS.
    case withTLS
    /// No server: the reply only says that the command is not available.
    case never
  }

  let row: VerbRow
  let grammar: Grammar
  let needs: [Need]
  /// The line of FEAT, without its space, for this session; nil if the verb has none.
  let feature: (@Sendable (SessionContext) -> String?)?
  /// What OPTS does for this verb; nil if it has no options.
  let options: Action?
  /// Where HELP lists it.
  let offer: Offer
  /// What a command does and replies; an error is refused with its code for the verb.
  let action: Action

  /// Makes the handler of a verb.
  ///
  /// - Parameters:
  ///   - verb: The verb.
  ///   - mayLackArgument: Whether a required argument may be missing, or an unexpected one present.
  ///   - turn: The step to which the directly preceding reply must lead.
  ///   - feature: The line of FEAT if it differs from the table's.
  ///   - options: What OPTS does for the verb; nil if it has no options.
  ///   - offer: When the server offers the command.
  ///   - action: What a command does and replies.
  init(
    _ verb: Verb, mayLackArgument: Bool = false, turn: ReplyState? = nil,
    feature: (@Sendable (SessionContext) -> String?)? = nil, options: Action? = nil, offer: Offer = .always,
    action: @escaping Action
  ) {
    let row = verb.row ?? VerbRow(unlisted: verb)
    self.row = row
    grammar = mayLackArgument ? .optional : Grammar(row)
    needs = Need.needs(of: row, turn: turn)
    if feature == nil, offer == .always, row.announcesItself, let line = row.feature {
      self.feature = { _ in line }
    } else {
      self.feature = feature
    }
    self.options = options
    self.offer = offer
    self.action = action
  }

  var verb: Verb { row.verb }

  func isOffered(by session: SessionContext) -> Bool {
    switch offer {
    case .always: true
    case .withTLS: session.configuration.tls != nil
    case .never: false
    }
  }

  /// The same handler under an old name.
  func named(_ old: Verb) -> CommandHandler {
    CommandHandler(old, offer: offer, action: action)
  }
}

extension CommandHandler.Grammar {
  /// The arguments that the verb of a row may have.
  init(_ row: VerbRow) {
    if row.arguments.isEmpty {
      self = row.lists(501) ? .none : .ignored
    } else {
      self = row.arguments.hasPrefix("[") ? .optional : .required
    }
  }
}

extension CommandHandler.Need {
  /// What a verb requires, in the order in which it is checked.
  static func needs(of row: VerbRow, turn: ReplyState?) -> [Self] {
    var needs: [Self] = []
    if row.traits.contains(.needsLogin) { needs.append(.login) }
    // CCC has its own code (RFC 2228, section 3).
    if row.traits.contains(.needsProtection) {
      needs.append(.protection(otherwise: row.lists(503) ? 503 : 533))
    }
    if let turn { needs.append(.turn(turn)) }
    if row.traits.contains(.changesFiles) { needs.append(.account) }
    if row.traits.contains(.barredByEPSVAll) { needs.append(.freeSetUp) }
    if row.data != nil { needs.append(.dataConnection) }
    return needs
  }

  /// The need in words, as HELP shows it; nil if the syntax of another command makes it obvious.
  func text(_ diagram: StateDiagram) -> String? {
    switch self {
    case .login: "a login"
    case .account: nil
    case .dataConnection: "a data connection"
    case .protection: "TLS"
    case .turn(let step): diagram.verbs(leadingTo: step).first.map { "\($0) directly before" }
    case .freeSetUp: "no EPSV ALL before"
    }
  }
}

/// The bytes after the verb and one space.
struct Argument {
  /// The bytes; empty if there was no argument.
  let bytes: [UInt8]
  /// Whether there was a space after the verb.
  let isPresent: Bool

  init(_ bytes: [UInt8]?) {
    self.bytes = bytes ?? []
    isPresent = bytes != nil
  }

  /// The bytes as text, repaired if they are not UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes without surrounding spaces, for arguments that are not pathnames (RFC 959, section 5.3).
  var trimmed: ArraySlice<UInt8> {
    var rest = bytes.drop { $0 == 0x20 }
    while rest.last == 0x20 { rest = rest.dropLast() }
    return rest
  }

  /// The parts between spaces, in upper case; for arguments that are not pathnames, where any number of spaces
  /// may occur (RFC 959, section 5.3).
  var words: [String] { text.uppercased().split(separator: " ").map(String.init) }

  var isEmpty: Bool { bytes.isEmpty }
}
