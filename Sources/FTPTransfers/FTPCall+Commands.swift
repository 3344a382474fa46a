import FTPProtocol

// Replies that only confirm are returned unchanged.
extension FTPEndpoint where Self == FTPCall<Reply> {
  /// CWD: makes a directory the working directory.
  public static func changeDirectory(_ path: FTPPath) -> Self { .plain(.cwd, path) }
  /// CDUP: makes the directory above the working directory.
  public static var changeToParent: Self { .plain(.cdup) }
  /// RMD: removes an empty directory.
  public static func removeDirectory(_ path: FTPPath) -> Self { .plain(.rmd, path) }
  /// DELE: removes a file.
  public static func delete(_ path: FTPPath) -> Self { .plain(.dele, path) }
  /// RNFR and RNTO: renames an entry.
  public static func rename(_ path: FTPPath, to other: FTPPath) -> Self {
    FTPCall(preparations: [Command(.rnfr, bytes: path.bytes)], Command(.rnto, bytes: other.bytes)) { $0 }
  }
  /// NOOP: checks whether the server responds.
  public static var noop: Self { .plain(.noop) }
  /// STAT: the status of the server, or a listing of a path.
  public static func status(_ path: FTPPath? = nil) -> Self { .plain(.stat, path) }
  /// HELP.
  public static func help(_ topic: FTPPath? = nil) -> Self { .plain(.help, topic) }
  /// SITE: a service that only this server has.
  public static func site(_ arguments: FTPPath) -> Self { .plain(.site, arguments) }
  /// Any other command that has no data connection.
  public static func command(_ command: Command) -> Self { FTPCall(command) { $0 } }

  private static func plain(_ verb: Verb, _ argument: FTPPath? = nil) -> Self {
    FTPCall(Command(verb, bytes: argument?.bytes)) { $0 }
  }
}

extension FTPEndpoint where Self == FTPCall<FTPPath> {
  /// PWD: the working directory.
  public static var workingDirectory: Self {
    .reading(.pwd) { (reply) throws(ValueDeviation) in FTPPath(bytes: try PathReply.read(reply).value.path) }
  }

  /// MKD: creates a directory; returns its path as the server reports it, or else as given.
  public static func makeDirectory(_ path: FTPPath) -> Self {
    .reading(.mkd, path) { reply in (try? PathReply.read(reply)).map { FTPPath(bytes: $0.value.path) } ?? path
    }
  }
}

extension FTPEndpoint where Self == FTPCall<UInt64> {
  /// SIZE: how many bytes a transfer would send in the current type (RFC 3659, section 4).
  public static func size(_ path: FTPPath) -> Self {
    .reading(.size, path) { (reply) throws(ValueDeviation) in try SizeReply.read(reply).value.octets }
  }
}

extension FTPEndpoint where Self == FTPCall<TimeValue> {
  /// MDTM: when the content was last changed, in UTC (RFC 3659, section 3).
  public static func modificationTime(_ path: FTPPath) -> Self {
    .reading(.mdtm, path) { (reply) throws(ValueDeviation) in try TimeValue.read(reply).value }
  }
}

extension FTPEndpoint where Self == FTPCall<FeatureList> {
  /// FEAT: the server's features (RFC 2389).
  public static var features: Self {
    .reading(.feat) { (reply) throws(ValueDeviation) in try FeatureList.read(reply).value }
  }
}

extension FTPEndpoint where Self == FTPCall<SystemReply> {
  /// SYST: the system that the server claims to have.
  public static var system: Self {
    .reading(.syst) { (reply) throws(ValueDeviation) in try SystemReply.read(reply).value }
  }
}

extension FTPEndpoint where Self == FTPCall<FTPEntry> {
  /// MLST: the facts about a name (RFC 3659, section 7).
  public static func entry(_ path: FTPPath) -> Self {
    .reading(.mlst, path) { (reply) throws(ValueDeviation) in
      guard let first = try FactList.read(reply).value.first else {
        throw ValueDeviation("3659:7.2:mlst-reply-form", "no entry")
      }
      var entry = FTPEntry(first)
      if !path.name.isEmpty { entry.name = path.name }
      return entry
    }
  }
}

extension FTPCall {
  /// A command whose reply a codec reads; one that it cannot read is an error.
  fileprivate static func reading(
    _ verb: Verb, _ argument: FTPPath? = nil,
    _ read: @escaping @Sendable (Reply) throws(ValueDeviation) -> Output
  ) -> FTPCall {
    FTPCall(Command(verb, bytes: argument?.bytes)) { (reply) throws(FTPError) in
      do throws(ValueDeviation) { return try read(reply) } catch { throw .unreadable(reply, error.text) }
    }
  }
}
