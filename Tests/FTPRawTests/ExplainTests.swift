import FTPConformance
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPRequirements
import TestSupport
import Testing

@testable import ftpraw

@Suite("explain shows what is in the tables", .queueing)
struct ExplainTests {
  static let explanation = Explanation(width: 80)

  @Test(arguments: [
    ("227", Topic.code(227)), ("299", .code(299)), ("631", .code(631)), ("pasv", .verb(.pasv)),
    ("PASV", .verb(.pasv)), ("xmd5", .verb("XMD5")), ("reply-8bit", .fault("reply-8bit")),
    ("LOGIN-SLOW=3s", .fault("login-slow")), ("EPSV ALL", .verb("EPSV ALL")),
    ("greeting", .verb(CommandReplies.connection)),
  ])
  func topics(word: String, topic: Topic) throws {
    #expect(try Topic(word) == topic)
  }

  @Test func casesAreExplainedToo() throws {
    let one = Self.explanation.text(for: try Topic("rfc959/4.2/reply-line"))
    #expect(one.hasPrefix("rfc959/4.2/reply-line\n") && one.contains("[959:4.2:reply-line]"))
    let section = Self.explanation.text(for: try Topic("RFC959/4.2"))
    #expect(section.hasPrefix("rfc959/4.2: ") && section.contains("\nrfc959/4.2/unknown-command "))
    let error = #expect(throws: ArgumentValueError.self) { try Topic("rfc959/4.2/reply-lime") }
    #expect(error?.suggestion == "rfc959/4.2/reply-line")
  }

  @Test(arguments: ["4yz", "5XX", "x5z", "22z", "2x7", "xy7", "6yz"])
  func groups(word: String) throws {
    guard case .codes(let group) = try Topic(word) else {
      Issue.record("\(word) is not read as a group")
      return
    }
    let text = Self.explanation.text(for: .codes(group))
    #expect(!group.codes.isEmpty)
    for code in ReplyCode.known {
      let isMember = zip(code.description, word).allSatisfy { $0 == $1 || !$1.isNumber }
      #expect(group.codes.contains(code) == isMember)
      #expect(text.contains("\n  \(code)  ") == isMember)
    }
  }

  @Test(arguments: [
    ("959:4.2", "959:4.2:"), ("959:4.2:", "959:4.2:"), ("959:4.2:multi", "959:4.2:multi"), ("959", "959:"),
    ("rfc959", "959:"), ("RFC 2577", "2577:"), ("959:", "959:"), ("mfxx:3", "mfxx:3:"), ("hash:", "hash:"),
    ("1123:4.1.2", "1123:4.1.2"),
  ])
  func listsOfRequirements(word: String, prefix: String) throws {
    guard case .requirements(_, let requirements) = try Topic(word) else {
      Issue.record("\(word) is not read as a list of requirements")
      return
    }
    let expected = RequirementCatalogue.matching(prefix: prefix).filter {
      word != "959:4.2" || $0.section == "4.2" || $0.section.hasPrefix("4.2.")
    }
    #expect(requirements == expected && !expected.isEmpty)
    let text = Self.explanation.text(for: .requirements(word, requirements))
    for requirement in requirements { #expect(text.contains(requirement.id)) }
  }

  @Test func aSectionIsNotTheBeginningOfANumber() throws {
    guard case .requirements(_, let requirements) = try Topic("1123:4.1.2.1") else {
      Issue.record("a section is not read as a list of requirements")
      return
    }
    #expect(!requirements.isEmpty && requirements.allSatisfy { $0.section == "4.1.2.1" })
  }

  @Test(
    arguments: [
      ("PASVV", "PASV"), ("RERT", "RETR"), ("959:4.2:multilineend", "959:4.2:multiline-end"), ("", nil),
      ("899", nil), ("099", nil), ("9yz", nil), ("x9z", nil), ("xyz", nil), ("2yz2", nil), ("959:99", nil),
      ("959:4.2:multiline-end:more", nil), ("no such thing", nil), (":", nil), ("(connect)x", nil),
      ("\u{1B}[2J", nil), ("\u{0662}\u{0662}\u{0667}", nil),
    ] as [(String, String?)])
  func unknownTopics(word: String, suggestion: String?) async throws {
    let error = try #require(throws: ArgumentValueError.self) { try Topic(word) }
    if let suggestion { #expect(error.suggestion == suggestion) }
    let console = RecordingConsole()
    let arguments = ["explain", "227", word].map { Argument($0) }
    #expect(await Program(table: .ftpraw, console: console).run(arguments) == .usage)
    #expect(console.output == "")
    #expect(console.error.hasPrefix("ftpraw explain: '"))
    #expect(console.error.count { $0 == "\n" } == 1)
  }

  @Test(arguments: ReplyCode.known)
  func everyCode(code: ReplyCode) throws {
    let text = joined(Self.explanation.text(for: try Topic(code.description)))
    for meaning in code.meanings {
      #expect(text.contains(meaning.text) && text.contains(meaning.source))
    }
    for verb in CommandReplies.verbs
    where CommandReplies.entries(for: verb).contains(where: { $0.code == code }) {
      #expect(text.contains(" \(Topic.name(verb)) "))
    }
    #expect(text.contains("Documents use this code for different things") == [521, 522].contains(code))
  }

  @Test func codesWithSeveralMeaningsShowThemAll() throws {
    let text521 = joined(Self.explanation.text(for: .code(521)))
    for words in [
      "1. directory exists", "2. address family not supported", "3. protection level not acceptable",
    ] {
      #expect(text521.contains(words))
    }
    let text522 = joined(Self.explanation.text(for: .code(522)))
    for words in ["1. network protocol not supported", "2. TLS negotiation failed"] {
      #expect(text522.contains(words))
    }
  }

  @Test(arguments: VerbTable.verbs.map(\.verb))
  func everyVerb(verb: Verb) throws {
    let row = try #require(verb.row)
    let text = joined(Self.explanation.text(for: try Topic(verb.name.lowercased())))
    #expect(text.hasPrefix("\(verb) \(row.text) \(row.source) Syntax: \(row.syntax) State: "))
    for entry in row.replies {
      #expect(text.contains(" \(entry.code) ") && text.contains("(\(entry.origin))"))
    }
  }

  @Test(arguments: VerbTable.customs) func verbsOfPracticeAlone(row: VerbRow) throws {
    #expect(row.verb.row == nil)
    let text = joined(Self.explanation.text(for: try Topic(row.verb.name)))
    #expect(text.hasPrefix("\(row.verb) \(row.text) practice Syntax: \(row.syntax) State: "))
  }

  @Test(arguments: FaultCatalogue.all.map(\.name)) func everyFault(name: String) throws {
    let text = joined(Self.explanation.text(for: try Topic(name)))
    #expect(
      text.hasPrefix(name) && text.contains("A fault of the embedded server: ftpraw serve --fault \(name)"))
    let cases = CaseCatalogue.servers.filter {
      $0.entry.failsWith.contains { $0.prefix { $0 != "=" } == name }
    }
    for server in cases { #expect(text.contains(server.id.rawValue)) }
  }

  @Test(arguments: [
    ("227 Entering (192,0,2,1,195,81)", "This reply: host 192.0.2.1, port 50001."),
    ("229 Extended (|||50001|)", "This reply: the host of the control connection, port 50001."),
    ("228 Long (4,4,192,0,2,1,2,195,81)", "This reply: host 192.0.2.1, port 50001."),
    ("227 Passive", "This reply has no address: "), ("227", "is host 192.0.2.1, port 50001."),
    ("229", "(|||50001|) is port 50001."), ("228", "is host 192.0.2.1, port 50001."),
  ])
  func addresses(word: String, words: String) throws {
    #expect(joined(Self.explanation.text(for: try Topic(word))).contains(words))
  }

  /// A topic is not a command, so that no part of it is a password.
  @Test(arguments: ["bypass", "passphrase", "passive", "epsv-passive", "PASSWD"])
  func wordsThatBeginLikeAPasswordAreShown(word: String) async throws {
    let outcome = try await ProcessRunner.ftpraw().run(["explain", word])
    #expect(outcome.error.contains("'\(word)' is not a reply code"))
    #expect(EditedLine.secretStart(of: Array("? \(word)".utf8)) == nil)
    #expect(EditedLine.secretStart(of: Array("? PASS secret".utf8)) == 7)
  }

  @Test func everyRequirement() throws {
    for requirement in RequirementCatalogue.all {
      #expect(try Topic(requirement.id) == .requirement(requirement))
      let text = joined(Self.explanation.text(for: .requirement(requirement)))
      #expect(text.hasPrefix(joined("\(requirement.id) \(requirement.text)")))
      #expect(text.contains("Level: \(requirement.force) Who: \(requirement.side.rawValue)"))
    }
  }

  @Test(arguments: [40, 80, 100])
  func linesFit(width: Int) throws {
    let explanation = Explanation(width: width)
    for word in ["227", "522", "PASV", "MLST", "greeting", "4yz", "959:4.2", "959:4.2:multiline-end"] {
      for line in explanation.text(for: try Topic(word)).split(separator: "\n") where line.count > width {
        // Ids are not broken.
        #expect(line.split(separator: " ").count <= 3, "\(line)")
      }
    }
  }

  @Test func severalTopicsArePrintedInTheirOrder() async throws {
    let console = RecordingConsole()
    let arguments = ["explain", "227", "PASV"].map { Argument($0) }
    #expect(await Program(table: .ftpraw, console: console).run(arguments) == .fine)
    let parts = try [Topic("227"), Topic("PASV")].map { Self.explanation.text(for: $0) }
    #expect(console.output == parts.joined(separator: "\n"))
  }

  /// The text without its line breaks and indentation.
  private func joined(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
