extension Verb {
  /// What a document says a command is for.
  public struct Definition: Hashable, Sendable {
    /// The verb.
    public let verb: Verb
    /// What follows the verb, optional parts in brackets; empty for a command without an argument.
    public let arguments: String
    /// One sentence.
    public let text: String
    /// The document and section that define the command.
    public let source: String
  }

  /// What the documents say this command is for; nil for a verb that none defines.
  ///
  /// A verb with its argument, such as `EPSV ALL`, is not a verb here.
  public var definition: Definition? { Verb.definitionsByVerb[self] }

  /// Every command that a document defines, in the order of the documents.
  public static let definitions: [Definition] = baseDefinitions + laterDefinitions + draftDefinitions

  private static let definitionsByVerb: [Verb: Definition] = Dictionary(
    definitions.map { ($0.verb, $0) }, uniquingKeysWith: { first, _ in first })

  private static func define(
    _ verb: Verb, _ arguments: String, _ text: String, _ source: String
  ) -> Definition {
    Definition(verb: verb, arguments: arguments, text: text, source: source)
  }

  private static let baseDefinitions: [Definition] = {
    let access = "RFC 959, section 4.1.1"
    let parameters = "RFC 959, section 4.1.2"
    let service = "RFC 959, section 4.1.3"
    return [
      define(.user, "name", "Names the user and begins a login, also in the middle of a session.", access),
      define(.pass, "password", "Gives the password of the user named just before.", access),
      define(
        .acct, "account", "Gives the account that the login, or a command, asked for with 332 or 532.", access
      ),
      define(.cwd, "path", "Makes a directory the current one.", access),
      define(.cdup, "", "Makes the parent of the current directory the current one.", access),
      define(.smnt, "path", "Mounts another file system.", access),
      define(
        .rein, "",
        "Ends the login and sets everything back as it was after connecting; the connection stays.",
        access),
      define(.quit, "", "Ends the session; a transfer that is going on is finished first.", access),
      define(
        .port, "h1,h2,h3,h4,p1,p2", "Tells the server the IPv4 address and port to open data connections to.",
        parameters),
      define(
        .pasv, "", "Asks the server to listen for a data connection and to say where, in a 227 reply.",
        parameters),
      define(
        .type, "A|E [N|T|C], I, or L size", "Sets the representation type of the data transferred.",
        parameters),
      define(.stru, "F|R|P", "Sets the file structure: file, record or page.", parameters),
      define(.mode, "S|B|C", "Sets the transfer mode: stream, block or compressed.", parameters),
      define(.retr, "path", "Sends a file to the client over the data connection.", service),
      define(.stor, "path", "Stores the data received as a file, in place of one that was there.", service),
      define(
        .stou, "", "Stores the data received under a name that the server makes up and tells.", service),
      define(
        .appe, "path", "Adds the data received to the end of a file, which is created if need be.", service),
      define(.allo, "size [R size]", "Reserves room for a file that is about to be stored.", service),
      define(
        .rest, "marker", "Names the place at which the transfer command that follows begins.",
        "RFC 959, section 4.1.3; RFC 3659, section 5"),
      define(.rnfr, "path", "Names the file to rename; RNTO follows.", service),
      define(.rnto, "path", "Gives the file named by RNFR its new name.", service),
      define(.abor, "", "Breaks off the command before it and its transfer.", service),
      define(.dele, "path", "Deletes a file.", service),
      define(.rmd, "path", "Removes a directory.", service),
      define(.mkd, "path", "Makes a directory and tells its name in a 257 reply.", service),
      define(.pwd, "", "Tells the name of the current directory in a 257 reply.", service),
      define(
        .list, "[path]", "Sends a listing for people to read over the data connection.", service),
      define(.nlst, "[path]", "Sends names of files, one a line, over the data connection.", service),
      define(.site, "text", "Does something that only this server knows.", service),
      define(.syst, "", "Tells the operating system of the server.", service),
      define(
        .stat, "[path]",
        "Tells the state of the session or of a transfer, or lists a path, over the control connection.",
        service),
      define(.help, "[verb]", "Tells how to use the server, or one of its commands.", service),
      define(.noop, "", "Does nothing, and says so with 200.", service),
      define(.xcwd, "path", "An old name of CWD.", "RFC 775; RFC 1123, section 4.1.3.1"),
      define(.xcup, "", "An old name of CDUP.", "RFC 775; RFC 1123, section 4.1.3.1"),
      define(.xmkd, "path", "An old name of MKD.", "RFC 775; RFC 1123, section 4.1.3.1"),
      define(.xrmd, "path", "An old name of RMD.", "RFC 775; RFC 1123, section 4.1.3.1"),
      define(.xpwd, "", "An old name of PWD.", "RFC 775; RFC 1123, section 4.1.3.1"),
    ]
  }()

  private static let laterDefinitions: [Definition] = {
    let security = "RFC 2228, section 3"
    return [
      define(
        .lprt, "family,length,address...,length,port...",
        "Tells the server a long address and port to open data connections to.", "RFC 1639, section 2"),
      define(
        .lpsv, "", "Asks the server to listen and to say where as a long address, in a 228 reply.",
        "RFC 1639, section 3"),
      define(
        .auth, "mechanism", "Begins a security exchange; AUTH TLS begins TLS.",
        "RFC 2228, section 3; RFC 4217, section 4"),
      define(.adat, "base64", "Carries one more piece of a security exchange.", security),
      define(.pbsz, "size", "Agrees on the largest block of protected data; 0 with TLS.", security),
      define(
        .prot, "C|S|E|P", "Sets how data connections are protected; C is clear, P is private.", security),
      define(.ccc, "", "Ends the protection of the control connection.", security),
      define(.mic, "base64", "Carries a command protected for integrity.", security),
      define(.conf, "base64", "Carries a command protected for confidentiality.", security),
      define(.enc, "base64", "Carries a command protected for integrity and confidentiality.", security),
      define(.feat, "", "Lists the extensions that the server has.", "RFC 2389, section 3"),
      define(.opts, "verb [options]", "Sets how another command behaves.", "RFC 2389, section 4"),
      define(
        .eprt, "|family|address|port|",
        "Tells the server an address of any family to open data connections to.",
        "RFC 2428, section 2"),
      define(
        .epsv, "[family|ALL]",
        "Asks the server to listen at its own address and to name the port, in a 229 reply.",
        "RFC 2428, section 3"),
      define(.lang, "[tag]", "Sets the language of greetings and replies.", "RFC 2640, section 4.1"),
      define(.mdtm, "path", "Tells when a file was last modified, in UTC.", "RFC 3659, section 3"),
      define(
        .size, "path", "Tells how many bytes a transfer of a file would send now.", "RFC 3659, section 4"),
      define(
        .mlst, "[path]", "Tells facts about one file, for programs, over the control connection.",
        "RFC 3659, section 7"),
      define(
        .mlsd, "[path]",
        "Sends facts about the files of a directory, for programs, over the data connection.",
        "RFC 3659, section 7"),
      define(
        .host, "name", "Names the virtual host that is meant, before a login.", "RFC 7151, section 3"),
    ]
  }()

  private static let draftDefinitions: [Definition] = {
    let streamlined = "draft-peterson-streamlined-ftp-command-extensions"
    return [
      define(.mfmt, "time path", "Sets the modification time of a file.", "draft-somers-ftp-mfxx, section 3"),
      define(.mfct, "time path", "Sets the creation time of a file.", "draft-somers-ftp-mfxx, section 4"),
      define(.mff, "facts path", "Sets facts of a file.", "draft-somers-ftp-mfxx, section 5"),
      define(.hash, "path", "Tells the hash of a file.", "draft-bryan-ftpext-hash, section 3"),
      define(
        .rang, "first last", "Names the range of bytes that the transfer command that follows is about.",
        "draft-bryan-ftp-range, section 3"),
      define(
        .spsv, "", "Asks the server to take the data connection on the port of the control connection.",
        "draft-rosenau-ftp-single-port, section 3"),
      define(
        .spdt, "identifier", "Turns a second connection into the data connection that SPSV announced.",
        "draft-rosenau-ftp-single-port, section 3"),
      define(.avbl, "[path]", "Tells how many bytes are free.", "\(streamlined), section 4"),
      define(
        .dsiz, "[path]", "Tells the size of a directory with all that is in it.", "\(streamlined), section 3"),
      define(.rmda, "path", "Removes a directory with all that is in it.", "\(streamlined), section 2"),
      define(.csid, "facts", "Tells the server which client this is.", "\(streamlined), section 6"),
      define(
        .thmb, "format width height path", "Sends a small image of a file over the data connection.",
        "\(streamlined), section 5"),
      define(.clnt, "name", "Tells the server which client this is.", "practice"),
    ]
  }()
}
