// Names, and everything that takes or shows one.
extension Product {
  /// Names of all kinds × every verb that takes a name × every view that shows one.
  static let names = Product(
    name: "names", title: "What was created under a name is found under exactly this name.",
    summary:
      "names of all kinds × STOR, SIZE, MDTM, MLST, RETR, APPE, RNFR, RNTO, DELE, MKD, CWD, RMD × NLST, MLSD, LIST",
    rows: [("file", asFile), ("directory", asDirectory)].flatMap { kind, lines in
      corpus.map { name in Row(kind, name.slug, lines.flatMap { step($0, name.bytes) }) }
    })

  private static let asFile = [
    "TYPE I", "STOR plain < word", "STOR {} < lines", "NLST", "MLSD", "LIST", "SIZE {}", "MDTM {}", "MLST {}",
    "RETR {}",
    "RETR plain", "2: RETR {}", "2: NLST", "APPE {} < word", "RETR {}", "RNFR {}", "RNTO other", "NLST",
    "RETR other",
    "RNFR other", "RNTO {}", "NLST", "RETR {}", "MKD d", "CWD d", "STOR {} < word", "NLST", "RETR {}", "CDUP",
    "RETR {}",
    "RETR plain", "DELE {}", "NLST", "MLSD", "RETR d/{}", "RETR plain",
  ]

  private static let asDirectory = [
    "TYPE I", "STOR plain < word", "MKD {}", "NLST", "MLSD", "LIST", "MLST {}", "CWD {}", "PWD",
    "STOR in < lines", "NLST",
    "RETR in", "CDUP", "PWD", "NLST {}", "MLSD {}", "RETR {}/in", "SIZE {}/in", "2: CWD {}", "2: PWD",
    "2: RETR in",
    "2: CWD {directory}", "RNFR {}", "RNTO other", "NLST", "RETR other/in", "RNFR other", "RNTO {}",
    "RETR {}/in",
    "DELE {}/in", "RMD {}", "NLST", "MLSD", "RETR plain",
  ]

  /// A step with a name where the braces are.
  private static func step(_ line: String, _ name: [UInt8]) -> [WalkStep] {
    [WalkStep].script(line).map { step in
      var step = step
      step.line = step.line.replacing(Array("{}".utf8), with: name)
      return step
    }
  }

  private static let corpus: [(slug: String, bytes: [UInt8])] =
    [
      ("blank-first", " a"), ("blank-last", "a "), ("blanks-within", "a  b"), ("blank", "a b"),
      ("tab", "a\tb"),
      ("colon", "a:b"), ("quote", "a\"b"), ("quotes", "\"a\""), ("apostrophe", "a'b"), ("backslash", "a\\b"),
      ("star", "a*"), ("question", "a?"), ("brackets", "[a]"), ("braces", "{a,b}"), ("hyphen-first", "-a"),
      ("option", "-la"), ("semicolon", "a;b"), ("equals", "size=1"), ("percent", "a%41"),
      ("tilde-first", "~a"), ("dot-first", ".a"), ("dots", "..a"), ("dot-last", "a."), ("dollar", "$HOME"),
      ("bar", "|a"),
      ("ampersand", "a&b"), ("hash", "#a"), ("plus", "a+b"), ("comma", "a,b"), ("at", "a@b"), ("less", "a<b"),
      ("digits", "123"), ("verb", "QUIT"), ("code", "226 Done"), ("list-line", "-rw-r--r-- 1 a"),
      ("arrow", "a -> b"),
      ("upper", "README"), ("long", String(repeating: "n", count: 200)),
      ("longest", String(repeating: "n", count: 255)),
      ("nbsp", "a\u{A0}b"), ("precomposed", "\u{E9}"), ("combining", "e\u{301}"), ("greek", "\u{3A9}"),
      ("chinese", "\u{4E2D}"), ("emoji", "\u{1F600}"),
    ].map { ($0.0, Array($0.1.utf8)) }
}
