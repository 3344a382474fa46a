import FTPProtocol

/// How to send a command of the state diagram without harm to the server's files, the session and data connections, or
/// why not to send it.
///
/// Every verb of every row has an entry, which a test checks. Most commands are sent: any reply, even the 502 of a
/// server without the command, must follow an arrow of the row. `{directory}` is replaced by the empty directory of the
/// case.
package enum SequenceStep: Hashable, Sendable {
  /// These lines, which need a login but no data connection.
  case lines([String])
  /// This command, over a data connection if the server wants one.
  case transfer(String)
  /// The connection has sent it before the steps begin.
  case begun
  /// Not sent by these cases, for a reason. The judge checks the same arrows in every other case anyway.
  case left(String)

  /// How a verb is sent in a state.
  package static func entry(_ step: ReplyState, _ verb: Verb) -> SequenceStep? {
    step == .restarted ? restarted[verb] : entries[verb]
  }

  /// The commands after REST.
  private static let restarted: [Verb: SequenceStep] = [
    .retr: .lines(["REST 1", "RETR \(missing)"]), .stor: .left(writes), .appe: .left(writes),
  ]

  /// A name that does not exist.
  private static let missing = "ftpraw-missing"
  private static let writes = "it stores a file; the cases of section 4.1.3 send it"
  private static let ends = "it ends the session or the login; the cases of section 4.1.1 send it"
  private static let address = "it needs an address on this side; the cases of active connections send it"

  private static let passive = """
    a server may answer nothing else before the connection that it has asked for; the cases of passive connections make it
    """

  private static let entries: [Verb: SequenceStep] = [
    // Commands with one reply.
    .abor: .lines(["ABOR"]), .allo: .lines(["ALLO 1"]), .dele: .lines(["DELE \(missing)"]),
    .cwd: .lines(["CWD ."]), .cdup: .lines(["CDUP", "CWD {directory}"]), .smnt: .lines(["SMNT \(missing)"]),
    .help: .lines(["HELP"]), .mode: .lines(["MODE S"]), .noop: .lines(["NOOP"]), .pasv: .left(passive),
    .quit: .left("it ends the session; every case ends with it"), .site: .lines(["SITE HELP"]),
    .port: .left(address), .syst: .lines(["SYST"]), .stat: .lines(["STAT"]),
    .rmd: .lines(["RMD \(missing)"]), .mkd: .lines(["MKD made", "RMD made"]), .pwd: .lines(["PWD"]),
    .stru: .lines(["STRU F"]), .type: .lines(["TYPE I"]),
    .xcwd: .lines(["XCWD ."]), .xcup: .lines(["XCUP", "CWD {directory}"]),
    .xmkd: .lines(["XMKD made", "XRMD made"]), .xrmd: .lines(["XRMD \(missing)"]), .xpwd: .lines(["XPWD"]),
    .lprt: .left(address), .lpsv: .left(passive), .eprt: .left(address), .epsv: .left(passive),
    .feat: .lines(["FEAT"]), .opts: .lines(["OPTS UTF8 ON"]), .lang: .lines(["LANG"]),
    .mdtm: .lines(["MDTM \(missing)"]), .size: .lines(["SIZE \(missing)"]), .mlst: .lines(["MLST"]),
    .host: .left("it must precede the login; the cases of RFC 7151 send it"),
    .mfmt: .lines(["MFMT 20200101000000 \(missing)"]), .mfct: .lines(["MFCT 20200101000000 \(missing)"]),
    .mff: .lines(["MFF modify=20200101000000; \(missing)"]), .hash: .lines(["HASH \(missing)"]),
    .avbl: .lines(["AVBL"]), .dsiz: .lines(["DSIZ"]), .rmda: .lines(["RMDA \(missing)"]),
    .csid: .lines(["CSID Name=ftpraw;"]), .clnt: .lines(["CLNT ftpraw"]),
    .spsv: .left("the next transfer would wait for a second control connection"),
    .spdt: .left("it turns the control connection into a data connection"),
    .pbsz: .lines(["PBSZ 0"]), .prot: .lines(["PROT C"]), .ccc: .lines(["CCC"]),
    // Commands with a preliminary reply and a final one.
    .list: .transfer("LIST"), .nlst: .transfer("NLST"), .mlsd: .transfer("MLSD"),
    .retr: .transfer("RETR \(missing)"), .thmb: .transfer("THMB JPEG 8 8 \(missing)"),
    .appe: .left(writes), .stor: .left(writes), .stou: .left(writes), .rein: .left(ends),
    .mic: .lines(["MIC AAAA"]), .conf: .lines(["CONF AAAA"]), .enc: .lines(["ENC AAAA"]),
    // Commands in sequences.
    .rnfr: .lines(["MKD old", "RNFR old"]), .rnto: .lines(["RNTO new"]),
    .rest: .lines(["REST 0"]), .rang: .lines(["RANG 1 0"]),
    .user: .begun, .pass: .begun, .acct: .lines(["ACCT none"]),
    .auth: .lines(["AUTH X-NONE"]), .adat: .lines(["ADAT AAAA"]),
  ]
}

extension StateDiagram {
  /// Each command of a state, and how it is sent; the greeting is not a command.
  func commands(in state: ReplyState) -> [(verb: Verb, step: SequenceStep)] {
    row(state).verbs.compactMap { verb in SequenceStep.entry(state, verb).map { (verb, $0) } }
  }

  /// The first digits for which a state has arrows to the boxes in question: `2yz`, `4yz`, `5yz`.
  func digits(_ state: ReplyState, where isMeant: (ReplyOutcome) -> Bool) -> [String] {
    let row = row(state)
    return (UInt8(1)...5).filter { isMeant(row.box(firstDigit: $0)) }.map { "\($0)yz" }
  }

  /// The same digits in words: `2yz, 4yz or 5yz`.
  func choice(_ state: ReplyState, where isMeant: (ReplyOutcome) -> Bool) -> String {
    digits(state, where: isMeant).choice
  }
}

extension [String] {
  /// The strings as a choice, each of them once: `2yz, 4yz or 5yz`.
  var choice: String {
    let different = indices.filter { !self[..<$0].contains(self[$0]) }.map { self[$0] }
    guard let last = different.last, different.count > 1 else { return first ?? "nothing" }
    return different.dropLast().joined(separator: ", ") + " or " + last
  }
}
