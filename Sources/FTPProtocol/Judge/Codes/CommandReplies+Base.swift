private let table: Origin = "RFC 959, section 5.4"
private let xVerbs: Origin = "RFC 1123, section 4.1.3.1"

extension CommandReplies {
  /// RFC 959, section 5.4 and appendix II, and what RFC 1123 changed of them.
  static let baseRules: [ReplyRule] = [
    ReplyRule("(connect)", "120 220 421", after: "220", table),
    ReplyRule("USER", "230 331 332 530 500 501 421", table),
    ReplyRule("PASS", "230 202 332 530 500 501 503 421", table),
    ReplyRule("ACCT", "230 202 530 500 501 503 421", table),
    ReplyRule("CWD RMD", "250 500 501 502 421 530 550", table),
    ReplyRule("CDUP", "200 500 501 502 421 530 550", table),
    ReplyRule("SMNT", "202 250 500 501 502 421 530 550", table),
    ReplyRule("REIN", "120 220 421 500 502", after: "220", table),
    ReplyRule("QUIT", "221 500", table),
    ReplyRule("PORT", "200 500 501 421 530", table),
    ReplyRule("PASV", "227 500 501 502 421 530", table),
    ReplyRule("MODE TYPE STRU", "200 500 501 504 421 530", table),
    ReplyRule("ALLO", "200 202 500 501 504 421 530", table),
    ReplyRule("REST", "350 500 501 502 421 530", table),
    ReplyRule(
      "STOR STOU", "125 150 532 450 452 553 500 501 421 530", after: "226 250 425 426 451 551 552",
      mark: "110", table),
    ReplyRule("RETR", "125 150 450 550 500 501 421 530", after: "226 250 425 426 451", mark: "110", table),
    ReplyRule("LIST NLST", "125 150 450 500 501 502 421 530", after: "226 250 425 426 451", table),
    ReplyRule(
      "APPE", "125 150 532 450 550 452 553 500 501 502 421 530", after: "226 250 425 426 451 551 552",
      mark: "110", table),
    ReplyRule("RNFR", "350 450 550 500 501 502 421 530", table),
    ReplyRule("RNTO", "250 532 553 500 501 502 503 421 530", table),
    ReplyRule("DELE", "250 450 550 500 501 502 421 530", table),
    ReplyRule("MKD", "257 500 501 502 421 530 550", table),
    ReplyRule("PWD", "257 500 501 502 421 550", table),
    ReplyRule("ABOR", "225 226 500 501 502 421", table),
    ReplyRule("SYST", "215 500 501 502 421", table),
    ReplyRule("STAT", "211 212 213 450 500 501 502 421 530", table),
    ReplyRule("HELP", "211 214 500 501 502 421", table),
    ReplyRule("SITE", "200 202 500 501 530", table),
    ReplyRule("NOOP", "200 500 421", table),
    ReplyRule("CDUP", "250", "RFC 959, appendix II"),
    ReplyRule("CWD", "200 431", "RFC 959, appendix II"),
    ReplyRule("MKD", "521", "RFC 959, appendix II"),
    ReplyRule("RMD", "450", "RFC 959, appendix II"),
    ReplyRule("RETR STOR APPE", "554 555", "RFC 1123, section 4.1.3.4"),
    ReplyRule("STOU", "125 150", "RFC 1123, section 4.1.2.9"),
    ReplyRule("XCWD", "250 500 501 502 421 530 550 200 431", xVerbs),
    ReplyRule("XCUP", "200 500 501 502 421 530 550 250", xVerbs),
    ReplyRule("XMKD", "257 500 501 502 421 530 550 521", xVerbs),
    ReplyRule("XRMD", "250 500 501 502 421 530 550 450", xVerbs),
    ReplyRule("XPWD", "257 500 501 502 421 550", xVerbs),
  ]
}
