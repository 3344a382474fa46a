import FTPProtocol

/// LIST and NLST (RFC 959, section 4.1.3; RFC 1123, section 4.1.2.7).
enum ListHandlers {
  static let all = [
    CommandHandler(.list) { session, argument throws(StorageError) in
      try list(session, argument) { (argument) throws(StorageError) in
        try Listing.names(session, argument)
      }
    },
    CommandHandler(.nlst) { session, argument throws(StorageError) in
      try list(session, argument) { (argument) throws(StorageError) in try names(session, argument) }
    },
  ]

  /// Sends lines, in ASCII whatever the type is.
  private static func list(
    _ session: SessionContext, _ argument: Argument,
    _ listing: (Argument) throws(StorageError) -> (names: [[UInt8]], write: ListingSource.Writer)
  ) throws(StorageError) -> Response {
    _ = session.takeRestart()
    let (names, write) = try listing(argument.withoutOptions)
    return .transfer(Transfer(ofListing: session.source(ofListing: names, write)))
  }

  /// Each line must be usable unchanged in a command, so it repeats the requested directory.
  private static func names(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> (names: [[UInt8]], write: ListingSource.Writer) {
    if let entries = try session.matches(argument) { return (entries.map(\.name), { Array($0) }) }
    let (path, entry) = try session.listedEntry(argument)
    guard entry.isDirectory else { return ([argument.bytes], { Array($0) }) }
    var prefix = argument.bytes
    if let last = prefix.last, last != UInt8(ascii: "/") { prefix.append(UInt8(ascii: "/")) }
    return (try session.storage.names(in: path), { names in names.map { prefix + $0 } })
  }
}

extension Argument {
  /// The argument without leading words that begin with a hyphen: options of `ls`, which some clients send and which
  /// have no effect here.
  var withoutOptions: Argument {
    var rest = bytes[...]
    while rest.first == UInt8(ascii: "-") {
      rest = rest.drop { $0 != 0x20 }.drop { $0 == 0x20 }
    }
    return Argument(Array(rest))
  }
}
