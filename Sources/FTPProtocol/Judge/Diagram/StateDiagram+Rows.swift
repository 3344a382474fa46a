private let w = ReplyOutcome.wait
private let s = ReplyOutcome.success
private let f = ReplyOutcome.failure
private let e = ReplyOutcome.error

extension StateDiagram {
  /// The diagram of FTP: RFC 959, section 6, with the commands of the later RFCs.
  public static let ftp = StateDiagram(rows: drawn, codeArrows: drawnForCodes)

  /// The table itself: a row for each state, with the arrows for 1yz, 2yz, 3yz, 4yz and 5yz; which commands lead to
  /// the state is in the table of verbs.
  private static let drawn: [Row] = [
    //                1yz 2yz 3yz           4yz 5yz
    row(.greeting, [w, s, e, f, f], "RFC 959, section 5.4"),
    row(.simple, [e, s, e, f, f], "RFC 959, section 6"),
    row(.transfer, [w, s, e, f, f], "RFC 959, section 6"),
    row(.rnfr, [e, e, .then(.rnto), f, f], "RFC 959, section 6"),
    row(.rnto, [e, s, e, f, f], "RFC 959, section 6"),
    row(.rest, [e, e, .then(.restarted), f, f], "RFC 959, section 6"),
    row(.restarted, [w, s, e, f, f], "RFC 959, section 6"),
    row(.user, [e, s, .then(.pass), f, f], "RFC 959, section 6"),
    row(.pass, [e, s, .then(.acct), f, f], "RFC 959, section 6"),
    row(.acct, [e, s, e, f, f], "RFC 959, section 6"),
    row(.auth, [e, s, .then(.adat), f, f], "RFC 2228, section 9"),
    row(.adat, [e, s, .then(.adat), f, f], "RFC 2228, section 9"),
    row(.protected, [w, s, e, f, f], "RFC 2228, section 5.2"),
  ]

  /// The arrows of single codes.
  ///
  /// 332 asks for an account: after USER it skips the password, and any other command may be kept until
  /// the account has arrived.
  private static let drawnForCodes: [CodeArrow] = [
    CodeArrow(
      steps: [.user, .pass, .simple, .transfer, .rnfr, .rnto, .rest, .restarted], code: 332,
      box: .then(.acct), requirement: "959:4.1.1:acct-needed")
  ]

  private static func row(_ step: ReplyState, _ arrows: [ReplyOutcome], _ source: String) -> Row {
    Row(step: step, arrows: arrows, verbs: VerbTable.verbs(leadingTo: step), source: source)
  }
}
