import FTPConversation

// Names, and everything that takes or shows one.
extension Product {
  /// Names of all kinds × every verb that takes a name × every view that shows one; each verb with a name that begins at
  /// the root.
  static let names = Product("names") { tables in
    ["file", "directory"].flatMap { kind in
      let steps = [WalkStep].script(tables.text(kind) ?? "")
      return corpus(tables).map { name in
        Row(kind, name.slug, depth: name.depth, steps.map { $0.naming(name.bytes) })
      }
    } + tables["absolute"].map { Row("absolute", $0.name, tables.script(["absolute": $0])) }
  }

  /// Names that mean something to some server, and each mark in the middle of a name, at its begin and at its end.
  private static func corpus(_ tables: ProductTables) -> [(slug: String, bytes: [UInt8], depth: Int)] {
    func bytes(_ text: String) -> [UInt8] { VectorText.unescape(text) ?? [] }
    return tables["known"].map { ($0.name, bytes($0.columns[0]), 1) }
      + tables["marks"].flatMap { mark in
        let text = mark.columns[0]
        return [
          (mark.name, bytes("a\(text)b"), 1), ("\(mark.name)-first", bytes("\(text)ab"), 3),
          ("\(mark.name)-last", bytes("ab\(text)"), 3),
        ]
      }
  }
}

extension WalkStep {
  /// The step with a name where the braces are.
  fileprivate func naming(_ name: [UInt8]) -> WalkStep {
    var step = self
    step.line = line.replacing(Array("{}".utf8), with: name)
    return step
  }
}
