import FTPProtocol

/// CSID (draft-peterson-streamlined-ftp-command-extensions-10, section 6), and CLNT, which is practice: the client says
/// who it is, and nothing follows from it.
enum ClientHandlers {
  static let all = [
    CommandHandler(
      .csid, .required("{fact=value;}"), help: "Takes the name of the client and tells that of the server.",
      feature: { _ in "CSID" }
    ) { _, _ in
      .reply(200, "Name=ftpraw mock server;CaseSensitive=1;DirSep=/;")
    },
    CommandHandler(
      .clnt, .required("name"), needs: [], help: "Takes the name of the client.", feature: { _ in "CLNT" }
    ) { _, _ in
      .reply(200, "Noted.")
    },
  ]
}
