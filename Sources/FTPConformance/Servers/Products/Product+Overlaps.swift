// What two sessions do at the same time.
extension Product {
  /// Each transfer that has begun × what the other session does before it ends × every view.
  static let overlaps = Product(
    name: "overlaps", title: "What one session does during another's transfer changes nothing about either.",
    summary: "a transfer that has begun × what another session does before it ends × what shows the result",
    rows: transfers.flatMap { transfer in
      meanwhile.map { other in
        Row(
          transfer.name, other.name,
          .script("\(stage); \(transfer.lines) > held; \(other.lines); NOOP; PWD; \(observers)"))
      }
    })

  private static let stage =
    "TYPE I; 2: TYPE I; STOR big < bytes:400000; STOR a < lines; STOR b < bytes:5000; STOR c < word; MKD d"

  private static let transfers: [(name: String, lines: String)] = [
    ("stor", "STOR new < bytes:300000"), ("over", "STOR b < bytes:300000"), ("appe", "APPE b < bytes:300000"),
    ("stou", "STOU < bytes:300000"), ("retr", "RETR big"), ("rest-retr", "REST 1000; RETR big"),
    ("list", "LIST"),
  ]

  /// None of these waits for a file that the transfer may have locked.
  private static let meanwhile: [(name: String, lines: String)] = [
    ("stor", "2: STOR other < bytes:200000"), ("over", "2: STOR c < bytes:200000"),
    ("appe", "2: APPE c < lines"),
    ("stou", "2: STOU < word"), ("retr", "2: RETR a"), ("retr-big", "2: RETR big"),
    ("rest", "2: REST 4; 2: RETR a"),
    ("text", "2: TYPE A; 2: RETR a; 2: TYPE I"), ("nlst", "2: NLST"), ("mlsd", "2: MLSD"),
    ("list", "2: LIST"),
    ("cut", "2: RETR big > cut"), ("missing", "2: RETR missing"), ("dele", "2: DELE c"),
    ("rename", "2: RNFR c; 2: RNTO moved"), ("mkd", "2: MKD e"), ("cwd", "2: CWD d; 2: PWD; 2: CDUP"),
    ("pasv", "2: PASV"), ("abor", "2: ABOR"), ("rein", "2: REIN"), ("quit", "2: QUIT"),
    ("unknown", "2: XYZZ"),
  ]

  private static let observers =
    "NLST; MLSD; RETR new; SIZE new; RETR b; RETR c; RETR other; RETR moved; RETR big; RETR a; 2: PWD; 2: RETR b; 2: NLST"
}
