/// A generator of cases: each combines rows of tables into a script, and the model of a walk judges what the server does.
///
/// Cases written by hand find the faults that somebody thought of. Servers break in combinations, which a product
/// makes from tables: a piece of state, what may happen to it, and who looks at it afterwards.
///
/// ```swift
/// Product.cases(depth: 2).map(\.id)   // views/one/stor-new, views/one/stor-over, ...
/// ```
package struct Product: Sendable {
  /// One case of a product.
  struct Row: Sendable {
    /// What is combined, in two words or phrases: the section and the slug of the case.
    let names: (String, String)
    /// The smallest `--depth` that includes it, if that of its product does not.
    let depth: Int
    /// Whether the steps begin before any login.
    let isOfStranger: Bool
    let steps: [WalkStep]

    init(
      _ section: String, _ slug: String, depth: Int = 1, isOfStranger: Bool = false, _ steps: [WalkStep]
    ) {
      names = (section, slug)
      self.depth = depth
      self.isOfStranger = isOfStranger
      self.steps = steps
    }

    /// What the steps need.
    var needs: [Need] {
      (isOfStranger ? [] : Walk.needs) + (steps.contains(where: \.announcesAddress) ? [.activeMode] : [])
        + (steps.contains(where: \.guessesPassword) ? [.password] : [])
    }
  }

  /// The first part of the ids.
  package let name: String
  /// What a good server does, in a sentence: the title of its cases.
  package let title: String
  /// What is combined with what, for readers.
  package let summary: String
  /// The smallest `--depth` that includes any of its cases.
  let depth: Int
  /// Makes the rows, which takes a while: a run that does not include them does without.
  let rows: @Sendable () -> [Row]

  init(_ name: String, rows: @escaping @Sendable (ProductTables) -> [Row]) {
    let tables = ProductTables(product: name)
    self.name = name
    title = tables.text("title") ?? ""
    summary = tables.text("tries") ?? ""
    depth = tables.text("depth").flatMap { Int($0) } ?? 2
    self.rows = { rows(tables) }
  }

  /// A product of every row of one table with every row of another.
  init(_ name: String, _ first: String, by second: String) {
    self.init(name) { tables in
      tables[first].flatMap { row in
        tables[second].map { other in Row(row.name, other.name, tables.script([first: row, second: other])) }
      }
    }
  }

  /// Commands that may leak something, each repeated many times.
  static let repeats = Product("repeats") { tables in
    tables["what"].map { row in
      Row("many", row.name, tables.script("what", Array(repeating: row.columns[0], count: 24)))
    }
  }

  /// Every product, in the order of reports.
  package static let all: [Product] = [
    views, counts, times, Product("state", "settings", by: "events"),
    Product("overlaps", "transfers", by: "meanwhile"), names, contents, repeats,
    Product("logins", "ways", by: "commands"),
    verbs, sequences,
  ]

  /// The greatest depth.
  package static let deepest = 3

  /// The cases of every product, up to a depth from 1 to ``deepest``.
  package static func cases(depth: Int) -> [ServerCase] { all.flatMap { $0.cases(depth: depth) } }

  /// The cases up to a depth.
  package func cases(depth: Int) -> [ServerCase] {
    guard depth >= self.depth else { return [] }
    return rows().filter { $0.depth <= depth }.map { row in
      Walk.entry(
        CaseID(rawValue: "\(name)/\(row.names.0)/\(row.names.1)"), title,
        Walk(steps: nil, script: WalkScript(row.steps)), needs: row.needs,
        tags: row.isOfStranger ? ["product", "login"] : ["product"], failsWith: [])
    }
  }

  /// How many cases of each product a run has tried, of all that there are.
  package static func coverage(of reports: [CaseReport]) -> [(name: String, tried: Int, all: Int)] {
    all.map { product in
      let tried = reports.count { $0.verdict != .skipped && $0.entry.id.document == product.name }
      return (product.name, tried, product.rows().count)
    }
  }

  /// How many cases there are at each depth.
  package var counts: [Int] { (1...Self.deepest).map { cases(depth: $0).count } }
}

extension [WalkStep] {
  /// The steps of a script in its written form.
  static func script(_ text: String) -> [WalkStep] { (try? WalkScript(parsing: text))?.steps ?? [] }
}
