// What changes files, and everything that shows them.
extension Product {
  /// Each operation × every view × two sessions, of which one was open before.
  static let views = Product(
    name: "views", title: "After each operation, every view of every session shows the same.",
    summary:
      "what changes files, or is refused × SIZE, MDTM, MLST, MLSD, LIST, NLST, STAT, RETR × two sessions",
    depth: 1,
    rows: operations.map { operation in
      let text = "\(operation.setting); \(operation.lines)"
      return Row(
        "one", operation.name,
        .script("2: PWD; TYPE I; 2: TYPE I; \(operation.setting)")
          + look(at: text, byNeighbour: true) + .script(operation.lines) + look(at: text, byNeighbour: true)
          + look(at: text, byNeighbour: false))
    })

  /// Every view of the files and directories that an operation names.
  private static func look(at text: String, byNeighbour isNeighbours: Bool) -> [WalkStep] {
    // One of them renames the directory `e` to `d`.
    let words = Set(text.replacing("e/", with: "d/").split { " ;".contains($0) }.map(String.init))
    let files = ["a", "b", "d/x", "d/b", "d/s/x"].filter(words.contains)
    let directory = words.contains { $0.hasPrefix("d") } ? ["NLST d", "MLSD d", "MLST d", "STAT d"] : []
    let lines = ["SIZE", "MDTM", "MLST", "STAT", "RETR"].flatMap { verb in files.map { "\(verb) \($0)" } }
    return (["NLST", "MLSD", "LIST"] + directory + lines).map { WalkStep($0, byNeighbour: isNeighbours) }
  }

  private static let operations: [(name: String, setting: String, lines: String)] = [
    ("stor-new", "MKD d", "STOR a < lines"),
    ("stor-over", "STOR a < bytes:5000", "STOR a < bytes:6000"),
    ("stor-shorter", "STOR a < bytes:5000", "STOR a < word"),
    ("stor-empty", "STOR a < bytes:5000", "STOR a < empty"),
    ("stor-same-length", "STOR a < zeros:4096", "STOR a < bytes:4096"),
    ("stor-below", "MKD d", "STOR d/x < lines"),
    ("stor-again", "STOR a < word; DELE a", "STOR a < lines"),
    ("stor-text", "TYPE A", "STOR a < text; TYPE I"),
    ("appe", "STOR a < bytes:5000", "APPE a < word"),
    ("appe-new", "MKD d", "APPE a < lines"),
    ("appe-twice", "STOR a < word", "APPE a < lines; APPE a < word"),
    ("appe-empty", "STOR a < word", "APPE a < empty"),
    ("stou", "STOR a < word", "STOU < lines; STOU < word"),
    ("rest-stor", "STOR a < bytes:5000", "REST 5000; STOR a < word"),
    ("rest-stor-within", "STOR a < bytes:5000", "REST 100; STOR a < word"),
    ("rest-retr", "STOR a < bytes:5000", "REST 4999; RETR a; REST 5000; RETR a"),
    ("rest-beyond", "STOR a < bytes:5000", "REST 6000; RETR a"),
    ("dele", "STOR a < word; STOR b < lines", "DELE a"),
    ("dele-below", "MKD d; STOR d/x < word; STOR d/b < word", "DELE d/x"),
    ("dele-missing", "STOR b < word", "DELE a"),
    ("chmod", "STOR a < word", "SITE CHMOD 604 a"),
    ("chmod-missing", "STOR b < word", "SITE CHMOD 604 a"),
    ("dele-directory", "MKD d; STOR d/x < word", "DELE d"),
    ("rename", "STOR a < bytes:5000", "RNFR a; RNTO b"),
    ("rename-over", "STOR a < bytes:5000; STOR b < word", "RNFR a; RNTO b"),
    ("rename-into", "STOR a < bytes:5000; MKD d", "RNFR a; RNTO d/x"),
    ("rename-out", "MKD d; STOR d/x < bytes:5000", "RNFR d/x; RNTO a"),
    ("rename-back", "STOR a < word", "RNFR a; RNTO b; RNFR b; RNTO a"),
    ("rename-same", "STOR a < word", "RNFR a; RNTO a"),
    ("rename-directory", "MKD e; STOR e/x < word; STOR e/b < lines", "RNFR e; RNTO d"),
    ("rename-tree", "MKD e; MKD e/s; STOR e/s/x < bytes:5000; STOR e/x < word", "RNFR e; RNTO d"),
    ("rename-missing", "STOR b < word", "RNFR a; RNTO b"),
    ("rename-nowhere", "STOR a < word", "RNFR a; RNTO missing/b"),
    ("mkd", "STOR a < word", "MKD d"),
    ("mkd-again", "MKD d; STOR d/x < word", "MKD d"),
    ("mkd-over-file", "STOR a < word", "MKD a"),
    ("mkd-nowhere", "STOR a < word", "MKD missing/d"),
    ("rmd", "MKD d; STOR a < word", "RMD d"),
    ("rmd-full", "MKD d; STOR d/x < word", "RMD d"),
    ("rmd-file", "STOR a < word", "RMD a"),
    ("rmd-and-again", "MKD d; STOR d/x < word; DELE d/x", "RMD d; MKD d"),
    ("stor-over-directory", "MKD d; STOR d/x < word", "STOR d < word"),
    ("stor-nowhere", "STOR a < word", "STOR missing/a < word"),
    ("retr-missing", "STOR b < word", "RETR a"),
    ("retr-directory", "MKD d; STOR d/x < word", "RETR d"),
    ("mfmt", "STOR a < word; STOR b < word", "MFMT 20010203040506 a"),
    ("mfmt-stor", "STOR a < word; MFMT 20010203040506 a", "STOR b < word"),
    ("mfmt-over", "STOR a < word; MFMT 20010203040506 a; MDTM a", "STOR a < lines"),
    ("mfmt-appe", "STOR a < word; MFMT 20010203040506 a; MDTM a", "APPE a < lines"),
  ].map { ($0.0, $0.1, $0.2) }

  /// A growing directory × every view of it.
  static let counts = Product(
    name: "counts", title: "A directory of any size is listed with all that is in it.",
    summary: "numbers of entries around likely limits × NLST, MLSD, LIST",
    rows: [
      Row("files", "to-70", growing(to: 70, "STOR {} < word")),
      Row("directories", "to-257", growing(to: 257, "MKD {}")),
      Row("files", "to-300", depth: 3, growing(to: 300, "STOR {} < empty")),
      Row("levels", "to-20", deepening(to: 20)),
    ])

  private static let thresholds: Set<Int> = [
    0, 1, 2, 3, 9, 10, 11, 15, 16, 17, 31, 32, 33, 49, 50, 51, 63, 64, 65, 70, 99, 100, 101, 127, 128, 129,
    199, 200,
    255, 256, 257, 299, 300,
  ]

  private static func growing(to count: Int, _ creating: String) -> [WalkStep] {
    (0...count).flatMap { number in
      let name = "entry" + String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
      let creation = number == 0 ? "TYPE I" : creating.replacing("{}", with: name)
      return [WalkStep].script(creation + (thresholds.contains(number) ? "; NLST; MLSD; LIST" : ""))
    }
  }

  /// Directories in each other; all names begin at the top, so that they can be removed without a listing.
  private static func deepening(to count: Int) -> [WalkStep] {
    let paths = (1...count).map { number in (1...number).map { "level\($0)" }.joined(separator: "/") }
    return paths.flatMap { path in
      [WalkStep].script(
        "MKD \(path); STOR \(path)/f < word; CWD \(path); PWD; NLST; CWD {directory}; RETR \(path)/f")
    } + .script("NLST; CWD \(paths[count - 1]); CDUP; PWD; NLST")
  }

  /// Times that are set × every view × what keeps them.
  static let times = Product(
    name: "times", title: "A time that was set is shown by every view, and kept by what does not write.",
    summary: "times by season, age and second × MDTM, MLST, MLSD × renaming, reading",
    rows: [
      ("winter", "20240115120000"), ("summer", "20240715120000"), ("midnight", "20240301000000"),
      ("odd-second", "20240301123457"), ("leap-day", "20240229235959"), ("change", "20240331013000"),
      ("new-year", "19991231235959"), ("epoch", "19700101000000"), ("old", "19791231120001"),
      ("before-epoch", "19690720201740"), ("after-2038", "20380119031408"), ("far", "21000228120000"),
    ].map { name, time in
      Row(
        "set", name,
        .script(
          "2: PWD; TYPE I; STOR a < word; MFMT \(time) a; MDTM a; MLST a; MLSD; 2: MDTM a; 2: MLSD; RETR a; SIZE a; "
            + "MDTM a; RNFR a; RNTO b; MDTM b; MLST b; 2: MDTM b"))
    })
}
