import FTPProtocol
import Testing

@Suite("Every verb of the tables is defined")
struct VerbDefinitionTests {
  @Test func nothingIsMissing() {
    let listed = StateDiagram.rows.flatMap(\.verbs) + CommandReplies.verbs
    for verb in listed where verb != CommandReplies.connection {
      let plain = Verb(bytes: verb.name.utf8.prefix { $0 != 0x20 })
      #expect(plain.definition?.verb == plain, "\(verb)")
    }
  }

  @Test func noVerbIsDefinedTwice() {
    #expect(Set(Verb.definitions.map(\.verb)).count == Verb.definitions.count)
  }

  @Test(arguments: Verb.definitions)
  func definitionsAreWellFormed(definition: Verb.Definition) {
    #expect(definition.text.hasSuffix("."))
    #expect(definition.text.first?.isUppercase == true)
    #expect(!definition.text.dropLast().contains(". "))
    let characters = definition.arguments + definition.text + definition.source
    #expect(characters.allSatisfy { $0.isASCII })
    let source = definition.source
    #expect(source.hasPrefix("RFC ") || source.hasPrefix("draft-") || source == Origin.practice.rawValue)
  }

  @Test func caseDoesNotCountAndOthersHaveNone() {
    #expect(Verb("pasv").definition == Verb.pasv.definition)
    for verb in ["XCRC", "", "EPSV ALL", "(connect)"] as [Verb] { #expect(verb.definition == nil) }
  }
}
