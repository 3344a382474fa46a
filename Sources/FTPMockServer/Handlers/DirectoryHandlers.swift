import FTPProtocol

/// PWD, CWD, CDUP, MKD, RMD and their X forms (RFC 959, section 4.1 and appendix II; RFC 775).
enum DirectoryHandlers {
  static let all: [CommandHandler] = {
    let pwd = CommandHandler(.pwd) { session, _ in
      reply(session.directory, "is the working directory.")
    }
    // Slashes separate the parts of names, as TVFS promises (RFC 3659, section 6).
    let cwd = CommandHandler(.cwd, feature: { _ in "TVFS" }, action: move)
    let cdup = CommandHandler(.cdup) { session, _ throws(StorageError) in
      try move(session, to: Argument(Array("..".utf8)))
    }
    let mkd = CommandHandler(.mkd, action: make)
    let rmd = CommandHandler(.rmd, action: remove)
    return [
      pwd, cwd, cdup, mkd, rmd, pwd.named(.xpwd), cwd.named(.xcwd), cdup.named(.xcup), mkd.named(.xmkd),
      rmd.named(.xrmd),
    ]
  }()

  /// A 257: the path in double quotes, then words (RFC 959, appendix II).
  private static func reply(_ path: VirtualPath, _ words: String) -> Response {
    guard let text = try? PathReply(path: path.bytes, comment: words.utf8).encoded() else {
      return .reply(550, StorageError.badName.text + ".")
    }
    return .reply(ServerReply(257, bytes: text))
  }

  @Sendable private static func move(
    _ session: SessionContext, to argument: Argument
  ) throws(StorageError) -> Response {
    let path = try session.path(argument)
    guard try session.storage.entry(at: path).isDirectory else { throw .notDirectory }
    try session.storage.enter(path)
    session.directory = path
    return .reply(250, "Working directory changed.")
  }

  @Sendable private static func make(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    let path = try session.path(argument, for: .makeDirectory)
    try session.storage.makeDirectory(path)
    return reply(path, "created.")
  }

  @Sendable private static func remove(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    try session.storage.removeDirectory(try session.path(argument, for: .delete))
    return .reply(250, "Directory removed.")
  }
}
