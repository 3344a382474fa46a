private let tls: Origin = "RFC 4217, section 10.2"

extension CommandReplies {
  /// The RFCs after 1123: 1639, 2228, 2389, 2428, 2577, 2640, 3659, 4217, 7151.
  static let laterRules: [ReplyRule] = [
    ReplyRule("LPRT", "200 500 501 521 421 530", "RFC 1639"),
    ReplyRule("LPSV", "228 500 501 521 502 421 530", "RFC 1639"),
    ReplyRule("AUTH", "234 334 502 504 534 431 500 501 421", "RFC 2228, section 8.2"),
    ReplyRule("ADAT", "235 335 503 501 535 500 421", "RFC 2228, section 8.2"),
    ReplyRule("PBSZ", "200 503 500 501 421 530", "RFC 2228, section 8.2"),
    ReplyRule("PROT", "200 504 536 503 534 431 500 501 421 530", "RFC 2228, section 8.2"),
    ReplyRule("MIC CONF ENC", "535 533 500 501 421", "RFC 2228, section 8.2"),
    ReplyRule("CCC", "500 501 502 421", "RFC 2228, section 8.2"),
    ReplyRule("USER", "232 336", "RFC 2228, section 8.2"),
    ReplyRule("MIC CONF ENC", "502 503 537", "RFC 2228, section 3"),
    ReplyRule("CCC", "200 533 534", "RFC 2228, section 3"),
    ReplyRule("STOR STOU RETR LIST NLST APPE", "534", after: "535", "RFC 2228, section 6"),
    ReplyRule("FEAT", "211 500 501 502", "RFC 2389, section 3.2"),
    ReplyRule("OPTS", "200 451 501 500 502", "RFC 2389, section 4"),
    ReplyRule("EPRT", "200 500 501 522", "RFC 2428, section 2"),
    ReplyRule("EPSV", "229 500 501 522", "RFC 2428, section 3"),
    ReplyRule("PORT EPRT", "504", "RFC 2577, section 3"),
    ReplyRule("PASS", "421", "RFC 2577, section 5"),
    ReplyRule("LANG", "200 500 501 502 504", "RFC 2640, section 4.2"),
    ReplyRule("MDTM", "213 550 500 501 502", "RFC 3659, section 3"),
    ReplyRule("SIZE", "213 550 500 501 502", "RFC 3659, section 4"),
    ReplyRule("REST", "350", "RFC 3659, section 5.3"),
    ReplyRule("MLST", "250", "RFC 3659, section 7.2"),
    ReplyRule("MLSD", "150", after: "226", "RFC 3659, section 7.2"),
    ReplyRule("MLST", "550 501 500 502 530 553 503 504", "RFC 3659, section 7.2.1"),
    ReplyRule("MLSD", "501 550 500 502 530 553 503 504", after: "425 426 451", "RFC 3659, section 7.2.1"),
    ReplyRule("MDTM SIZE MLST MLSD", "450 451", "RFC 3659"),
    ReplyRule("STOR STOU RETR LIST NLST APPE MLSD", "521", after: "522", tls),
    ReplyRule("STOR STOU RETR LIST NLST APPE MLSD", "522", "RFC 4217, section 11.4"),
    ReplyRule("CCC", "200 500 533 534", "RFC 4217, section 5"),
    ReplyRule("AUTH", "234", "RFC 4217, section 4.2"),
    ReplyRule("HOST", "220 421 500 501 502 503 504", "RFC 7151, section 3"),
  ]
}
