import Testing

@testable import FTPRequirements

@Suite("The catalogue is complete and well formed")
struct CatalogueTests {
  @Test("every line of every file parses")
  func noProblems() {
    #expect(RequirementCatalogue.problems.isEmpty)
  }

  @Test("every Markdown file in the folder is embedded, and nothing else is")
  func filesAreEmbedded() throws {
    let embedded = CatalogueDocument.all.map { CatalogueDocument.fileName(rfc: $0.rfc) }
    #expect(embedded.sorted() == (try PackageFolder.catalogueFiles()))
    #expect(CatalogueDocument.all.allSatisfy { !$0.requirements.isEmpty })
  }

  @Test("the embedded files are those of the folder")
  func embeddedBytesAreFresh() throws {
    for file in try PackageFolder.files(below: "RFC", withExtension: "md") {
      let name = String(file.path.dropFirst("RFC/".count))
      guard
        let document = CatalogueDocument.all.first(where: { CatalogueDocument.fileName(rfc: $0.rfc) == name })
      else { continue }
      let fromDisk = CatalogueDocument(rfc: document.rfc, bytes: Array(file.text.utf8))
      #expect(fromDisk.requirements == document.requirements, "\(name) changed since it was embedded")
    }
  }

  @Test("ids are unique over all files, and shaped <rfc>:<section>:<words>")
  func idsAreUnique() throws {
    let all = RequirementCatalogue.all
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(all.count >= 517)
    for requirement in all {
      let parts = requirement.id.split(separator: ":", omittingEmptySubsequences: false)
      try #require(parts.count == 3, "\(requirement.id)")
      #expect(parts[0] == requirement.rfc && parts[1] == requirement.section)
      #expect(parts[2].wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(requirement.id)")
      #expect(parts[2].wholeMatch(of: /[0-9]+/) == nil, "an ordinal is not a name: \(requirement.id)")
    }
  }

  @Test("texts are sentences")
  func textsAreSentences() {
    for requirement in RequirementCatalogue.all {
      #expect(requirement.text.hasSuffix("."), "\(requirement.id)")
      #expect(!requirement.text.contains("  "), "\(requirement.id)")
      #expect(requirement.waiver?.isEmpty != true, "\(requirement.id)")
    }
  }

  @Test("every rule that is tested says what breaking it costs, and every rule where that shows")
  func rulesHaveConsequences() {
    for requirement in RequirementCatalogue.all {
      #expect((requirement.harm == nil) == (requirement.waiver != nil), "\(requirement.id)")
      #expect(!requirement.observables.isEmpty, "\(requirement.id)")
      #expect((requirement.harm?.sentence.count ?? 0) <= 140, "\(requirement.id)")
    }
  }

  @Test(
    "known ids are found, with their facts",
    arguments: [
      ("959:4.2:multiline-end", Requirement.Level.must, Requirement.Side.server),
      ("959:5.4:pwd-codes", .should, .server),
      ("959:3.2:close-on-abor", .must, .server),
      ("1123:4.1.2.6:scan-digits", .must, .client),
      ("854:nvt:cr-nul", .must, .both),
      ("mfxx:3:mfmt-213", .must, .server),
    ])
  func lookUp(id: String, level: Requirement.Level, side: Requirement.Side) throws {
    let requirement = try #require(RequirementCatalogue.requirement(id: id))
    #expect(requirement.id == id)
    #expect(requirement.level == level)
    #expect(requirement.side == side)
  }

  @Test("a relaxed rule has the level and the word of the rule that relaxes it")
  func relaxed() throws {
    for requirement in RequirementCatalogue.all {
      guard case .relaxed(let id) = requirement.code else { continue }
      let ruling = try #require(RequirementCatalogue.requirement(id: id), "\(requirement.id)")
      #expect(requirement.level == ruling.level && requirement.word == ruling.word, "\(requirement.id)")
      #expect(requirement.decidingID == id && ruling.code == .own, "\(requirement.id)")
    }
  }

  @Test("every conflict that a rule names is in conflicts.md, and makes it a warning at most")
  func conflicts() throws {
    let known = Conflict.all.map(\.id)
    #expect(Set(known).count == known.count && known.count >= 30)
    for requirement in RequirementCatalogue.all {
      for conflict in requirement.conflicts {
        #expect(known.contains(conflict), "\(requirement.id): \(conflict)")
      }
      #expect(requirement.severity == .must || !requirement.conflicts.isEmpty || requirement.level != .must)
      if !requirement.conflicts.isEmpty { #expect(requirement.severity <= .should, "\(requirement.id)") }
    }
    let named = Set(RequirementCatalogue.all.flatMap(\.conflicts))
    // With these, either way is right, so no requirement names them.
    #expect(Set(known).subtracting(named) == ["feat-end", "feat-before-login"])
    #expect(Conflict.all.allSatisfy { $0.text.hasPrefix("**") && $0.text.hasSuffix(".") })
    let padding = try #require(Conflict.conflict(id: "padding"))
    #expect(padding.text.contains("must pad a line that begins with a three-digit number"))
  }

  @Test("a word in capitals is not weaker than it looks, and one in lower case not stronger")
  func wordsFitLevels() {
    for requirement in RequirementCatalogue.all {
      guard case .phrase(let words) = requirement.word else { continue }
      let lower = words.lowercased()
      if lower.hasPrefix("should") || lower == "recommended" {
        #expect([.should, .advice].contains(requirement.level), "\(requirement.id)")
      }
      // What an informational RFC says is advice, whatever its words.
      if requirement.rfc == "2577" { #expect(requirement.level == .advice, "\(requirement.id)") }
      if lower.hasPrefix("must") || lower.hasPrefix("shall"), requirement.rfc != "2577" {
        #expect(requirement.level == .must, "\(requirement.id)")
      }
      if lower == "may" { #expect(requirement.level == .may, "\(requirement.id)") }
    }
  }

  @Test("a rule of an RFC has a link to its section")
  func links() {
    for (id, link) in [
      ("959:4.2:reply-line", "https://www.rfc-editor.org/rfc/rfc959.html#section-4.2"),
      ("959:appendix-ii:rmd-codes", "https://www.rfc-editor.org/rfc/rfc959.html"),
      ("854:nvt:cr-nul", "https://www.rfc-editor.org/rfc/rfc854.html"), ("hash:3:hash-errors", nil),
    ] {
      #expect(RequirementCatalogue.requirement(id: id)?.link == link, "\(id)")
    }
  }

  @Test("every id finds itself")
  func everyIDResolves() {
    for requirement in RequirementCatalogue.all {
      #expect(RequirementCatalogue.requirement(id: requirement.id) == requirement)
    }
  }

  @Test(
    "anything else finds nothing",
    arguments: [
      "", ":", "959", "959:4.2", "959:4.2:", "959:4.2:multiline", "9959:4.2:multiline-end", "é:1:x",
    ])
  func unknown(id: String) {
    #expect(RequirementCatalogue.requirement(id: id) == nil)
  }

  @Test("a prefix selects the ids that begin with it")
  func prefixes() {
    let all = RequirementCatalogue.all
    #expect(RequirementCatalogue.matching(prefix: "") == all)
    for prefix in [
      "9", "959", "959:", "959:4.1", "959:4.2:", "959:4.2:multi", "hash:3", "0", "0:", "959:4.2:z",
    ] {
      #expect(
        RequirementCatalogue.matching(prefix: prefix) == all.filter { $0.id.hasPrefix(prefix) }, "\(prefix)")
    }
    #expect(RequirementCatalogue.matching(prefix: "959:4.2:").allSatisfy { $0.section == "4.2" })
    #expect(!RequirementCatalogue.matching(prefix: "959:4.2:").isEmpty)
  }
}
