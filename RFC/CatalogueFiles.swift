/// The files of the catalogue.
///
/// Each is a constant of its own, so that it is parsed once, by whichever thread asks first, and not before.
extension CatalogueDocument {
  /// Every file: RFCs by number, then drafts by name.
  static var all: [CatalogueDocument] { sources.map { $0.load() } }

  /// The file whose ids begin with `rfc`; parses no other.
  static func document(rfc: Substring) -> CatalogueDocument? {
    sources.first { $0.rfc == rfc }?.load()
  }

  private static let sources: [(rfc: String, load: @Sendable () -> CatalogueDocument)] = [
    ("775", { rfc775 }),
    ("854", { rfc854 }),
    ("959", { rfc959 }),
    ("1123", { rfc1123 }),
    ("1579", { rfc1579 }),
    ("1635", { rfc1635 }),
    ("1639", { rfc1639 }),
    ("1738", { rfc1738 }),
    ("2228", { rfc2228 }),
    ("2389", { rfc2389 }),
    ("2428", { rfc2428 }),
    ("2577", { rfc2577 }),
    ("2640", { rfc2640 }),
    ("3659", { rfc3659 }),
    ("4217", { rfc4217 }),
    ("5797", { rfc5797 }),
    ("7151", { rfc7151 }),
    ("deflate", { draftDeflate }),
    ("hash", { draftHash }),
    ("mfxx", { draftMfxx }),
    ("rang", { draftRang }),
    ("spsv", { draftSpsv }),
    ("streamlined", { draftStreamlined }),
  ]

  private static let rfc775 = CatalogueDocument(rfc: "775", bytes: PackageResources.rfc775_md)
  private static let rfc854 = CatalogueDocument(rfc: "854", bytes: PackageResources.rfc854_md)
  private static let rfc959 = CatalogueDocument(rfc: "959", bytes: PackageResources.rfc959_md)
  private static let rfc1123 = CatalogueDocument(rfc: "1123", bytes: PackageResources.rfc1123_md)
  private static let rfc1579 = CatalogueDocument(rfc: "1579", bytes: PackageResources.rfc1579_md)
  private static let rfc1635 = CatalogueDocument(rfc: "1635", bytes: PackageResources.rfc1635_md)
  private static let rfc1639 = CatalogueDocument(rfc: "1639", bytes: PackageResources.rfc1639_md)
  private static let rfc1738 = CatalogueDocument(rfc: "1738", bytes: PackageResources.rfc1738_md)
  private static let rfc2228 = CatalogueDocument(rfc: "2228", bytes: PackageResources.rfc2228_md)
  private static let rfc2389 = CatalogueDocument(rfc: "2389", bytes: PackageResources.rfc2389_md)
  private static let rfc2428 = CatalogueDocument(rfc: "2428", bytes: PackageResources.rfc2428_md)
  private static let rfc2577 = CatalogueDocument(rfc: "2577", bytes: PackageResources.rfc2577_md)
  private static let rfc2640 = CatalogueDocument(rfc: "2640", bytes: PackageResources.rfc2640_md)
  private static let rfc3659 = CatalogueDocument(rfc: "3659", bytes: PackageResources.rfc3659_md)
  private static let rfc4217 = CatalogueDocument(rfc: "4217", bytes: PackageResources.rfc4217_md)
  private static let rfc5797 = CatalogueDocument(rfc: "5797", bytes: PackageResources.rfc5797_md)
  private static let rfc7151 = CatalogueDocument(rfc: "7151", bytes: PackageResources.rfc7151_md)
  private static let draftDeflate = CatalogueDocument(
    rfc: "deflate", bytes: PackageResources.draft_deflate_md)
  private static let draftHash = CatalogueDocument(rfc: "hash", bytes: PackageResources.draft_hash_md)
  private static let draftMfxx = CatalogueDocument(rfc: "mfxx", bytes: PackageResources.draft_mfxx_md)
  private static let draftRang = CatalogueDocument(rfc: "rang", bytes: PackageResources.draft_rang_md)
  private static let draftSpsv = CatalogueDocument(rfc: "spsv", bytes: PackageResources.draft_spsv_md)
  private static let draftStreamlined = CatalogueDocument(
    rfc: "streamlined", bytes: PackageResources.draft_streamlined_md)
}
