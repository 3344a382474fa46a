import Synchronization

/// The files of the catalogue. A new one is a line here and a file in `RFC/Catalogue`.
extension CatalogueDocument {
  /// Every file: RFCs by number, then drafts by name, then practice.
  static var all: [CatalogueDocument] { files.map(\.document) }

  /// The file whose ids begin with `rfc`; parses no other.
  static func document(rfc: Substring) -> CatalogueDocument? {
    files.first { $0.rfc == rfc }?.document
  }

  private static let files = [
    CatalogueFile("775") { PackageResources.rfc775_md },
    CatalogueFile("854") { PackageResources.rfc854_md },
    CatalogueFile("959") { PackageResources.rfc959_md },
    CatalogueFile("1123") { PackageResources.rfc1123_md },
    CatalogueFile("1579") { PackageResources.rfc1579_md },
    CatalogueFile("1635") { PackageResources.rfc1635_md },
    CatalogueFile("1639") { PackageResources.rfc1639_md },
    CatalogueFile("1738") { PackageResources.rfc1738_md },
    CatalogueFile("2228") { PackageResources.rfc2228_md },
    CatalogueFile("2389") { PackageResources.rfc2389_md },
    CatalogueFile("2428") { PackageResources.rfc2428_md },
    CatalogueFile("2577") { PackageResources.rfc2577_md },
    CatalogueFile("2640") { PackageResources.rfc2640_md },
    CatalogueFile("3659") { PackageResources.rfc3659_md },
    CatalogueFile("4217") { PackageResources.rfc4217_md },
    CatalogueFile("5797") { PackageResources.rfc5797_md },
    CatalogueFile("7151") { PackageResources.rfc7151_md },
    CatalogueFile("7301") { PackageResources.rfc7301_md },
    CatalogueFile("8446") { PackageResources.rfc8446_md },
    CatalogueFile("deflate") { PackageResources.draft_deflate_md },
    CatalogueFile("hash") { PackageResources.draft_hash_md },
    CatalogueFile("mfxx") { PackageResources.draft_mfxx_md },
    CatalogueFile("rang") { PackageResources.draft_rang_md },
    CatalogueFile("spsv") { PackageResources.draft_spsv_md },
    CatalogueFile("streamlined") { PackageResources.draft_streamlined_md },
    CatalogueFile("practice") { PackageResources.practice_md },
  ]
}

/// One file, parsed once: by the first thread that asks for it.
private final class CatalogueFile: Sendable {
  let rfc: String
  private let bytes: @Sendable () -> [UInt8]
  private let parsed = Mutex<CatalogueDocument?>(nil)

  init(_ rfc: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
    self.rfc = rfc
    self.bytes = bytes
  }

  var document: CatalogueDocument {
    parsed.withLock { parsed in
      if let parsed { return parsed }
      let document = CatalogueDocument(rfc: rfc, bytes: bytes())
      parsed = document
      return document
    }
  }
}
