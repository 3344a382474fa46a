import FTPProtocol

/// FEAT and OPTS (RFC 2389).
enum FeatureHandlers {
  static let all = [
    CommandHandler(.feat) { session, _ in
      let lines = session.core.registry.handlers.compactMap { $0.feature?(session) }.sorted()
      guard !lines.isEmpty else { return .reply(211, "There are no extensions.") }
      return .reply(
        ServerReply(211, "Extensions supported:", inside: lines.map { Array((" " + $0).utf8) }, "End"))
    },
    CommandHandler(
      .opts,
      // Names are UTF-8 at all times (RFC 2640, section 3.2).
      feature: { _ in "UTF8" }, action: options),
  ]

  @Sendable private static func options(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    let parts = argument.bytes.drop { $0 == 0x20 }.split(
      separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
    let verb = Verb(bytes: parts.first ?? [])
    // Not a command, but clients have sent it since a draft defined it: the answer is always yes.
    if verb == "UTF8" || verb == "UTF-8" { return utf8(Argument(Array(parts.dropFirst().first ?? []))) }
    guard let handler = session.core.registry[verb] else { return .reply(501, "There is no such command.") }
    guard let options = handler.options else { return .reply(501, "\(verb) has no options.") }
    return try options(session, Argument(Array(parts.dropFirst().first ?? [])))
  }

  private static func utf8(_ argument: Argument) -> Response {
    switch argument.words {
    case [], ["ON"]: .reply(200, "UTF8 is always on.")
    default: .reply(501, "UTF8 cannot be switched off.")
    }
  }
}
