import FTPProtocol

/// SYST, NOOP, HELP (RFC 959, section 4.1.3).
enum InformationHandlers {
  static let all = [
    CommandHandler(.syst) { session, _ in
      .reply(215, session.configuration.system ?? session.configuration.dialect.system)
    },
    CommandHandler(.noop) { _, _ in .reply(200, "NOOP ok.") },
    CommandHandler(.help, action: help),
  ]

  @Sendable private static func help(_ session: SessionContext, _ argument: Argument) -> Response {
    let words = argument.words
    guard let word = words.first else { return .reply(overview(session)) }
    if word == "SITE", session.core.registry[.site] != nil {
      return SiteHandlers.help(Argument(Array(words.dropFirst().joined(separator: " ").utf8)))
    }
    guard let handler = session.core.registry[Verb(word)], handler.isOffered(by: session) else {
      return HandlerRegistry.standardVerbs.contains(Verb(word))
        ? .reply(502, "\(word) is not implemented.") : .reply(501, "There is no such command.")
    }
    return .reply(214, "\(handler.row.syntax): \(handler.row.text)" + needs(of: handler, session))
  }

  /// The needs of a command, as a sentence.
  private static func needs(of handler: CommandHandler, _ session: SessionContext) -> String {
    let needs = handler.needs.compactMap { $0.text(session.diagram) }
    return needs.isEmpty ? "" : " Needs " + needs.joined(separator: ", ") + "."
  }

  private static func overview(_ session: SessionContext) -> ServerReply {
    var lines: [[UInt8]] = []
    let names = session.core.registry.handlers.filter { $0.isOffered(by: session) }.map(\.verb.name)
    for start in stride(from: 0, to: names.count, by: 12) {
      let row = names[start..<min(start + 12, names.count)]
      lines.append(Array(row.map { " " + $0 }.joined().utf8))
    }
    return ServerReply(214, "These commands are known:", inside: lines, "HELP with a command explains it.")
  }
}
