import FTPProtocol

/// The verbs of a server.
///
/// The general replies to a command, from 500 to 530, are given here, so that a handler gets only commands that it can
/// process.
struct HandlerRegistry: Sendable {
  /// The handlers in the order in which HELP shows them.
  let handlers: [CommandHandler]
  private let byVerb: [Verb: CommandHandler]

  init(_ handlers: [CommandHandler]) {
    self.handlers = handlers
    byVerb = Dictionary(handlers.map { ($0.verb, $0) }) { first, _ in first }
  }

  /// The same without some verbs.
  func without(_ verbs: Set<Verb>) -> HandlerRegistry {
    verbs.isEmpty ? self : HandlerRegistry(handlers.filter { !verbs.contains($0.verb) })
  }

  subscript(verb: Verb) -> CommandHandler? { byVerb[verb] }

  /// Answers one command.
  func respond(to command: Command, _ session: SessionContext) -> Response {
    guard let handler = byVerb[command.verb] else {
      // A verb of some RFC is not implemented; any other is not a command (RFC 959, section 4.2).
      return Self.standardVerbs.contains(command.verb)
        ? .notImplemented : .reply(500, "Command not understood.")
    }
    if let refusal = session.refusalInClear(of: handler) ?? session.refusal(handler.needs) { return refusal }
    let argument = Argument(command.argument)
    switch handler.grammar {
    case .none where !argument.isEmpty: return .reply(501, "\(handler.verb) takes no argument.")
    case .required where argument.isEmpty: return .reply(501, "Syntax: \(handler.row.syntax)")
    default:
      do throws(StorageError) {
        return try handler.action(session, argument)
      } catch {
        return .reply(error.code(for: handler.verb), error.text + ".")
      }
    }
  }

  static let standardVerbs = Set(VerbTable.verbs.map(\.verb))
}

extension SessionContext {
  /// The reply if something required is missing; nil otherwise.
  func refusal(_ needs: [CommandHandler.Need]) -> Response? {
    for need in needs {
      switch need {
      case .login where user == nil: return .reply(530, "Please log in with USER and PASS.")
      case .account where lacksAccount: return .reply(532, "Need account for storing files.")
      case .protection(let code) where !isProtected:
        if protection.isCleared, configuration.habits.contains(.protectsAfterCCC) { continue }
        return .reply(code, "The control connection is not protected.")
      case .turn(let step) where pending != step:
        let first = diagram.verbs(leadingTo: step).first.map { ": \($0) comes first" } ?? ""
        return .reply(503, "Bad sequence of commands\(first).")
      case .freeSetUp where isExtendedPassiveOnly: return .reply(503, "EPSV ALL is in force.")
      case .login, .account, .dataConnection, .protection, .turn, .freeSetUp: continue
      }
    }
    return nil
  }
}

extension HandlerRegistry {
  /// All verbs of a server without faults.
  static let obedient = HandlerRegistry(
    [
      LoginHandlers.all, DirectoryHandlers.all, ParameterHandlers.all, PassiveHandlers.all,
      ActiveHandlers.all, RetrieveHandlers.all, StoreHandlers.all, ListHandlers.all, MachineListHandlers.all,
      FileHandlers.all, FactHandlers.all, HashHandlers.all, RangeHandlers.all, SpaceHandlers.all,
      StatusHandlers.all, HostHandlers.all, LanguageHandlers.all, ClientHandlers.all, InformationHandlers.all,
      SiteHandlers.all, FeatureHandlers.all, SecurityHandlers.all,
    ].flatMap(\.self))
}
