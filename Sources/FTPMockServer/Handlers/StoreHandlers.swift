import FTPProtocol

/// STOR, APPE, STOU (RFC 959, section 4.1.3; RFC 1123, section 4.1.2.9).
enum StoreHandlers {
  static let all = [
    CommandHandler(.stor) { session, argument throws(StorageError) in
      try store(session, argument, otherwise: .beginning)
    },
    // After REST, APPE does what STOR does (RFC 3659, section 5.3).
    CommandHandler(.appe) { session, argument throws(StorageError) in
      try store(session, argument, otherwise: .end)
    },
    CommandHandler(.stou, mayLackArgument: true, action: storeUnique),
  ]

  private static func store(
    _ session: SessionContext, _ argument: Argument, otherwise start: WriteStart
  ) throws(StorageError) -> Response {
    let restart = session.takeRestart()
    let path = try session.path(argument)
    let text = "Opening data connection, type \(session.parameters.type)."
    let start = try session.writeStart(path, restart, otherwise: start)
    let writer = try session.storage.write(path, try permitted(start, session, path))
    return transfer(session, path, start, writer, ServerReply(150, text))
  }

  /// The same start, or that of a new file if the user may not change existing ones; throws `.denied` otherwise.
  private static func permitted(
    _ start: WriteStart, _ session: SessionContext, _ path: VirtualPath
  ) throws(StorageError) -> WriteStart {
    let rights = session.access.rights(to: path)
    let change: Rights = start == .end ? .append : .overwrite
    if rights.contains([.create, change]) { return start }
    let isThere = (try? session.storage.entry(at: path)) != nil
    guard rights.contains(isThere ? change : .create) else { throw .denied }
    if isThere { return start }
    // A file that another session creates meanwhile must not be changed either.
    switch start {
    case .offset(let first) where first > 0: throw .badOffset
    case .range(let first, _) where first > 0: throw .badOffset
    default: return .new
    }
  }

  @Sendable private static func storeUnique(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    guard session.takeRestart() == .none else { return .reply(503, "STOU does not follow REST or RANG.") }
    let name = argument.isEmpty ? Array("unique".utf8) : argument.bytes
    for number in 0..<10_000 {
      let candidate = number == 0 && !argument.isEmpty ? name : name + Array(".\(number)".utf8)
      let path = try session.path(Argument(candidate), for: .create)
      let text = try? StoreUniqueReply(name: path.name ?? candidate).encoded()
      do throws(StorageError) {
        let writer = try session.storage.write(path, .new)
        return transfer(session, path, .new, writer, ServerReply(150, bytes: text ?? []))
      } catch {
        guard error == .exists || error == .isDirectory else { throw error }
      }
    }
    throw .exists
  }

  private static func transfer(
    _ session: SessionContext, _ path: VirtualPath, _ start: WriteStart, _ writer: any FileWriter,
    _ preliminary: ServerReply
  ) -> Response {
    let sink = session.sink(writer, start, at: path)
    return .transfer(Transfer(preliminary: preliminary, direction: .receive(sink)))
  }
}
