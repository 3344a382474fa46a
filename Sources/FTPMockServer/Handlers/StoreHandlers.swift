import FTPProtocol

/// STOR, APPE, STOU (RFC 959, section 4.1.3; RFC 1123, section 4.1.2.9).
enum StoreHandlers {
  static let all = [
    CommandHandler(.stor, .required("pathname"), help: "Receives a file.") { session, argument in
      store(session, argument, otherwise: .beginning)
    },
    // Behind REST it does what STOR does (RFC 3659, section 5.3).
    CommandHandler(.appe, .required("pathname"), help: "Receives the continuation of a file.") {
      session, argument in
      store(session, argument, otherwise: .end)
    },
    CommandHandler(
      .stou, .optional("pathname"), help: "Receives a file under a name that is new.", action: storeUnique),
  ]

  private static func store(
    _ session: SessionContext, _ argument: Argument, otherwise start: WriteStart
  ) -> Response {
    let restart = session.takeRestart()
    do throws(StorageError) {
      let path = try session.changeablePath(argument)
      let text = "Opening data connection, type \(session.parameters.representation.name)."
      let start = try session.writeStart(path, restart, otherwise: start)
      return try transfer(session, path, start, ServerReply(150, text))
    } catch {
      return refuse(error)
    }
  }

  @Sendable private static func storeUnique(_ session: SessionContext, _ argument: Argument) -> Response {
    guard session.takeRestart() == .none else { return .reply(503, "STOU does not follow REST or RANG.") }
    let name = argument.isEmpty ? Array("unique".utf8) : argument.bytes
    do throws(StorageError) {
      for number in 0..<10_000 {
        let candidate = number == 0 && !argument.isEmpty ? name : name + Array(".\(number)".utf8)
        let path = try session.changeablePath(Argument(candidate))
        let text = try? StoreUniqueReply(name: path.name ?? candidate).encoded()
        do throws(StorageError) {
          return try transfer(session, path, .new, ServerReply(150, bytes: text ?? []))
        } catch .exists {
          continue
        } catch .isDirectory {
          continue
        }
      }
      throw .exists
    } catch {
      return refuse(error)
    }
  }

  private static func transfer(
    _ session: SessionContext, _ path: VirtualPath, _ start: WriteStart, _ preliminary: ServerReply
  ) throws(StorageError) -> Response {
    let writer = try session.storage.write(path, start)
    let sink = session.sink(writer, start, at: path)
    return .transfer(Transfer(preliminary: preliminary, direction: .receive(sink)))
  }

  private static func refuse(_ error: StorageError) -> Response {
    switch error {
    case .full: .reply(452, error.text + ".")
    case .badOffset: .reply(554, error.text + ".")
    default: .reply(error.code(otherwise: 553), error.text + ".")
    }
  }
}
