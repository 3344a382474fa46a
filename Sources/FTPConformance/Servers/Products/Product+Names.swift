// Names, and everything that takes or shows one.
extension Product {
  /// Names of all kinds × every verb that takes a name × every view that shows one.
  static let names = Product(
    name: "names", title: "What was created under a name is found under exactly this name.",
    summary:
      "names of all kinds × STOR, SIZE, MDTM, MLST, RETR, APPE, RNFR, RNTO, DELE, MKD, CWD, RMD × NLST, MLSD, LIST",
    rows: [("file", asFile), ("directory", asDirectory)].flatMap { kind, lines in
      corpus.map { name in Row(kind, name.slug, depth: name.depth, lines.flatMap { step($0, name.bytes) }) }
    } + absolutes.map { Row("absolute", $0.name, .script("\(stage); \($0.lines); \(observers)")) })

  private static let stage = "TYPE I; STOR ten < word; MKD d; STOR d/ten < lines; MKD e; CWD d"
  private static let observers =
    "NLST; MLSD; RETR ten; CWD {directory}; NLST; NLST d; MLSD; RETR ten; RETR d/ten; RETR new"

  /// Each verb that takes a name, with one that begins at the root.
  private static let absolutes: [(name: String, lines: String)] = [
    ("stor", "STOR {directory}/new < lines"), ("appe", "APPE {directory}/ten < word"),
    ("retr", "RETR {directory}/ten"),
    ("dele", "DELE {directory}/ten"), ("mkd", "MKD {directory}/new"), ("rmd", "RMD {directory}/e"),
    ("cwd", "CWD {directory}/e; PWD; CDUP; PWD; CWD d"),
    ("size", "SIZE {directory}/ten; MDTM {directory}/ten"),
    ("mlst", "MLST {directory}/ten; MLST {directory}/d"), ("mlsd", "MLSD {directory}; MLSD {directory}/d"),
    ("nlst", "NLST {directory}; NLST {directory}/d"), ("list", "LIST {directory}; LIST {directory}/d"),
    ("rnfr", "RNFR {directory}/ten; RNTO new"), ("rnto", "RNFR ten; RNTO {directory}/new"),
    ("rename", "RNFR {directory}/ten; RNTO {directory}/d/new"),
    ("mfmt", "MFMT 20010203040506 {directory}/ten; MDTM ten"),
  ]

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
    "STOR in < lines", "NLST", "MLSD", "LIST",
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

  /// Names that mean something to some server, and each mark in the middle of a name, at its begin and at its end.
  private static let corpus: [(slug: String, bytes: [UInt8], depth: Int)] =
    known.map { ($0.0, Array($0.1.utf8), 1) }
    + marks.flatMap { slug, mark in
      [
        (slug, Array("a\(mark)b".utf8), 1), ("\(slug)-first", Array("\(mark)ab".utf8), 3),
        ("\(slug)-last", Array("ab\(mark)".utf8), 3),
      ]
    }

  private static let marks: [(String, String)] = [
    ("blank", " "), ("blanks", "  "), ("tab", "\t"), ("exclamation", "!"), ("quote", "\""), ("hash", "#"),
    ("dollar", "$"),
    ("percent", "%"), ("ampersand", "&"), ("apostrophe", "'"), ("opened", "("), ("closed", ")"),
    ("star", "*"),
    ("plus", "+"), ("comma", ","), ("hyphen", "-"), ("dot", "."), ("dots", ".."), ("colon", ":"),
    ("semicolon", ";"),
    ("less", "<"), ("equals", "="), ("greater", ">"), ("question", "?"), ("at", "@"), ("backslash", "\\"),
    ("bracket", "["), ("bracketed", "[a]"), ("caret", "^"), ("grave", "`"), ("brace", "{"),
    ("braces", "{a,b}"), ("bar", "|"),
    ("tilde", "~"), ("nbsp", "\u{A0}"), ("precomposed", "\u{E9}"), ("combining", "e\u{301}"),
    ("greek", "\u{3A9}"),
    ("chinese", "\u{4E2D}"), ("emoji", "\u{1F600}"),
  ]

  private static let known: [(String, String)] = [
    ("leading-blank", " a"), ("trailing-blank", "a "), ("leading-hyphen", "-a"), ("option", "-la"),
    ("leading-tilde", "~a"),
    ("hidden", ".a"), ("trailing-dot", "a."), ("leading-bar", "|a"), ("escaped", "a%41"),
    ("only-brackets", "[a]"),
    ("variable", "$HOME"), ("fact", "size=1"), ("in-quotes", "\"a\""), ("digits", "123"), ("verb", "QUIT"),
    ("code", "226 Done"), ("list-line", "-rw-r--r-- 1 a"), ("arrow", "a -> b"), ("upper", "README"),
    ("long", String(repeating: "n", count: 200)), ("longest", String(repeating: "n", count: 255)),
  ]
}
