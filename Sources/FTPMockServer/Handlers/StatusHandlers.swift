import FTPProtocol

/// STAT and ABOR (RFC 959, section 4.1.3).
///
/// The session handles them during a transfer; here they run without one.
enum StatusHandlers {
  static let all = [
    CommandHandler(.stat, action: status),
    CommandHandler(.abor) { session, _ in
      session.releasePassivePort()
      return .reply(226, "Nothing is being transferred.")
    },
  ]

  @Sendable private static func status(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    guard !argument.isEmpty else { return .reply(report(session, transferred: nil)) }
    let argument = argument.withoutOptions
    let isDirectory = try session.storage.entry(at: try session.path(argument)).isDirectory
    let (names, write) = try Listing.names(session, argument)
    let listing = ListingSource(names, lineEnd: [], write)
    return .listing(ServerReply(isDirectory ? 212 : 213, "Listing:", inside: [], "End"), listing)
  }

  /// The state of the session; `transferred` is how many bytes a transfer in progress has moved.
  static func report(_ session: SessionContext, transferred: UInt64?) -> ServerReply {
    var lines = [
      "Connected from \(session.peerAddress)",
      session.user.map { "Logged in as \($0.name)" } ?? "Not logged in",
      "TYPE: \(session.parameters.type); STRU: \(session.parameters.structure.word); "
        + "MODE: \(session.parameters.mode.word)",
    ]
    if let host = session.host { lines.append("Host: \(host)") }
    if let transferred {
      lines.append("Data transfer under way, \(transferred) bytes so far")
    } else {
      lines.append(describe(session.data))
    }
    return ServerReply(211, "Status:", inside: lines.map { Array((" " + $0).utf8) }, "End of status")
  }

  private static func describe(_ data: DataChannel) -> String {
    switch data {
    case .defaultPort: "No data connection, default port"
    case .active(let address): "No data connection, will connect to \(address)"
    case .passive(let port): "No data connection, listening on \(port.listener.localAddress)"
    case .spent: "No data connection"
    }
  }
}
