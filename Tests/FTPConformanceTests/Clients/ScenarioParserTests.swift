import FTPProtocol
import FTPRequirements
import Testing

@testable import FTPConformance

@Suite("Texts with scenarios are read, or it is said what is wrong with them")
struct ScenarioParserTests {
  private static let text = """
    # A title
      needs: url

    ## A section
    # A comment
      rules: practice:good:works 959:4.2:reply-line
      finds: always-fails
      script: USER * -> 331
      right: gets

    good/get/one: It ends with a colon: yes.
      # Another comment
      seen: here; there
      path: a/ 3 times
      tree: pub/{9...11}.txt text="{9...11}\\n"
      right: mirrors {1...2}.txt "{1...2}\\n" last \\"
      right: fails or sends USER about practice:honest:success-is-whole at-most should

    good/get/two: Another.
      seen: RFC 959
      needs:
      loses: all
      job: resume
      has: hello.txt "a \\x41\\n"
      begun: 3
      server: patient ipv6
      user: ""
      script:
      then: mirror
      faults: data-short
    """.replacing(#"last \""#, with: #"last "\"""#)

  private static func read(_ text: some StringProtocol) throws(CatalogueProblem) -> [ClientScenario] {
    try ClientScenario.scenarios(of: "good", in: text.utf8)
  }

  @Test func everyEmbeddedTextIsRead() throws {
    #expect(CaseCatalogue.scenarioTexts.count == 6)
    for (group, text) in CaseCatalogue.scenarioTexts {
      #expect(try !ClientScenario.scenarios(of: group, in: text).isEmpty, "\(group)")
    }
  }

  @Test func aWholeTextIsRead() throws {
    let scenarios = try Self.read(Self.text)
    try #require(scenarios.map(\.id) == ["good/get/one", "good/get/two"])
    let (one, two) = (scenarios[0], scenarios[1])
    #expect(one.entry.title == "It ends with a colon: yes." && one.source == "here; there" && one.loss == nil)
    #expect(one.entry.requirements == ["practice:good:works", "959:4.2:reply-line"])
    #expect(one.entry.needs == [ClientJob.get.need, .url] && one.entry.failsWith == ["always-fails"])
    #expect(one.steps.map(\.path) == ["a/a/a/"] && one.steps[0].user == "ftpraw")
    #expect(one.steps[0].server.tree == [9, 10, 11].map { "pub/\($0).txt text=\"\($0)\\n\"" })
    #expect(one.steps[0].server.rules == ["USER * -> 331"])
    #expect(
      one.checks.map(\.words) == [
        "exit status 0, and the files 1.txt, 2.txt, last", "an exit status other than 0, or USER",
      ])
    #expect(two.loss == "all" && two.entry.needs == [ClientJob.resume.need, ClientJob.mirror.need])
    #expect(two.steps.map(\.path) == ["pub/hello.txt", "pub/hello.txt"] && two.steps[0].user == nil)
    #expect(two.steps[0].local == ["hello.txt": "a A\n"] && two.steps[0].begun == 3)
    #expect(two.steps[0].server.isPatient && two.steps[0].server.isIPv6 && two.steps[0].server.rules.isEmpty)
    #expect(two.steps[1].server.faults == ["data-short"] && two.steps[1].server.rules.isEmpty)
    #expect(two.checks.map(\.words) == [ClientCheck.gets.words])
  }

  /// A text that breaks off anywhere is read, or a line of it is named.
  @Test func everyBeginningIsReadOrRefused() {
    expectEveryBeginning(of: Self.text) { text throws(CatalogueProblem) in try Self.read(text).count }
  }

  /// A line, in place of the last of a scenario that is complete without it, and what is wrong with it.
  static let rows = [
    ("good/get: A title.", "an id has three parts, such as good/get/slug: good/get"),
    ("safe/get/a: A title.", "an id has three parts, such as good/get/slug: safe/get/a"),
    ("good/get/one: Again.", "the id is used twice: good/get/one"),
    ("good/get/b", "a scenario begins with its id and its title: good/get/slug: A sentence."),
    ("good/get/b:", "a scenario begins with its id and its title: good/get/slug: A sentence."),
    ("good/get/b: A title.", "the scenario has no 'rules'"),
    ("  seen RFC 959", "a field is a name, a colon and a value: tags: one another"),
    ("  saw: RFC 959", "no such field: saw"),
    ("   seen: RFC 959", "a field is indented by two spaces more than what it belongs to"),
    ("    seen: RFC 959", "a field is indented by two spaces more than what it belongs to"),
    ("  job: sleep", "no such job: sleep"),
    ("  then: sleep", "no such job: sleep"),
    ("  needs: luck", "no such word in 'needs': luck"),
    ("  path: a b", "'path' has one value; quote one with spaces"),
    ("  path: \"a", "a quotation mark is missing at the end"),
    ("  seen: twice", "'seen' has one value"),
    ("  begun: some", "not a number: some"),
    ("  has: a", "'has' names files, each with its contents"),
    ("  has: a b a c", "'has' names files, each with its contents"),
    ("  server: slow", "not one of ipv6, patient, trapped and untrusted: slow"),
    ("  right: or", "no such check, or not with these words after it: or"),
    ("  right: wins", "no such check, or not with these words after it: wins"),
    ("  right: gets it", "no such check, or not with these words after it: gets it"),
    ("  right: mirrors a", "no such check, or not with these words after it: mirrors a"),
    ("  right: lists-up-to ten", "no such check, or not with these words after it: lists-up-to ten"),
    ("  right: gets or", "a check is missing"),
    ("  right: gets at-most all", "a check ends with 'about' and a rule, and with 'at-most' and a level"),
    ("  right: gets about", "a check ends with 'about' and a rule, and with 'at-most' and a level"),
  ]

  @Test(arguments: rows)
  func whatIsWrongIsSaid(line: String, message: String) {
    let text =
      "# A title\n## A section\ngood/get/one: A.\n  rules: a\n  seen: b\n  finds: c\n  right: gets\n\(line)"
    // A job is missed where its scenario begins.
    let number = line.contains("sleep") ? 3 : 8
    #expect(throws: CatalogueProblem(file: "good.txt", line: number, message: message)) {
      try Self.read(text)
    }
  }

  @Test func aStepBelongsToAScenario() {
    let problem = CatalogueProblem(file: "good.txt", line: 1, message: "'then' stands only in a scenario")
    #expect(throws: problem) { try Self.read("  then: get") }
  }
}
