// What changes files, and everything that shows them.
extension Product {
  /// Each operation × every view × two sessions, of which one was open before.
  static let views = Product("views") { tables in
    tables["operations"].map { operation in
      let (setting, lines) = (operation.columns[0], operation.columns[1])
      let text = "\(setting); \(lines)"
      return Row(
        "one", operation.name,
        .script("2: PWD; TYPE I; 2: TYPE I; \(setting)") + look(at: text, byNeighbour: true) + .script(lines)
          + look(at: text, byNeighbour: true) + look(at: text, byNeighbour: false))
    }
  }

  /// Every view of the files and directories that an operation names.
  private static func look(at text: String, byNeighbour isNeighbours: Bool) -> [WalkStep] {
    // One of them renames the directory `e` to `d`.
    let words = Set(text.replacing("e/", with: "d/").split { " ;".contains($0) }.map(String.init))
    let files = ["a", "b", "d/x", "d/b", "d/s/x"].filter { file in
      // What is below a directory moves with it.
      words.contains(file) || file.hasPrefix("d/s/") && words.contains("d/s")
    }
    let directory = words.contains { $0.hasPrefix("d") } ? ["NLST d", "MLSD d", "MLST d", "STAT d"] : []
    let lines = ["SIZE", "MDTM", "MLST", "STAT", "RETR"].flatMap { verb in files.map { "\(verb) \($0)" } }
    return (["NLST", "MLSD", "LIST"] + directory + lines).map { WalkStep($0, byNeighbour: isNeighbours) }
  }

  /// A growing directory × every view of it.
  static let counts = Product("counts") { _ in
    [
      Row("files", "to-70", growing(to: 70, "STOR {} < word")),
      Row("directories", "to-257", growing(to: 257, "MKD {}")),
      Row("files", "to-300", depth: 3, growing(to: 300, "STOR {} < empty")),
      Row("levels", "to-20", deepening(to: 20)),
    ]
  }

  private static let thresholds: Set<Int> = [
    0, 1, 2, 3, 9, 10, 11, 15, 16, 17, 31, 32, 33, 49, 50, 51, 63, 64, 65, 70, 99, 100, 101, 127, 128, 129,
    199, 200, 255, 256, 257, 299, 300,
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
  static let times = Product("times") { tables in
    tables["set"].map { Row("set", $0.name, tables.script(["set": $0])) }
  }
}
