private let accessControl = "RFC 959, section 4.1.1"
private let parameter = "RFC 959, section 4.1.2"
private let service = "RFC 959, section 4.1.3"
private let oldName = "RFC 775; RFC 1123, section 4.1.3.1"
private let table: Origin = "RFC 959, section 5.4"
private let appendix: Origin = "RFC 959, appendix II"
private let xVerbs: Origin = "RFC 1123, section 4.1.3.1"
private let restarting: Origin = "RFC 1123, section 4.1.3.4"
private let protection: Origin = "RFC 2228, section 6"
private let tls: Origin = "RFC 4217, section 10.2"
private let dataTLS: Origin = "RFC 4217, section 11.4"

extension VerbTable {
  /// Access control (section 4.1.1).
  static let access: [VerbRow] = [
    VerbRow(
      .user, "name", "Names the user and begins a login, also in the middle of a session.",
      accessControl, .user, [.minimum, .required, .setsState], role: .user, codes: "959:5.4:user-codes",
      .codes("230 331 332 530 500 501 421", table),
      .codes("232 336", "RFC 2228, section 8.2"),
      .codes("421 534 522 550", .practice)),
    VerbRow(
      .pass, "password", "Gives the password of the user named just before.",
      accessControl, .pass, [.required, .secret, .setsState], role: .password, codes: "959:5.4:pass-codes",
      .codes("230 202 332 530 500 501 503 421", table),
      .codes("421", "RFC 2577, section 5"),
      .codes("530 421", .practice),
      .codes("220", .wrong)),
    VerbRow(
      .acct, "account", "Gives the account that the login, or a command, asked for with 332 or 532.",
      accessControl, .acct, [.required, .secret, .setsState], role: .account, codes: "959:5.4:acct-codes",
      .codes("230 202 530 500 501 503 421", table),
      .codes("502", .practice)),
    VerbRow(
      .cwd, "path", "Makes a directory the current one.",
      accessControl, .simple, [.required, .needsLogin, .touchesFiles, .setsState], codes: "959:5.4:cwd-codes",
      .codes("250 500 501 502 421 530 550", table),
      .codes("200 431", appendix)),
    VerbRow(
      .cdup, "", "Makes the parent of the current directory the current one.",
      accessControl, .simple, [.required, .needsLogin, .touchesFiles, .setsState],
      codes: "959:5.4:cdup-codes",
      .codes("200 500 501 502 421 530 550", table),
      .codes("250", appendix)),
    VerbRow(
      .smnt, "path", "Mounts another file system.",
      accessControl, .simple, [.needsLogin, .touchesFiles], codes: "959:5.4:smnt-codes",
      .codes("202 250 500 501 502 421 530 550", table),
      .codes("550", .practice)),
    VerbRow(
      .rein, "", "Ends the login and resets everything to its state after connecting; the connection stays.",
      accessControl, .transfer, [.setsState], role: .reinitialize, codes: "959:5.4:rein-codes",
      .codes("120 220 421 500 502", after: "220", table),
      .codes("530", .practice)),
    VerbRow(
      .quit, "", "Ends the session; a transfer in progress is finished first.",
      accessControl, .simple, [.minimum, .required], role: .quit, codes: "959:5.4:quit-codes",
      .codes("221 500", table),
      .codes("530", .practice)),
  ]

  /// Transfer parameters (section 4.1.2).
  static let parameters: [VerbRow] = [
    VerbRow(
      .port, "h1,h2,h3,h4,p1,p2", "Tells the server the IPv4 address and port to open data connections to.",
      parameter, .simple, [.minimum, .required, .needsLogin, .keepsREST, .setsState, .barredByEPSVAll],
      role: .activeSetup,
      address: .hostPort, codes: "959:5.4:port-codes",
      .codes("200 500 501 421 530", table),
      .codes("504", "RFC 2577, section 3"),
      .codes("501 503 502 504 550", .practice, served: "503")),
    VerbRow(
      .pasv, "", "Asks the server to listen for a data connection and to say where, in a 227 reply.",
      parameter, .simple, [.required, .needsLogin, .keepsREST, .barredByEPSVAll], role: .passiveSetup,
      address: .hostPort,
      codes: "959:5.4:pasv-codes",
      .codes("227 500 501 502 421 530", table),
      .codes("501 503 425 450 522", .practice, served: "503 522"),
      .codes("229", .wrong)),
    VerbRow(
      .type, "A|E [N|T|C], I, or L size", "Sets the representation type of the data transferred.",
      parameter, .simple, [.minimum, .required, .needsLogin, .keepsREST, .setsState], role: .type,
      codes: "959:5.4:type-codes",
      .codes("200 500 501 504 421 530", table),
      .codes("226", .wrong)),
    VerbRow(
      .stru, "F|R|P", "Sets the file structure: file, record or page.",
      parameter, .simple, [.minimum, .required, .needsLogin, .setsState], role: .structure,
      codes: "959:5.4:stru-codes",
      .codes("200 500 501 504 421 530", table),
      .codes("502", .practice)),
    VerbRow(
      .mode, "S|B|C", "Sets the transfer mode: stream, block or compressed.",
      parameter, .simple, [.minimum, .required, .needsLogin, .setsState], role: .mode,
      codes: "959:5.4:mode-codes",
      .codes("200 500 501 504 421 530", table),
      .codes("502", .practice)),
    VerbRow(
      form: "MODE Z",
      .codes("200 451 501", "draft-preston-ftpext-deflate-04")),
  ]

  /// FTP service (section 4.1.3).
  static let services: [VerbRow] = [
    VerbRow(
      .retr, "path", "Sends a file to the client over the data connection.",
      service, .transfer, [.minimum, .required, .needsLogin, .touchesFiles, .followsREST], moves: .download,
      codes: "959:5.4:retr-codes",
      .codes("125 150 450 550 500 501 421 530", mark: "110", after: "226 250 425 426 451", table),
      .codes("554 555", restarting),
      .codes("534", after: "535", protection),
      .codes("521", after: "522", tls),
      .codes("522", dataTLS),
      .codes("425 503", after: "550 451 452", .practice)),
    VerbRow(
      .stor, "path", "Stores the data received as a file and replaces an existing one.",
      service, .transfer,
      [.minimum, .required, .needsLogin, .touchesFiles, .changesFiles, .creates, .followsREST],
      moves: .upload, codes: "959:5.4:stor-codes",
      .codes(
        "125 150 532 450 452 553 500 501 421 530", mark: "110", after: "226 250 425 426 451 551 552", table),
      .codes("554 555", restarting),
      .codes("534", after: "535", protection),
      .codes("521", after: "522", tls),
      .codes("522", dataTLS),
      .codes("550 425 503", after: "550 451 452", .practice),
      .codes("", after: "200", .wrong)),
    VerbRow(
      .stou, "", "Stores the data received under a name that the server chooses and reports.",
      service, .transfer, [.needsLogin, .touchesFiles, .changesFiles], moves: .upload,
      value: .uniqueName, codes: "959:5.4:stou-codes",
      .codes(
        "125 150 532 450 452 553 500 501 421 530", mark: "110", after: "226 250 425 426 451 551 552", table),
      .codes("125 150", "RFC 1123, section 4.1.2.9"),
      .codes("534", after: "535", protection),
      .codes("521", after: "522", tls),
      .codes("522", dataTLS),
      .codes("550 425 503", after: "550 451 452", .practice, served: "503")),
    VerbRow(
      .appe, "path", "Adds the data received to the end of a file, which is created if need be.",
      service, .transfer, [.required, .needsLogin, .touchesFiles, .changesFiles, .creates, .followsREST],
      moves: .upload, codes: "959:5.4:appe-codes",
      .codes(
        "125 150 532 450 550 452 553 500 501 502 421 530", mark: "110",
        after: "226 250 425 426 451 551 552", table),
      .codes("554 555", restarting),
      .codes("534", after: "535", protection),
      .codes("521", after: "522", tls),
      .codes("522", dataTLS),
      .codes("425 503", after: "550 451 452", .practice)),
    VerbRow(
      .allo, "size [R size]", "Reserves room for a file that is about to be stored.",
      service, .simple, [.needsLogin], codes: "959:5.4:allo-codes",
      .codes("200 202 500 501 504 421 530", table),
      .codes("502", .practice)),
    VerbRow(
      .rest, "marker", "Names the place at which the next transfer command begins.",
      "RFC 959, section 4.1.3; RFC 3659, section 5", .rest, [.needsLogin, .keepsREST, .setsState],
      role: .restart, feature: "REST STREAM", codes: "959:5.4:rest-codes",
      .codes("350 500 501 502 421 530", table),
      .codes("350", "RFC 3659, section 5.3")),
    VerbRow(
      .rnfr, "path", "Names the file to rename; RNTO follows.",
      service, .rnfr, [.required, .needsLogin, .touchesFiles, .wantsFile], role: .oldName,
      codes: "959:5.4:rnfr-codes",
      .codes("350 450 550 500 501 502 421 530", table),
      .codes("553", .practice)),
    VerbRow(
      .rnto, "path", "Gives the file named by RNFR its new name.",
      service, .rnto, [.required, .needsLogin, .touchesFiles, .changesFiles, .creates], role: .newName,
      codes: "959:5.4:rnto-codes",
      .codes("250 532 553 500 501 502 503 421 530", table),
      .codes("550", .practice)),
    VerbRow(
      .abor, "", "Aborts the previous command and its transfer.",
      service, .simple, [.keepsREST], role: .abort, codes: "959:5.4:abor-codes",
      .codes("225 226 500 501 502 421", table),
      .codes("530", .practice)),
    VerbRow(
      .dele, "path", "Deletes a file.",
      service, .simple, [.required, .needsLogin, .touchesFiles, .changesFiles, .wantsFile],
      codes: "959:5.4:dele-codes",
      .codes("250 450 550 500 501 502 421 530", table),
      .codes("553 450", .practice)),
    VerbRow(
      .rmd, "path", "Removes a directory.",
      service, .simple, [.required, .needsLogin, .touchesFiles, .changesFiles], codes: "959:5.4:rmd-codes",
      .codes("250 500 501 502 421 530 550", table),
      .codes("450", appendix),
      .codes("553 450", .practice)),
    VerbRow(
      .mkd, "path", "Makes a directory and returns its name in a 257 reply.",
      service, .simple, [.required, .needsLogin, .touchesFiles, .changesFiles, .creates],
      value: .createdPath, codes: "959:5.4:mkd-codes",
      .codes("257 500 501 502 421 530 550", table),
      .codes("521", appendix),
      .codes("553 450", .practice),
      .codes("250", .wrong)),
    VerbRow(
      .pwd, "", "Tells the name of the current directory in a 257 reply.",
      service, .simple, [.required, .needsLogin], value: .path, codes: "959:5.4:pwd-codes",
      .codes("257 500 501 502 421 550", table),
      .codes("530", .practice, served: "530")),
    VerbRow(
      .list, "[path]", "Sends a listing for people to read over the data connection.",
      service, .transfer, [.required, .needsLogin, .touchesFiles], moves: .listing,
      codes: "959:5.4:list-codes",
      .codes("125 150 450 500 501 502 421 530", after: "226 250 425 426 451", table),
      .codes("534", after: "535", protection),
      .codes("521", after: "522", tls),
      .codes("522", dataTLS),
      .codes("550 425 503", after: "550 451 452", .practice, served: "550")),
    VerbRow(
      .nlst, "[path]", "Sends names of files, one per line, over the data connection.",
      service, .transfer, [.required, .needsLogin, .touchesFiles], moves: .listing,
      codes: "959:5.4:nlst-codes",
      .codes("125 150 450 500 501 502 421 530", after: "226 250 425 426 451", table),
      .codes("534", after: "535", protection),
      .codes("521", after: "522", tls),
      .codes("522", dataTLS),
      .codes("550 425 503", after: "550 451 452", .practice, served: "550")),
    VerbRow(
      .site, "text", "Does something that only this server knows.",
      service, .simple, [.needsLogin], codes: "959:5.4:site-codes",
      .codes("200 202 500 501 530", table),
      .codes("530 211 214 250 502 504 550", .practice, served: "214 550")),
    VerbRow(
      .syst, "", "Tells the operating system of the server.",
      service, .simple, [.required], value: .system, codes: "959:5.4:syst-codes",
      .codes("215 500 501 502 421", table),
      .codes("530", .practice)),
    VerbRow(
      .stat, "[path]",
      "Tells the state of the session or of a transfer, or lists a path, over the control connection.",
      service, .simple, [.required, .needsLogin], role: .status, codes: "959:5.4:stat-codes",
      .codes("211 212 213 450 500 501 502 421 530", table),
      .codes("550", .practice, served: "550")),
    VerbRow(
      .help, "[verb]", "Tells how to use the server, or one of its commands.",
      service, .simple, [.required], codes: "959:5.4:help-codes",
      .codes("211 214 500 501 502 421", table),
      .codes("530", .practice)),
    VerbRow(
      .noop, "", "Does nothing, and says so with 200.",
      service, .simple, [.minimum, .required], role: .noop, codes: "959:5.4:noop-codes",
      .codes("200 500 421", table),
      .codes("530", .practice)),
  ]

  /// The names that RFC 775 has for commands on directories.
  static let oldNames: [VerbRow] = [
    VerbRow(
      .xcwd, "path", "An old name of CWD.",
      oldName, .simple, [.needsLogin, .touchesFiles, .setsState], oldNameOf: .cwd, codes: "775:1:x-verbs",
      .codes("250 500 501 502 421 530 550 200 431", xVerbs)),
    VerbRow(
      .xcup, "", "An old name of CDUP.",
      oldName, .simple, [.needsLogin, .touchesFiles, .setsState], oldNameOf: .cdup, codes: "775:1:x-verbs",
      .codes("200 500 501 502 421 530 550 250", xVerbs)),
    VerbRow(
      .xmkd, "path", "An old name of MKD.",
      oldName, .simple, [.needsLogin, .touchesFiles, .changesFiles, .creates], value: .createdPath,
      oldNameOf: .mkd,
      codes: "775:1:x-verbs",
      .codes("257 500 501 502 421 530 550 521", xVerbs)),
    VerbRow(
      .xrmd, "path", "An old name of RMD.",
      oldName, .simple, [.needsLogin, .touchesFiles, .changesFiles], oldNameOf: .rmd, codes: "775:1:x-verbs",
      .codes("250 500 501 502 421 530 550 450", xVerbs)),
    VerbRow(
      .xpwd, "", "An old name of PWD.",
      oldName, .simple, [.needsLogin], value: .path, oldNameOf: .pwd, codes: "775:1:x-verbs",
      .codes("257 500 501 502 421 550", xVerbs)),
  ]
}
