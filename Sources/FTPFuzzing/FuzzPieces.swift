import EmbeddedTexts
import FTPConversation
import FTPText

/// The pieces of which fuzzers make inputs, from `EmbeddedTexts/pieces.txt`.
///
/// What follows from a seed depends on their order.
enum FuzzPieces {
  /// The rows below each heading: the name of a parser, or what `fuzz client` and `fuzz server` make.
  static let rows = Dictionary(
    embedded_pieces().tables.map { ($0.heading, $0.rows) }, uniquingKeysWith: +)

  /// The pieces of one kind, in their order.
  static func bytes(_ heading: String, _ kind: String) -> [[UInt8]] {
    rows[heading, default: []].filter { $0.name == kind }.map { VectorText.unescape($0.text) ?? [] }
  }

  /// The same as texts.
  static func texts(_ heading: String, _ kind: String) -> [String] {
    bytes(heading, kind).map { String(decoding: $0, as: UTF8.self) }
  }
}
