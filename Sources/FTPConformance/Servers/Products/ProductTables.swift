import EmbeddedTexts
import FTPText

/// The tables of `EmbeddedTexts/products.txt` about one product: what it combines.
struct ProductTables: Sendable {
  /// A row, whose name becomes a part of an id.
  typealias Row = EmbeddedTable.Row

  /// The name of the product.
  let product: String

  subscript(table: String) -> [Row] { Self.all["\(product)/\(table)"] ?? [] }

  /// What the product's own table says, such as its title.
  func text(_ name: String) -> String? { Self.all[product]?.first { $0.name == name }?.columns.first }

  /// The script of the product, with `{events}` replaced by the first column of a row of that table, `{events 2}` by the
  /// second.
  func script(_ rows: [String: Row]) -> [WalkStep] {
    let text = rows.reduce(text("script") ?? "") { text, row in
      row.value.columns.enumerated().reduce(text) { text, column in
        text.replacing(
          column.offset == 0 ? "{\(row.key)}" : "{\(row.key) \(column.offset + 1)}", with: column.element)
      }
    }
    return .script(text)
  }

  /// The script with a table of one row, which is made here.
  func script(_ table: String, _ lines: [String]) -> [WalkStep] {
    script([table: Row(name: "", columns: [lines.joined(separator: "; ")])])
  }

  /// Every table by its heading.
  ///
  /// A test reads each script, so that a mistake in one has a message there.
  static let all = Dictionary(embedded_products().tables.map { ($0.heading, $0.rows) }) { first, _ in first }
}
