extension CommandReplies {
  /// What servers answer though no text lists it, and what they answer although it is wrong.
  static let practiceRules: [ReplyRule] = [
    ReplyRule("EPSV_ALL CLNT", "200", .practice),
    ReplyRule("PORT", "501 503 502 504 550", .practice),
    ReplyRule("PASV", "501 503 425 450 522", .practice),
    ReplyRule("EPRT", "501 503 530 502 521 550", .practice),
    ReplyRule("LIST NLST STOR STOU", "550 425 503", after: "550 451 452", .practice),
    ReplyRule("STAT RNTO SMNT", "550", .practice),
    ReplyRule("PWD SYST HELP NOOP ABOR QUIT REIN FEAT MDTM SIZE LANG AUTH", "530", .practice),
    ReplyRule("SITE", "530 211 214 250 502 504 550", .practice),
    ReplyRule("OPTS", "530 202 504 550", .practice),
    ReplyRule("EPSV", "530 502 425 503", .practice),
    ReplyRule("RETR APPE MLSD", "425 503", after: "550 451 452", .practice),
    ReplyRule("RNFR", "553", .practice),
    ReplyRule("DELE MKD RMD", "553 450", .practice),
    ReplyRule("MODE STRU ALLO ACCT", "502", .practice),
    ReplyRule("PASS", "530 421", .practice),
    ReplyRule("USER", "421 534 522 550", .practice),
    ReplyRule("MLSD", "125", after: "250", .practice),
    ReplyRule("CSID SPDT", "500 501 502", .practice),
    ReplyRule("TYPE", "226", .wrong),
    ReplyRule("MKD", "250", .wrong),
    ReplyRule("STOR", "", after: "200", .wrong),
    ReplyRule("EPSV", "227", .wrong),
    ReplyRule("PASV", "229", .wrong),
    ReplyRule("PASS", "220", .wrong),
  ]
}
