private let streamlined = "draft-peterson-streamlined-ftp-command-extensions"
private let facts: Origin = "draft-somers-ftp-mfxx-03"
private let singlePort: Origin = "draft-rosenau-ftp-single-port-05"
private let streamlinedCodes: Origin = "draft-peterson-streamlined-ftp-command-extensions-10"

extension VerbTable {
  /// Expired drafts that servers implement, and practice.
  static let drafts: [VerbRow] = [
    VerbRow(
      .mfmt, "time path", "Sets the modification time of a file.",
      "draft-somers-ftp-mfxx, section 3", .simple, [.needsLogin, .touchesFiles, .changesFiles, .wantsFile],
      feature: "MFMT",
      .codes("213 450 500 501 550", facts)),
    VerbRow(
      .mfct, "time path", "Sets the creation time of a file.",
      "draft-somers-ftp-mfxx, section 4", .simple, [.needsLogin, .touchesFiles, .changesFiles, .wantsFile],
      feature: "MFCT",
      .codes("213 450 500 501 550", facts)),
    VerbRow(
      .mff, "facts path", "Sets facts of a file.",
      "draft-somers-ftp-mfxx, section 5", .simple, [.needsLogin, .touchesFiles, .changesFiles, .wantsFile],
      feature: "MFF",
      .codes("213 450 500 501 504 550", facts)),
    VerbRow(
      .hash, "path", "Tells the hash of a file.",
      "draft-bryan-ftpext-hash, section 3", .simple, [.needsLogin, .touchesFiles, .wantsFile], value: .hash,
      feature: "HASH",
      .codes("213 450 500 501 550 551 552 553 556", "draft-bryan-ftpext-hash-02")),
    VerbRow(
      .rang, "first last", "Names the range of bytes for the next transfer command.",
      "draft-bryan-ftp-range, section 3", .rest, [.needsLogin, .keepsREST, .setsState], role: .range,
      feature: "RANG STREAM",
      .codes("350 500 501 551 552", "draft-bryan-ftp-range-08")),
    VerbRow(
      .spsv, "", "Asks the server to take the data connection on the port of the control connection.",
      "draft-rosenau-ftp-single-port, section 3", .simple, [.needsLogin, .keepsREST, .barredByEPSVAll],
      role: .passiveSetup,
      feature: "SPSV",
      .codes("227 500 502", singlePort)),
    VerbRow(
      .spdt, "identifier", "Turns a second connection into the data connection that SPSV announced.",
      "draft-rosenau-ftp-single-port, section 3", .simple, [],
      .codes("200 504", singlePort),
      .codes("500 501 502", .practice, served: "502")),
    VerbRow(
      .avbl, "[path]", "Tells how many bytes are free.",
      "\(streamlined), section 4", .simple, [.needsLogin, .touchesFiles], feature: "AVBL",
      .codes("213 500 501 550", streamlinedCodes)),
    VerbRow(
      .dsiz, "[path]", "Tells the size of a directory with all that is in it.",
      "\(streamlined), section 3", .simple, [.needsLogin, .touchesFiles], feature: "DSIZ",
      .codes("213 500 501 550", streamlinedCodes)),
    VerbRow(
      .rmda, "path", "Removes a directory with all that is in it.",
      "\(streamlined), section 2", .simple, [.needsLogin, .touchesFiles, .changesFiles], feature: "RMDA",
      .codes("250 500 501 502 421 530 550", streamlinedCodes)),
    VerbRow(
      .csid, "facts", "Tells the server which client this is.",
      "\(streamlined), section 6", .simple, [.needsLogin], feature: "CSID",
      .codes("200 530", streamlinedCodes),
      .codes("500 501 502", .practice, served: "501")),
    VerbRow(
      .thmb, "format width height path", "Sends a small image of a file over the data connection.",
      "\(streamlined), section 5", .transfer, [.needsLogin, .touchesFiles], moves: .download, feature: "THMB",
      .codes("150 550 501 500", after: "226 250", streamlinedCodes)),
    VerbRow(
      .clnt, "name", "Tells the server which client this is.",
      "practice", .simple, [], feature: "CLNT",
      .codes("200", .practice, served: "200")),
  ]
}
