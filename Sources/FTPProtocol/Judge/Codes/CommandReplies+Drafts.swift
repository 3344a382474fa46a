extension CommandReplies {
  /// Expired drafts that servers implement.
  static let draftRules: [ReplyRule] = [
    ReplyRule("MFMT MFCT", "213 450 500 501 550", "draft-somers-ftp-mfxx-03"),
    ReplyRule("MFF", "213 450 500 501 504 550", "draft-somers-ftp-mfxx-03"),
    ReplyRule("HASH", "213 450 500 501 550 551 552 553 556", "draft-bryan-ftpext-hash-02"),
    ReplyRule("RANG", "350 500 501 551 552", "draft-bryan-ftp-range-08"),
    ReplyRule("MODE_Z", "200 451 501", "draft-preston-ftpext-deflate-04"),
    ReplyRule("OPTS_MODE_Z", "200 501", "draft-preston-ftpext-deflate-04"),
    ReplyRule("SPSV", "227 500 502", "draft-rosenau-ftp-single-port-05"),
    ReplyRule("SPDT", "200 504", "draft-rosenau-ftp-single-port-05"),
    ReplyRule("AVBL DSIZ", "213 500 501 550", "draft-peterson-streamlined-ftp-command-extensions-10"),
    ReplyRule("RMDA", "250 500 501 502 421 530 550", "draft-peterson-streamlined-ftp-command-extensions-10"),
    ReplyRule("CSID", "200 530", "draft-peterson-streamlined-ftp-command-extensions-10"),
    ReplyRule(
      "THMB", "150 550 501 500", after: "226 250", "draft-peterson-streamlined-ftp-command-extensions-10"),
  ]
}
