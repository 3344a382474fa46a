import FTPProtocol

/// AVBL (draft-peterson-streamlined-ftp-command-extensions-10, section 4).
enum SpaceHandlers {
  static let all = [
    CommandHandler(.avbl) { session, argument throws(StorageError) in
      guard try session.storage.entry(at: try session.path(argument)).isDirectory else { throw .notDirectory }
      return .reply(213, "\(session.storage.available)")
    }
  ]
}
