private let w = Box.wait
private let s = Box.success
private let f = Box.failure
private let e = Box.error

extension StateDiagram {
  /// The table itself: a row for each state, with the arrows for 1yz, 2yz, 3yz, 4yz and 5yz.
  public static let rows: [Row] = [
    //             1yz 2yz 3yz              4yz 5yz
    row(.greeting, [w, s, e, f, f], "", "RFC 959, section 5.4"),
    row(
      .simple, [e, s, e, f, f],
      """
      ABOR ALLO DELE CWD CDUP SMNT HELP MODE NOOP PASV QUIT SITE PORT SYST STAT RMD MKD PWD STRU TYPE \
      XCWD XCUP XMKD XRMD XPWD LPRT LPSV PBSZ PROT CCC FEAT OPTS EPRT EPSV LANG MDTM SIZE MLST HOST \
      MFMT MFCT MFF HASH SPSV SPDT AVBL DSIZ RMDA CSID CLNT
      """, "RFC 959, section 6"),
    row(
      .transfer, [w, s, e, f, f], "APPE LIST NLST REIN RETR STOR STOU MLSD THMB", "RFC 959, section 6"),
    row(.rnfr, [e, e, .then(.rnto), f, f], "RNFR", "RFC 959, section 6"),
    row(.rnto, [e, s, e, f, f], "RNTO", "RFC 959, section 6"),
    row(.rest, [e, e, .then(.restarted), f, f], "REST RANG", "RFC 959, section 6"),
    row(.restarted, [w, s, e, f, f], "APPE STOR RETR", "RFC 959, section 6"),
    row(.user, [e, s, .then(.pass), f, f], "USER", "RFC 959, section 6"),
    row(.pass, [e, s, .then(.acct), f, f], "PASS", "RFC 959, section 6"),
    row(.acct, [e, s, e, f, f], "ACCT", "RFC 959, section 6"),
    row(.auth, [e, s, .then(.adat), f, f], "AUTH", "RFC 2228, section 9"),
    row(.adat, [e, s, .then(.adat), f, f], "ADAT", "RFC 2228, section 9"),
    row(.protected, [w, s, e, f, f], "MIC CONF ENC", "RFC 2228, section 5.2"),
  ]

  /// The arrows that one code has for itself. Each is a 3yz code.
  ///
  /// 332 asks for an account: after USER it skips the password, and any other command may be kept until
  /// the account has come.
  public static let codeArrows: [CodeArrow] = [
    CodeArrow(
      steps: [.user, .pass, .simple, .transfer, .rnfr, .rnto, .rest, .restarted], code: 332,
      box: .then(.acct), requirement: "959:4.1.1:acct-needed")
  ]

  private static func row(_ step: Step, _ arrows: [Box], _ verbs: String, _ source: String) -> Row {
    Row(
      step: step, arrows: arrows, verbs: verbs.split(separator: " ").map { Verb(String($0)) }, source: source)
  }
}
