import FTPConformance
import FTPRequirements
import Testing

@Suite("The catalogue of cases is in order")
struct CatalogueTests {
  @Test func everyIDIsUniqueAndHasThreeParts() {
    let ids = CaseCatalogue.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in CaseCatalogue.servers.map(\.id) {
      #expect(
        id.rawValue.wholeMatch(of: /(rfc[0-9]+|draft-[a-z]+)\/[a-z0-9.-]+\/[a-z0-9-]+/) != nil, "\(id)")
    }
  }

  @Test func everyCaseCitesRequirementsOfServersFirstOfItsSection() {
    for entry in CaseCatalogue.servers.map(\.entry) {
      #expect(!entry.requirements.isEmpty, "\(entry.id)")
      for id in entry.requirements {
        let requirement = RequirementCatalogue.requirement(id: id.rawValue)
        #expect(requirement != nil, "\(entry.id) cites \(id)")
        #expect(requirement?.side != .client, "\(entry.id) cites \(id), which binds clients")
      }
      guard let first = entry.requirements.first else { continue }
      let document = entry.id.document.split(separator: "-").last.map { $0.drop { "rfc".contains($0) } } ?? ""
      #expect(
        first.section == entry.id.section && first.document.hasSuffix(document),
        "\(entry.id) is about \(first)")
    }
  }

  @Test func titlesAreSentences() {
    for entry in CaseCatalogue.all {
      #expect(entry.title.hasSuffix(".") && entry.title.count <= 120, "\(entry.id): \(entry.title)")
    }
  }
}
