import EmbeddedTexts

extension EmbeddedText {
  /// The text, as it is in its file.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Its tables, in their order.
  package var tables: [EmbeddedTable] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").reduce(into: []) { tables, line in
      if line.hasPrefix("## ") {
        tables.append(EmbeddedTable(heading: String(line.dropFirst(3)), rows: []))
      } else if !line.hasPrefix("#"), let colon = line.firstIndex(of: ":"), !tables.isEmpty {
        tables[tables.count - 1].rows.append(
          EmbeddedTable.Row(
            name: String(line[..<colon]),
            columns: line[colon...].dropFirst(2).split(separator: " | ", omittingEmptySubsequences: false)
              .map { String($0) }))
      }
    }
  }
}

/// A table of an embedded text: a heading after two number signs, and rows.
///
/// ```text
/// ## state/events
/// noop: NOOP
/// size: SIZE ten
/// ```
package struct EmbeddedTable: Sendable {
  /// A line: a name, a colon, and columns with " | " between them.
  package struct Row: Sendable {
    package let name: String
    package let columns: [String]

    package init(name: String, columns: [String]) {
      self.name = name
      self.columns = columns
    }

    /// The whole text after the name, for a row without columns.
    package var text: String { columns.joined(separator: " | ") }
  }

  package let heading: String
  package internal(set) var rows: [Row]
}
