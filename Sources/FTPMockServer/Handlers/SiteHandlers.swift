import FTPProtocol

/// SITE (RFC 959, section 4.1.3) and its services.
enum SiteHandlers {
  static let all = [
    CommandHandler(.site) { session, argument throws(StorageError) in
      let (word, rest) = Argument(Array(argument.bytes.drop { $0 == 0x20 })).firstWord
      let name = String(decoding: word, as: UTF8.self).uppercased()
      if name == "HELP" { return help(rest) }
      guard let service = services.first(where: { $0.name == name }) else {
        return .reply(501, "There is no such service; SITE HELP lists them.")
      }
      if let refusal = session.refusal(service.needs) { return refusal }
      return try service.action(session, rest)
    }
  ]

  struct Service: Sendable {
    let name: String
    let syntax: String
    var needs: [CommandHandler.Need] = []
    let help: String
    let action: CommandHandler.Action
  }

  static let services = [FileServices.chmod, FileServices.utime, IdleService.idle]

  /// SITE HELP and HELP SITE, for all services or for one.
  static func help(_ argument: Argument) -> Response {
    guard let name = argument.words.first else {
      let names = (["HELP"] + services.map(\.name)).map { Array((" " + $0).utf8) }
      return .reply(ServerReply(214, "These SITE services are known:", inside: names, "End"))
    }
    if name == "HELP" {
      return .reply(214, "SITE HELP [service]: Lists the services or explains one.")
    }
    guard let service = services.first(where: { $0.name == name }) else {
      return .reply(501, "There is no such service.")
    }
    return .reply(214, "SITE \(service.syntax): \(service.help)")
  }
}

extension Argument {
  /// The parts before and after the first space.
  var firstWord: (word: ArraySlice<UInt8>, rest: Argument) {
    let word = bytes.prefix { $0 != 0x20 }
    return (word, Argument(Array(bytes.dropFirst(word.count + 1))))
  }
}
