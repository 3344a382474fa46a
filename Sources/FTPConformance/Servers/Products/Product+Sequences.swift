// Commands in a row.
extension Product {
  /// Every command directly after every command and, at depth 3, every two of the shorter table after every one of it.
  ///
  /// The shorter table is the beginning of the longer one: commands that change files, names or parameters.
  static let sequences = Product("sequences") { tables in
    let commands = tables["commands"].map { $0.columns[0] }
    return rows("pairs", tables, commands, order: 2, depth: 2)
      + rows("triples", tables, Array(commands.prefix(14)), order: 3, depth: 3)
  }

  /// How many commands a case takes from the sequence.
  private static let length = 18

  /// Cases that together hold every `order` of these commands in a row.
  private static func rows(
    _ name: String, _ tables: ProductTables, _ lines: [String], order: Int, depth: Int
  ) -> [Row] {
    let ring = deBruijn(lines.count, order)
    let sequence = ring + ring.prefix(order - 1)
    return stride(from: 0, to: ring.count, by: length).map { start in
      let piece = sequence[start..<min(start + length + order - 1, sequence.count)].map { lines[$0] }
      let number = "\(start / length + 1)"
      return Row(
        name, String(repeating: "0", count: 3 - number.count) + number, depth: depth,
        tables.script("commands", piece))
    }
  }
}
