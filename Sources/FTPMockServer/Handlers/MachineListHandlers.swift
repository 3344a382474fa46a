import FTPProtocol

/// MLST and MLSD (RFC 3659, section 7).
enum MachineListHandlers {
  static let all = [
    CommandHandler(
      .mlst,
      feature: { $0.facts.feature }, options: options, action: describe),
    CommandHandler(.mlsd, action: list),
  ]

  @Sendable private static func describe(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    let (path, entry) = try session.visibleEntry(argument)
    // With TVFS the name is the full one.
    let line = [0x20] + line(session, entry, at: path, name: path.bytes)
    return .reply(ServerReply(250, "Facts:", inside: [line], "End"))
  }

  /// Lines sent as with TYPE L 8, MODE S and STRU F, whatever the parameters are (RFC 3659, section 7.2).
  @Sendable private static func list(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    _ = session.takeRestart()
    let (path, entry) = try session.listedEntry(argument)
    guard entry.isDirectory else { return .reply(501, StorageError.notDirectory.text + ".") }
    let (storage, facts, access) = (session.storage, session.facts, session.presentAccess)
    let source = ListingSource(
      heading: headings(session, entry, at: path), try storage.names(in: path), lineEnd: [0x0D, 0x0A]
    ) { names in
      names.compactMap { name in
        let place = path.appending(name)
        // Entries that have disappeared meanwhile are left out.
        return (try? storage.entry(at: place)).map { facts.line(for: $0, at: place, name: name, access) }
      }
    }
    return .transfer(Transfer(ofListing: source))
  }

  /// The listed directory and its parent (RFC 3659, sections 7.5.1.2 and 7.5.1.4), under full names, which are valid
  /// wherever the client is.
  private static func headings(
    _ session: SessionContext, _ entry: StorageEntry, at path: VirtualPath
  ) -> [[UInt8]] {
    guard session.facts.tellsType else { return [] }
    let listed = line(session, entry, at: path, name: path.bytes, .listed)
    guard !path.isRoot, let above = try? session.storage.entry(at: path.parent) else { return [listed] }
    return [listed, line(session, above, at: path.parent, name: path.parent.bytes, .parent)]
  }

  private static func line(
    _ session: SessionContext, _ entry: StorageEntry, at path: VirtualPath, name: [UInt8],
    _ relation: FactChoice.Relation? = nil
  ) -> [UInt8] {
    session.facts.line(for: entry, at: path, name: name, session.presentAccess, relation)
  }

  @Sendable private static func options(_ session: SessionContext, _ argument: Argument) -> Response {
    guard let facts = FactChoice(option: argument.bytes) else {
      return .reply(501, "Syntax: OPTS MLST [<SP> {<fact> ;}]")
    }
    session.facts = facts
    return .reply(200, "MLST OPTS" + (facts.names.isEmpty ? "" : " " + facts.names))
  }
}
