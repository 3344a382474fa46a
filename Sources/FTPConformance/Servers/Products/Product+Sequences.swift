import FTPProtocol

// Commands in a row.
extension Product {
  /// Every command directly after every command and, at depth 3, every two of the shorter table after every one of it.
  static let sequences = Product(
    name: "sequences", title: "Whatever two or three commands follow each other, each does its own work.",
    summary: "every command of a table directly after every command of it; every three of a shorter one",
    rows: rows("pairs", commands, order: 2, depth: 2)
      + rows("triples", Array(commands.prefix(14)), order: 3, depth: 3))

  /// Commands that change files, names or parameters come first: three of them in a row are tried as well.
  private static let commands = [
    "STOR a < word", "RETR a", "DELE a", "RNFR a", "RNTO b", "APPE a < lines", "REST 2", "CWD d", "CDUP",
    "TYPE A", "TYPE I", "NLST", "SIZE a", "STOU < word", "RETR b", "STOR b < lines", "RETR missing",
    "STOR missing/x < word", "MKD e", "RMD e", "CWD missing", "CWD a", "PWD", "LIST", "MLSD", "MLST a",
    "MDTM a", "STAT", "NOOP", "ABOR", "XYZZ", "2: STOR a < bytes:20", "2: RETR a", "2: DELE b",
    "REIN; USER {user}; PASS {password}; CWD {directory}",
  ]

  /// How many commands a case takes from the sequence.
  private static let length = 18

  /// Cases that together hold every `order` of these commands in a row.
  private static func rows(_ name: String, _ lines: [String], order: Int, depth: Int) -> [Row] {
    let ring = deBruijn(lines.count, order)
    let sequence = ring + ring.prefix(order - 1)
    return stride(from: 0, to: ring.count, by: length).map { start in
      let piece = sequence[start..<min(start + length + order - 1, sequence.count)].map { lines[$0] }
      let number = "\(start / length + 1)"
      return Row(
        name, String(repeating: "0", count: 3 - number.count) + number, depth: depth,
        .script(
          "TYPE I; MKD d; STOR a < lines; STOR b < word; \(piece.joined(separator: "; "));"
            + " CWD {directory}; TYPE I; NLST; MLSD; SIZE a; RETR a; RETR b"))
    }
  }
}
