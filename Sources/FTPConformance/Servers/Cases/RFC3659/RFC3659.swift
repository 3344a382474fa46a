/// RFC 3659: MDTM, SIZE, REST in stream mode, TVFS, MLST and MLSD.
enum RFC3659 {
  static let cases: [ServerCase] = [
    RFC3659Section2.cases,
    RFC3659Section3.cases,
    RFC3659Section4.cases,
    RFC3659Section5.cases,
    RFC3659Section6.cases,
    RFC3659Section7_1.cases,
    RFC3659Section7_2.cases,
    RFC3659Section7_3.cases,
    RFC3659Section7_5.cases,
    RFC3659Section7_6To8.cases,
  ].flatMap(\.self)
}
