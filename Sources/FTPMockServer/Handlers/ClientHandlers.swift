import FTPProtocol

/// CSID (draft-peterson-streamlined-ftp-command-extensions-10, section 6), and CLNT, a convention: the client names
/// itself, without further effect.
enum ClientHandlers {
  static let all = [
    CommandHandler(.csid) { _, _ in .reply(200, "Name=ftpraw mock server;CaseSensitive=1;DirSep=/;") },
    CommandHandler(.clnt) { _, _ in .reply(200, "Noted.") },
  ]
}
