import FTPProtocol

/// LIST and NLST (RFC 959, section 4.1.3; RFC 1123, section 4.1.2.7).
enum ListHandlers {
  static let all = [
    CommandHandler(
      .list
    ) {
      session, argument in
      list(session) { () throws(StorageError) in
        try Listing.lines(session, argument.withoutOptions)
      }
    },
    CommandHandler(
      .nlst
    ) {
      session, argument in
      list(session) { () throws(StorageError) in try names(session, argument.withoutOptions) }
    },
  ]

  /// Sends lines, in ASCII whatever the type is.
  private static func list(
    _ session: SessionContext, _ lines: () throws(StorageError) -> [[UInt8]]
  ) -> Response {
    _ = session.takeRestart()
    do throws(StorageError) {
      return .transfer(try .listing(try lines(), session))
    } catch {
      return .reply(error.code(otherwise: 550), error.text + ".")
    }
  }

  /// Each line can be used in a command as it stands, so it repeats the directory that was asked for.
  private static func names(_ session: SessionContext, _ argument: Argument) throws(StorageError) -> [[UInt8]]
  {
    let (path, entry) = try session.listedEntry(argument)
    guard entry.isDirectory else { return [argument.bytes] }
    var prefix = argument.bytes
    if let last = prefix.last, last != UInt8(ascii: "/") { prefix.append(UInt8(ascii: "/")) }
    return try session.storage.entries(in: path).map { prefix + $0.name }
  }
}

extension Transfer {
  /// Lines to be sent, each ended as the parameters have it.
  static func listing(_ lines: [[UInt8]], _ session: SessionContext) throws(StorageError) -> Transfer {
    var text: [UInt8] = []
    for line in lines {
      text += line
      text.append(0x0A)
    }
    return Transfer(
      preliminary: ServerReply(150, "Opening data connection for the listing."),
      direction: .send(try session.source(ofListing: text)))
  }
}

extension Argument {
  /// The argument without words in front that begin with a hyphen: options of `ls`, which clients send and which
  /// change nothing here.
  var withoutOptions: Argument {
    var rest = bytes[...]
    while rest.first == UInt8(ascii: "-") {
      rest = rest.drop { $0 != 0x20 }.drop { $0 == 0x20 }
    }
    return Argument(Array(rest))
  }
}
