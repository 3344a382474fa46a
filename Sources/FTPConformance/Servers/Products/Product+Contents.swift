// What files contain, how long they are, and how they get to the server and back.
extension Product {
  /// Contents × lengths around likely buffers × ways, so that each pair of them occurs.
  static let contents = Product("contents") { tables in
    let (fillings, ways) = (WalkContent.Filling.allCases, tables["ways"])
    return pairwise([fillings.count, lengths.count, ways.count]).map { row in
      let (filling, length, way) = (fillings[row[0]], lengths[row[1]], ways[row[2]])
      return Row(
        way.name, "\(filling.rawValue)-\(length)", depth: length > 200_000 ? 3 : 1,
        .script(
          way.columns[0].replacing("{}", with: "\(filling.rawValue):\(length)")
            .replacing("{last}", with: "\(max(0, length - 1))").replacing("{half}", with: "\(length / 2)")
            .replacing("{length}", with: "\(length)")))
    }
  }

  private static let lengths: [Int] =
    [0, 1, 2, 3]
    + [512, 1_024, 1_460, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072].flatMap { [$0 - 1, $0, $0 + 1] }
    + [1_048_575, 1_048_577]
}
