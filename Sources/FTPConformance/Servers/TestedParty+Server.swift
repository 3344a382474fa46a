import FTPClient
import FTPConversation
import FTPProtocol
import FTPText

extension TestedParty {
  /// A server, as reports describe it.
  package init(_ server: TestedServer, knowing facts: ServerFacts) {
    let facts = facts.redacted(for: server)
    let name = facts.greeting.flatMap { ServerName(in: $0) }
    var command = Command(subcommand: "check", operands: server.isEmbedded ? [] : [server.url])
    command.options += server.securityOptions
    if let scratch = server.scratch { command.options += ["--scratch", scratch] }
    if server.active != .auto { command.options += ["--active", server.active.rawValue] }
    self.init(
      .server, server.isEmbedded ? "the embedded server" : server.url,
      software: name?.software,
      words: [
        // Of the greeting, the line with the name of the software, or else the last line.
        facts.greeting.map { greeting in
          name.map { greeting.words(line: $0.line) } ?? Probe.words(of: greeting)
        },
        facts.system.map { Probe.words(of: $0) },
      ].compactMap(\.self),
      isNamePhrase: server.isEmbedded, remarks: ["round trip \(facts.roundTrip.milliseconds)"],
      json: Members(target: server.target, options: server.options, facts: facts.members), command: command)
  }
}

extension TestedServer {
  fileprivate var target: [JSONText.Member] {
    .of([
      "url": url, "host": host, "port": port, "user": VectorText.escape(login.user),
      "embedded": isEmbedded, "security": security.rawValue,
    ])
  }

  /// The options about TLS that a command must repeat, besides the URL.
  package var securityOptions: [String] {
    guard security != .none else { return [] }
    var options = isEmbedded ? ["--tls", security.rawValue] : []
    if let authorities = tls.authorities { options += ["--ca", authorities] }
    if let certificate = tls.certificate { options += ["--cert", certificate] }
    if let key = tls.key { options += ["--key", key] }
    if tls.isInsecure, !isEmbedded { options.append("--insecure") }
    if tls.minimumVersion != ClientTLS().minimumVersion {
      options += ["--tls-min", tls.minimumVersion.rawValue]
    }
    return options
  }

  fileprivate var options: [JSONText.Member] {
    .of(["scratch": scratch, "read_only": isReadOnly, "active": active.rawValue])
  }
}

extension ServerFacts {
  fileprivate var members: [JSONText.Member] {
    func lines(_ reply: Reply?) -> [String]? { reply?.lines.map { VectorText.escape($0.bytes) } }
    return .of([
      "greeting": lines(greeting), "system": lines(system), "feature_reply": lines(featureReply),
      "features": features.features.map { VectorText.escape($0.bytes) }, "round_trip": roundTrip,
      "passive_command": passiveCommand.passiveVerb.name, "harmless_command": harmless.verb,
      "harmless_code": harmless.code.rawValue, "scratch": scratch,
      "refusal_from_root": lines(refusalFromRoot),
      "refusal_of_unknown": lines(refusalOfUnknown), "refusal_of_strangers": lines(refusalOfStrangers),
      "unreadable_names": unreadableNames,
      "answers_to_missing": answersToMissing, "confused_reads": confusedReads,
      "stays_after_quit": staysAfterQuit,
    ])
  }
}
