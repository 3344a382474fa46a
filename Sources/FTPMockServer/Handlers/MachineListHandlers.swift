import FTPProtocol

/// MLST and MLSD (RFC 3659, section 7).
enum MachineListHandlers {
  static let all = [
    CommandHandler(
      .mlst, .optional("pathname"), help: "Describes a file or directory.",
      feature: { $0.facts.feature }, options: options, action: describe),
    CommandHandler(.mlsd, .optional("pathname"), help: "Describes what is in a directory.", action: list),
  ]

  @Sendable private static func describe(_ session: SessionContext, _ argument: Argument) -> Response {
    do throws(StorageError) {
      let path = try session.path(argument)
      let entry = try session.storage.entry(at: path)
      // With TVFS the name is the full one.
      let line = [0x20] + line(session, entry, at: path, name: path.bytes)
      return .reply(ServerReply(250, "Facts:", inside: [line], "End"))
    } catch {
      return refuse(error)
    }
  }

  @Sendable private static func list(_ session: SessionContext, _ argument: Argument) -> Response {
    _ = session.takeRestart()
    do throws(StorageError) {
      let path = try session.path(argument)
      guard try session.storage.entry(at: path).isDirectory else {
        return .reply(501, StorageError.notDirectory.text + ".")
      }
      let entries = try session.storage.entries(in: path)
      return .transfer(
        try .listing(entries.map { line(session, $0, at: path.appending($0.name), name: $0.name) }, session))
    } catch {
      return refuse(error)
    }
  }

  private static func line(
    _ session: SessionContext, _ entry: StorageEntry, at path: VirtualPath, name: [UInt8]
  ) -> [UInt8] {
    session.facts.line(for: entry, at: path, name: name, session.access)
  }

  /// What cannot be a name is an invalid argument (RFC 3659, section 7.1).
  private static func refuse(_ error: StorageError) -> Response {
    .reply(error == .badName ? 501 : error.code(otherwise: 550), error.text + ".")
  }

  @Sendable private static func options(_ session: SessionContext, _ argument: Argument) -> Response {
    guard let facts = FactChoice(option: argument.bytes) else {
      return .reply(501, "Syntax: OPTS MLST [<SP> {<fact> ;}]")
    }
    session.facts = facts
    return .reply(200, "MLST OPTS" + (facts.names.isEmpty ? "" : " " + facts.names))
  }
}
