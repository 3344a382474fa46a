import FTPConformance
import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("What people read is plain English", .queueing)
struct PlainEnglishTests {
  /// An expression that reads like a translation, and what to write instead.
  struct Habit: Sendable, CustomTestStringConvertible {
    let pattern: String
    let instead: String
    var testDescription: String { pattern }

    init(_ pattern: String, _ instead: String) {
      self.pattern = pattern
      self.instead = instead
    }

    func matches(_ line: String) -> Bool {
      !Prose([Prose.Line(place: "", text: line)]).lines(with: self).isEmpty
    }
  }

  /// Lines that people read, as one text: to compile a pattern and to search takes longer for each line than for all.
  struct Prose: Sendable {
    /// A line, and where it is.
    struct Line: Sendable {
      let place: String
      let text: String
    }

    let lines: [Line]
    private let text: String
    /// Where each line begins, in UTF-16 units.
    private let starts: [Int]

    init(_ lines: [Line]) {
      self.lines = lines
      text = lines.map(\.text).joined(separator: "\n")
      var start = 0
      starts = lines.map { line in
        defer { start += line.text.utf16.count + 1 }
        return start
      }
    }

    /// The lines in which a habit begins.
    func lines(with habit: Habit) -> [Line] {
      guard let pattern = try? NSRegularExpression(pattern: habit.pattern, options: [.anchorsMatchLines])
      else {
        Issue.record("\(habit.pattern) is not a pattern")
        return []
      }
      let matches = pattern.matches(in: text, range: NSRange(location: 0, length: text.utf16.count))
      let found = Set(matches.compactMap { match in starts.lastIndex { $0 <= match.range.location } })
      return found.sorted().map { lines[$0] }
    }
  }

  /// Anywhere: in sources and their comments, in documents, in the catalogue, and in the comments of vectors.
  static let everywhere = [
    Habit(#"\b[Aa]n URL\b"#, "a URL"),
    Habit(#"(?<!are )\ball the same\b"#, "anyway, still"),
    Habit(#"\banew\b"#, "again"),
    Habit(#"\bmade? small(er)?\b|\bmakes small\b"#, "minimize"),
    Habit(#"\b(go|goes|gone|went) on with\b"#, "continue"),
    Habit(#"\bin vain\b"#, "needlessly"),
    Habit(#"\bheld against\b"#, "compared with, blamed on"),
    Habit(#"\bnobody thought of\b"#, "random, unexpected"),
    Habit(#"\b(is|was|to be) had\b"#, "is available"),
    Habit(#"\bfor who\b|\b(callers?|programs?|servers?|clients?|parsers?) who\b"#, "callers that"),
    Habit(#"\b([Ww]here|[Ww]hat|when) the texts\b|\bof the texts\b(?! (of|and))"#, "RFCs"),
    Habit(#"\b(nothing|goes on|stands) behind\b"#, "after"),
    Habit(#"\b(is|are) told (once|by|first|apart from|in|of|so)\b"#, "reported, described"),
    Habit(#"\b[Tt]old by trying\b"#, "observed"),
    Habit(#"\b[Tt]wice is as once\b"#, "a second call has no effect"),
    Habit(#"\bfor ever\b"#, "forever"),
    Habit(#"\bcomes? about\b"#, "happens, is opened"),
    Habit(#"\bof one's own\b"#, "your own, its own"),
    Habit(#"\bin any pieces\b"#, "in pieces of any size"),
    Habit(#"\b(turns?|turned) everybody away\b"#, "refuse every connection"),
    Habit(#"\b(is|are|was) no success\b"#, "did not succeed, is not a success"),
    Habit(#"; nil where\b"#, "nil if"),
    Habit(#"\b(is|are|was|were|be) answered (with )?[0-9]"#, "gets"),
    Habit(#"\b(is|are) fetched\b"#, "is downloaded, the client downloads"),
    Habit(#"\bin front of\b"#, "before"),
    Habit(#"(?<!put )\bin place of\b"#, "instead of"),
    Habit(#"\bends in the\b(?! (middle|clear))"#, "ends with"),
    Habit(#"(codes?|[Nn]ames?|verbs?|labels?|strings?|`) ha(s|ve) no case\b"#, "is case-insensitive"),
  ]

  /// In text that users read: the pages, README and the help.
  static let forReaders = [
    Habit(#"(^|[.:;] )(Who|Whoever|Whatever) [a-z]"#, "name the subject"),
    Habit(#"(^|[.:;] )What [a-z][^?]*$"#, "name the subject"),
    Habit(#"\b(is|are|be) told\b"#, "reported, shown"),
    Habit(#"\b(anybody|somebody) who\b"#, "anyone who, users who"),
    Habit(
      #"\b([Kk]eep|[Uu]se|[Tt]ry|[Aa]fter|[Ww]ait|[Ff]or|[Rr]eplay|[Rr]un) so (many|long)\b"#, "N, that many"),
    Habit(#"\bto be made like\b|\btaken? over\b|\bgone on\b"#, "copied"),
    Habit(#"\b(one|object|rule|case) a line\b"#, "one per line"),
    Habit(#"\bof one's own\b|\bthan is told\b"#, "your own"),
    Habit(#"\bstands? (behind|in front)\b"#, "before, after"),
    Habit(#"(?<!`)\b[Dd]epart(s|ed|ures?)?\b"#, "deviate, deviation"),
    Habit(#"\bcomes? to its end\b|\bnobody (is told|knows|trusts|listens|logs in)\b"#, "ends, unknown"),
  ]

  /// In the title of a fault, a case or a scenario.
  static let forTitles = [
    Habit(#"^(What|Where|Whoever|Whatever|Nobody) "#, "name the subject, begin with if"),
    Habit(#"\b(somebody|anybody|nobody|whoever)\b"#, "the client, the server"),
    Habit(#"\b[Ss]o many\b"#, "this many"),
    Habit(#"\b(is|are) answered \d"#, "gets"),
    Habit(#"\b(not any more|no(t| one) .* any more)\b"#, "no longer"),
    Habit(#"\b(has|have) to\b"#, "must"),
    Habit(#"\bis (not )?known\b|\bare (not )?known\b|\bthat is not there\b"#, "unknown, missing"),
  ]

  /// Read once for all habits: there are hundreds of vectors.
  private static let written = Result { try prose(["Sources", "RFC", "Documentation", "Vectors"]) }
  private static let pages = Result { try prose(["Documentation", "README.md"]) }

  @Test(arguments: everywhere) func isNowhere(habit: Habit) throws {
    for line in try Self.written.get().lines(with: habit) {
      Issue.record("\(line.place): \(line.text.trimmingCharacters(in: .whitespaces)): \(habit.instead)")
    }
  }

  @Test(arguments: forReaders + everywhere) func isNotOnAPage(habit: Habit) throws {
    for line in try Self.pages.get().lines(with: habit) {
      Issue.record("\(line.place): \(line.text): \(habit.instead)")
    }
  }

  /// The comment of a vector counts as one line, however it is wrapped; its rows do not count.
  @Test func vectorsAreReadToo() throws {
    let vectors = try Self.written.get().lines.filter { $0.place.hasSuffix(".ftpv") }
    #expect(vectors.count > 700 && !vectors.contains { $0.text.contains("=>") })
    let noop = try #require(vectors.first { $0.place == "Vectors/rfc/959/noop-200.ftpv" })
    #expect(
      noop.text
        == "NOOP does nothing and says 200. Clients send it to keep routers on the path from forgetting the connection."
    )
  }

  @Test(arguments: forReaders + everywhere) func isNotInTheHelp(habit: Habit) {
    let page = HelpPage(table: .ftpraw, width: 100_000)
    let texts = [page.text()] + CommandTable.ftpraw.subcommands.map({ page.text(for: $0) })
    let lines = texts.flatMap { $0.split(separator: "\n") }.map {
      Prose.Line(place: "help", text: $0.trimmingCharacters(in: .whitespaces))
    }
    for line in Prose(lines).lines(with: habit) { Issue.record("\(line.text): \(habit.instead)") }
  }

  @Test(arguments: forTitles + forReaders + everywhere) func isInNoTitle(habit: Habit) {
    let titles =
      FaultCatalogue.all.map { Prose.Line(place: $0.name, text: $0.summary) }
      + CaseCatalogue.all.map { Prose.Line(place: "\($0.id)", text: $0.title) }
    for title in Prose(titles).lines(with: habit) {
      Issue.record("\(title.place): \(title.text): \(habit.instead)")
    }
  }

  /// Each pattern matches its expression: one that matches nothing would let everything pass.
  @Test(
    arguments: [
      "an URL", "the rest is done all the same", "begins anew", "is made small", "goes on with it",
      "could be had", "callers who", "where the texts differ", "nothing behind it", "is told once",
      "Told by trying", "Twice is as once", "waits for ever", "how it comes about", "a session of one's own",
      "in any pieces", "turns everybody away", "is no success", "The user; nil where none is named",
      "is answered 550", "were answered with 2yz", "is fetched", "in front of it", "200 in place of 226",
      "a line ends in the code", "verbs have no case",
    ])
  func isCaught(phrase: String) {
    let phrase = phrase.replacing("could be had", with: "to be had")
    #expect(Self.everywhere.contains { $0.matches(phrase) })
  }

  /// The glossary is sorted, and each word has one entry.
  @Test func theGlossaryIsSorted() throws {
    let (_, text) = try #require(try Self.files(["Documentation/glossary.md"]).first)
    let words = text.matches(of: /(?m)^\| \*\*(.+?)\*\* \|/).map { String($0.output.1) }
    #expect(words.count > 25)
    #expect(words == words.sorted())
    #expect(Set(words).count == words.count)
  }

  private static func prose(_ paths: [String]) throws -> Prose {
    Prose(
      try files(paths).flatMap { path, text in
        if path.hasSuffix(".ftpv") { return [Prose.Line(place: path, text: comment(of: text))] }
        return prose(text, path).enumerated().filter { !$0.element.isEmpty }
          .map { Prose.Line(place: "\(path):\($0.offset + 1)", text: $0.element) }
      })
  }

  /// The comment lines of a vector, joined.
  private static func comment(of vector: String) -> String {
    vector.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.drop { "# ".contains($0) } }
      .joined(separator: " ")
  }

  /// The lines of a file; those of consoles and code blocks are replaced by empty lines.
  private static func prose(_ text: String, _ path: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard path.hasSuffix(".md") else { return String(line) }
      if line.hasPrefix("```") { isCode.toggle() }
      return isCode ? "" : String(line)
    }
  }

  private static func files(_ paths: [String]) throws -> [(path: String, text: String)] {
    let root = ProcessRunner.packageFolder
    return try paths.flatMap { path in
      let place = root.appending(path: path)
      let below = (try? FileManager.default.subpathsOfDirectory(atPath: place.path)) ?? []
      return (below.isEmpty ? [path] : below.map { "\(path)/\($0)" })
        .filter { path in [".md", ".swift", ".ftpv"].contains { path.hasSuffix($0) } }.sorted()
    }.map { ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
  }
}
