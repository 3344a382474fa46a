/// RFC 4217: TLS.
enum RFC4217 {
  static let cases: [ServerCase] =
    [
      RFC4217InClear.cases, RFC4217Control.cases, RFC4217Levels.cases, RFC4217Data.cases,
      RFC4217Sessions.cases, RFC4217Endings.cases,
    ].flatMap(\.self)
}
