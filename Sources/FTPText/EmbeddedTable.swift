import EmbeddedTexts

extension EmbeddedText {
  /// The text, as it is in its file.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// The lines, without headings and comments.
  package var lines: [EmbeddedLine] {
    EmbeddedLine.all(in: UnsafeBufferPointer(start: start, count: count))
  }

  /// Its tables, in their order.
  package var tables: [EmbeddedTable] {
    lines.reduce(into: []) { tables, line in
      guard let value = line.value else { return }
      if tables.last?.heading != line.heading {
        tables.append(EmbeddedTable(heading: line.heading, rows: []))
      }
      let columns = value.split(separator: " | ", omittingEmptySubsequences: false).map { String($0) }
      tables[tables.count - 1].rows.append(EmbeddedTable.Row(name: line.name, columns: columns))
    }
  }
}

/// A line of an embedded text: a name, and what comes after a colon, below a heading after two number signs.
package struct EmbeddedLine: Sendable {
  package let heading: String
  package let isIndented: Bool
  package let name: String
  /// Nil if there is no colon.
  package let value: String?

  /// The lines of a text, without headings and comments, which begin with a number sign.
  ///
  /// It is read byte by byte: every program that judges a command reads one at its start.
  package static func all(in text: UnsafeBufferPointer<UInt8>) -> [EmbeddedLine] {
    var lines: [EmbeddedLine] = []
    var heading = ""
    for line in text.split(separator: 0x0A) {
      guard line.first != 0x23 else {
        if line.starts(with: [0x23, 0x23]) { heading = String(decoding: line.dropFirst(3), as: UTF8.self) }
        continue
      }
      let colon = line.indices.first {
        line[$0] == 0x3A && ($0 + 1 == line.endIndex || line[$0 + 1] == 0x20)
      }
      let name = line[..<(colon ?? line.endIndex)].drop { $0 == 0x20 }
      lines.append(
        EmbeddedLine(
          heading: heading, isIndented: line.first == 0x20, name: String(decoding: name, as: UTF8.self),
          value: colon.map { String(decoding: line[$0...].dropFirst(2), as: UTF8.self) }))
    }
    return lines
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
