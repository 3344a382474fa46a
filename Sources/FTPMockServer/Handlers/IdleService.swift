import FTPProtocol

/// SITE IDLE: a client asks for a longer or shorter timeout.
enum IdleService {
  /// The longest timeout that a client can request, in seconds: two hours.
  static let longest: UInt64 = 7200

  static let idle = SiteHandlers.Service(
    name: "IDLE", syntax: "IDLE [seconds]",
    help: "Tells or sets after how many idle seconds the session ends."
  ) { session, argument in
    let current = session.idleTimeout ?? session.configuration.timeouts.idle
    guard !argument.isEmpty else {
      return .reply(
        200, "The session ends after \(current.components.seconds) idle seconds, at most \(longest).")
    }
    guard let seconds = UInt64(digits: argument.bytes[...]), (1...longest).contains(seconds) else {
      return .reply(501, "A number from 1 to \(longest) is needed.")
    }
    session.idleTimeout = .seconds(seconds)
    return .reply(200, "The session ends after \(seconds) idle seconds.")
  }
}
