import EmbeddedTexts
import FTPText
import Synchronization

/// The files of the catalogue. A new one is a line in `EmbeddedTexts/texts.c` and a file in `RFC/Catalogue`.
extension CatalogueDocument {
  /// Every file: RFCs by number, then drafts by name, then practice.
  static var all: [CatalogueDocument] { files.map(\.document) }

  /// The file whose ids begin with `rfc`; parses no other.
  static func document(rfc: Substring) -> CatalogueDocument? {
    files.first { $0.rfc == rfc }?.document
  }

  private static let files = embedded_catalogue().bytes.split(separator: 0).map(CatalogueFile.init)
}

/// One file, parsed once: by the first thread that asks for it.
private final class CatalogueFile: Sendable {
  let rfc: String
  private let bytes: ArraySlice<UInt8>
  private let parsed = Mutex<CatalogueDocument?>(nil)

  /// A file, named by its first id.
  init(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.firstRange(of: "\n- `".utf8)?.upperBound ?? bytes.endIndex
    rfc = String(decoding: bytes[start...].prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    self.bytes = bytes
  }

  var document: CatalogueDocument {
    parsed.withLock { parsed in
      if let parsed { return parsed }
      let document = CatalogueDocument(rfc: rfc, bytes: Array(bytes))
      parsed = document
      return document
    }
  }
}
