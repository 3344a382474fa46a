extension Verb {
  /// What a document says of a verb.
  public struct Reference: Hashable, Sendable {
    /// The verb.
    public let verb: Verb
    /// The verb with its argument, optional parts in brackets.
    public let usage: String
    /// What it does, as a clause.
    public let summary: String
    /// The document and section that define it.
    public let source: String
  }

  /// What the documents say of this verb; nil for a verb that none defines.
  public var reference: Reference? { Verb.table[self] }

  /// What the verb does, as a clause; nil for a verb that no document defines.
  public var summary: String? { reference?.summary }

  /// The document and section that define the verb; nil where there is none.
  public var source: String? { reference?.source }

  /// True for the verbs of ``known``. A verb is compared whole: no abbreviation is known.
  public var isKnown: Bool { reference != nil }

  /// Every verb that an RFC, a draft in use or common practice defines, in order of the documents.
  public static let known: [Verb] = references.map(\.verb)

  private static let table = Dictionary(references.map { ($0.verb, $0) }) { first, _ in first }

  private static func row(_ verb: Verb, _ usage: String, _ summary: String, _ source: String) -> Reference {
    Reference(verb: verb, usage: usage, summary: summary, source: source)
  }

  private static let baseRows: [Reference] = [
    row(.user, "USER name", "names the user who logs in", "RFC 959, section 4.1.1"),
    row(.pass, "PASS password", "gives the password of the user named before", "RFC 959, section 4.1.1"),
    row(
      .acct, "ACCT account",
      "gives an account, for the login or for later commands", "RFC 959, section 4.1.1"),
    row(.cwd, "CWD directory", "changes the working directory", "RFC 959, section 4.1.1"),
    row(.cdup, "CDUP", "changes to the parent directory", "RFC 959, section 4.1.1"),
    row(.smnt, "SMNT path", "mounts another file system", "RFC 959, section 4.1.1"),
    row(.rein, "REIN", "ends the login and returns every parameter to its default", "RFC 959, section 4.1.1"),
    row(.quit, "QUIT", "ends the session", "RFC 959, section 4.1.1"),
    row(
      .port, "PORT h1,h2,h3,h4,p1,p2",
      "tells the server which IPv4 address and port to connect to for data", "RFC 959, section 4.1.2"),
    row(
      .pasv, "PASV",
      "asks the server to listen for the data connection and to say where", "RFC 959, section 4.1.2"),
    row(
      .type, "TYPE A or E [N or T or C], I, L bits",
      "sets the representation type", "RFC 959, section 4.1.2"),
    row(.stru, "STRU F, R or P", "sets the file structure", "RFC 959, section 4.1.2"),
    row(.mode, "MODE S, B or C", "sets the transfer mode", "RFC 959, section 4.1.2"),
    row(.retr, "RETR file", "sends a file to the client", "RFC 959, section 4.1.3"),
    row(.stor, "STOR file", "stores a file, replacing what was there", "RFC 959, section 4.1.3"),
    row(.stou, "STOU", "stores a file under a name that is not taken yet", "RFC 959, section 4.1.3"),
    row(.appe, "APPE file", "appends to a file, or makes it", "RFC 959, section 4.1.3"),
    row(.allo, "ALLO bytes [R bytes]", "reserves room for a file", "RFC 959, section 4.1.3"),
    row(
      .rest, "REST marker",
      "sets where the next transfer starts", "RFC 959, section 4.1.3; RFC 3659, section 5"),
    row(.rnfr, "RNFR name", "names what is to be renamed; RNTO follows", "RFC 959, section 4.1.3"),
    row(.rnto, "RNTO name", "gives the new name", "RFC 959, section 4.1.3"),
    row(.abor, "ABOR", "gives up the transfer in progress", "RFC 959, section 4.1.3"),
    row(.dele, "DELE file", "deletes a file", "RFC 959, section 4.1.3"),
    row(.rmd, "RMD directory", "removes a directory", "RFC 959, section 4.1.3"),
    row(.mkd, "MKD directory", "makes a directory", "RFC 959, section 4.1.3"),
    row(.pwd, "PWD", "tells the working directory", "RFC 959, section 4.1.3"),
    row(.list, "LIST [path]", "sends a listing for human readers", "RFC 959, section 4.1.3"),
    row(.nlst, "NLST [path]", "sends the names in a directory, one a line", "RFC 959, section 4.1.3"),
    row(.site, "SITE command", "runs a command of this server's own", "RFC 959, section 4.1.3"),
    row(.syst, "SYST", "tells the type of the server's system", "RFC 959, section 4.1.3"),
    row(
      .stat, "STAT [path]",
      "tells the status of the server, of a transfer or of a file, on the control connection",
      "RFC 959, section 4.1.3"),
    row(.help, "HELP [command]", "tells how to use the server", "RFC 959, section 4.1.3"),
    row(.noop, "NOOP", "does nothing", "RFC 959, section 4.1.3"),
  ]

  private static let laterRows: [Reference] = [
    row(.xcwd, "XCWD directory", "changes the working directory, as CWD does", "RFC 1123, section 4.1.3.1"),
    row(.xcup, "XCUP", "changes to the parent directory, as CDUP does", "RFC 775; RFC 1123, section 4.1.3.1"),
    row(.xmkd, "XMKD directory", "makes a directory, as MKD does", "RFC 775; RFC 1123, section 4.1.3.1"),
    row(.xrmd, "XRMD directory", "removes a directory, as RMD does", "RFC 775; RFC 1123, section 4.1.3.1"),
    row(.xpwd, "XPWD", "tells the working directory, as PWD does", "RFC 775; RFC 1123, section 4.1.3.1"),
    row(
      .lprt, "LPRT family,length,h1,...,length,p1,...",
      "tells the server which address of any family to connect to for data", "RFC 1639, section 2"),
    row(
      .lpsv, "LPSV",
      "asks the server to listen for the data connection and to give a long address", "RFC 1639, section 3"),
    row(.auth, "AUTH mechanism", "begins a security exchange", "RFC 2228, section 3; RFC 4217, section 4"),
    row(.adat, "ADAT base64", "carries data of the security exchange", "RFC 2228, section 3"),
    row(
      .pbsz, "PBSZ size",
      "sets the size of protected blocks; 0 with TLS", "RFC 2228, section 3; RFC 4217, section 9"),
    row(
      .prot, "PROT C, S, E or P",
      "sets the protection of the data connection", "RFC 2228, section 3; RFC 4217, section 9"),
    row(
      .ccc, "CCC",
      "ends the protection of the control connection", "RFC 2228, section 3; RFC 4217, section 5"),
    row(.mic, "MIC base64", "carries a command protected for integrity", "RFC 2228, section 3"),
    row(.conf, "CONF base64", "carries a command protected for confidentiality", "RFC 2228, section 3"),
    row(.enc, "ENC base64", "carries a command protected for both", "RFC 2228, section 3"),
    row(.feat, "FEAT", "lists the extensions that the server has", "RFC 2389, section 3"),
    row(.opts, "OPTS command [options]", "sets options of a command", "RFC 2389, section 4"),
    row(
      .eprt, "EPRT |family|address|port|",
      "tells the server which address and port to connect to for data", "RFC 2428, section 2"),
    row(
      .epsv, "EPSV [family or ALL]",
      "asks the server to listen for the data connection and to give its port", "RFC 2428, section 3"),
    row(.lang, "LANG [tag]", "sets the language of replies", "RFC 2640, section 4.1"),
    row(.mdtm, "MDTM file", "tells when a file was last modified, in UTC", "RFC 3659, section 3"),
    row(.size, "SIZE file", "tells how many bytes a transfer of a file would take", "RFC 3659, section 4"),
    row(
      .mlst, "MLST [path]",
      "tells the facts of one file, on the control connection", "RFC 3659, section 7"),
    row(.mlsd, "MLSD [directory]", "sends the facts of the files in a directory", "RFC 3659, section 7"),
    row(.host, "HOST name", "names the virtual host, before the login", "RFC 7151, section 3"),
    row(.mfmt, "MFMT time file", "sets when a file was last modified", "draft-somers-ftp-mfxx, section 3"),
    row(.mfct, "MFCT time file", "sets when a file was created", "draft-somers-ftp-mfxx, section 4"),
    row(.mff, "MFF facts file", "sets facts of a file", "draft-somers-ftp-mfxx, section 5"),
    row(.hash, "HASH file", "tells the hash of a file", "draft-bryan-ftpext-hash, section 3"),
    row(
      .rang, "RANG first last",
      "sets which bytes the next transfer moves", "draft-bryan-ftp-range, section 3"),
    row(
      .spsv, "SPSV",
      "asks for a data connection to the same address and port", "draft-rosenau-ftp-single-port, version 05"),
    row(
      .spdt, "SPDT",
      "opens a data connection on the port of the control connection",
      "draft-rosenau-ftp-single-port, version 05"),
    row(
      .avbl, "AVBL [directory]",
      "tells how much room there is", "draft-peterson-streamlined-ftp-command-extensions"),
    row(
      .dsiz, "DSIZ directory",
      "tells how much room a directory takes", "draft-peterson-streamlined-ftp-command-extensions"),
    row(
      .rmda, "RMDA directory",
      "removes a directory with all it holds", "draft-peterson-streamlined-ftp-command-extensions"),
    row(
      .csid, "CSID facts",
      "tells each side's name and version", "draft-peterson-streamlined-ftp-command-extensions"),
    row(
      .thmb, "THMB format width height file",
      "sends a small picture of a file", "draft-peterson-streamlined-ftp-command-extensions"),
    row(.clnt, "CLNT name", "tells the client's name; no document defines it", "common practice"),
  ]

  private static let references = baseRows + laterRows
}
