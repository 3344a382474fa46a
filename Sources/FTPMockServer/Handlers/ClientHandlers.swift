import FTPProtocol

/// CSID (draft-peterson-streamlined-ftp-command-extensions-10, section 6), and CLNT, which is practice: the client says
/// who it is, and nothing follows from it.
enum ClientHandlers {
  static let all = [
    CommandHandler(
      .csid
    ) { _, _ in
      .reply(200, "Name=ftpraw mock server;CaseSensitive=1;DirSep=/;")
    },
    CommandHandler(
      .clnt
    ) { _, _ in
      .reply(200, "Noted.")
    },
  ]
}
