// What files contain, how long they are, and how they get to the server and back.
extension Product {
  /// Contents × lengths around likely buffers × ways, so that each pair of them occurs.
  static let contents = Product(
    name: "contents", title: "A file of any contents and any length comes back as it was sent.",
    summary: "contents × lengths around likely buffers × STOR, APPE, STOU, REST, TYPE A and I: all pairs",
    rows: pairwise([WalkContent.Filling.allCases.count, lengths.count, ways.count]).map { row in
      let (filling, length, way) = (WalkContent.Filling.allCases[row[0]], lengths[row[1]], ways[row[2]])
      return Row(
        way.name, "\(filling.rawValue)-\(length)", depth: length > 200_000 ? 3 : 1,
        .script(
          way.lines.replacing("{}", with: "\(filling.rawValue):\(length)")
            .replacing("{last}", with: "\(max(0, length - 1))").replacing("{half}", with: "\(length / 2)")))
    })

  private static let lengths: [Int] =
    [0, 1, 2, 3]
    + [512, 1_024, 1_460, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072].flatMap { [$0 - 1, $0, $0 + 1] }
    + [1_048_575, 1_048_577]

  private static let ways: [(name: String, lines: String)] = [
    ("stor", "TYPE I; STOR a < {}; SIZE a; RETR a; MLST a; 2: TYPE I; 2: RETR a"),
    ("over", "TYPE I; STOR a < bytes:70001; STOR a < {}; RETR a; SIZE a"),
    ("appe", "TYPE I; STOR a < word; APPE a < {}; RETR a; APPE a < {}; SIZE a; RETR a"),
    ("stou", "TYPE I; STOU < {}; NLST; MLSD"),
    ("rest-retr", "TYPE I; STOR a < {}; REST {last}; RETR a; RETR a; REST {half}; RETR a; RETR a"),
    ("rest-stor", "TYPE I; STOR a < {}; REST {half}; STOR a < word; RETR a"),
    ("rename", "TYPE I; STOR a < {}; RNFR a; RNTO b; RETR b; SIZE b"),
    ("text-and-back", "TYPE A; STOR a < {}; RETR a; TYPE I; RETR a; RETR a"),
    ("text", "TYPE I; STOR a < {}; TYPE A; RETR a; TYPE I; RETR a"),
  ]
}
