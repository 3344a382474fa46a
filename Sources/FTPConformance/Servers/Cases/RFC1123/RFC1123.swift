/// RFC 1123: what hosts on the Internet must do where RFC 959 leaves it open.
enum RFC1123 {
  static let cases: [ServerCase] = [
    RFC1123Section4_1_2_1To6.cases,
    RFC1123Section4_1_2_7.cases,
    RFC1123Section4_1_2_9To13.cases,
    RFC1123Section4_1_3.cases,
  ].flatMap(\.self)
}
