import FTPConversation
import FTPProtocol
import FTPVectors
import Foundation
import TestSupport
import Testing

@Suite("Every file in Vectors is consistent", .computing)
struct VectorFilesTests {
  static let linter = VectorLinter { VectorFile.requirements.contains($0.rawValue) }

  @Test(arguments: VectorFile.all)
  func isPrintedAsItWasRead(_ file: VectorFile) throws {
    #expect(try file.vector().description == file.text)
  }

  @Test(arguments: VectorFile.all)
  func hasNothingToRemarkUpon(_ file: VectorFile) throws {
    for finding in try Self.linter.lint(file.text, path: file.path) {
      Issue.record("\(file.path), \(finding)")
    }
  }

  /// All segmentations of `ftpraw replay`, or a sample: one file in eight is cut everywhere if it is as short as most
  /// replies; the others are cut in one or two places.
  @Test(arguments: VectorFile.all)
  func replaysUnderManySegmentations(_ file: VectorFile) throws {
    var replay = VectorReplay()
    if !Thoroughness.isWhole {
      if Thoroughness.includes(file.path, oneIn: 8) {
        (replay.cutEverywhere, replay.randomSegmentations) = (48, 1)
      } else {
        (replay.cutEverywhere, replay.fewestCuts, replay.randomSegmentations) = (2, 1, 0)
      }
    }
    let result = replay.run(try file.vector())
    for difference in result.differences { Issue.record("\(difference)") }
    #expect(result.vectors == 1)
    #expect(result.checks > 0)
  }

  /// A vector that passed whatever the server answered would be useless.
  @Test(arguments: VectorFile.all.filter { Thoroughness.includes($0.path, oneIn: 8) })
  func failsWhenADigitOfAReplyCodeIsChanged(_ file: VectorFile) throws {
    let vector = try file.vector()
    let bindings = PlaceholderBindings(samplesFor: vector)
    let script = ReplayScript(vector, bindings: bindings)
    var digits = CodeDigits(vector.reading)
    // Each mutant continues from a copy of the state before its reply, and only until a difference is noticed.
    var state = ReplayState(vector, bindings: bindings)
    for (index, event) in script.events.enumerated() {
      if case .replies(let burst) = event {
        for digit in digits.positions(in: burst) {
          for mutant in CodeDigits.mutants(of: burst, digit: digit)
          where !state.notices(mutant, before: script.events[(index + 1)...]) {
            let text = VectorText.escape(mutant.bytes[digit...].prefix(40))
            Issue.record("nothing notices that what is said from line \(burst.line) on has become \(text)")
          }
        }
      }
      state.follow(event)
    }
    #expect(state.problems.isEmpty)
  }

  @Test(arguments: VectorFile.all)
  func isWhatTheAnnotatorWouldWrite(_ file: VectorFile) throws {
    let text = try file.vector().annotated().description
    if text != file.text, ProcessInfo.processInfo.environment["FTPRAW_WRITE_VECTORS"] != nil {
      return try Data(text.utf8).write(to: VectorFile.package.appending(path: "Vectors/\(file.path)"))
    }
    #expect(
      text == file.text, "let FTPRAW_WRITE_VECTORS=1 swift test --filter VectorFilesTests add what it means")
  }

  @Test func areMany() {
    #expect(VectorFile.all.filter { $0.path.hasPrefix("field/") }.count >= 40)
    #expect(VectorFile.all.filter { $0.path.hasPrefix("rfc/") }.count >= 150)
    #expect(VectorFile.requirements.count > 400)
  }

  /// Each pair of a command and a code in the table of RFC 959, section 5.4, occurs in some vector.
  @Test func coverTheTableOfRepliesOfRFC959() throws {
    var seen: Set<String> = []
    for file in VectorFile.all where file.path.hasPrefix("rfc/959/") {
      var judge = Judge()
      let vector = try file.vector()
      let bindings = PlaceholderBindings(samplesFor: vector)
      var parser = ReplyParser()
      var started: Set<Int> = []
      for row in vector.rows {
        switch row.content {
        case .command(let line): judge.observe(commandLine: line.rendered(bindings).bytes)
        case .reply(let line):
          parser.append(line.rendered(bindings).bytes)
          while let reply = try parser.next() {
            let judgement = judge.observe(reply: reply)
            guard let code = judgement.code else { continue }
            let ordinal = judgement.ordinal ?? -1
            let verb = judgement.command?.verb ?? CommandReplies.connection
            let phase: CommandReplies.Phase =
              code == 110 ? .mark : started.contains(ordinal) ? .afterPreliminary : .first
            seen.insert("\(verb.name) \(code) \(phase)")
            if code.isPreliminary { started.insert(ordinal) }
          }
        default: break
        }
      }
    }
    var missing: [String] = []
    for verb in CommandReplies.verbs {
      for entry in CommandReplies.entries(for: verb) where "\(entry.origin)" == "RFC 959, section 5.4" {
        let name = "\(verb.name) \(entry.code) \(entry.phase)"
        if !seen.contains(name) { missing.append(name) }
      }
    }
    #expect(missing == [])
    #expect(seen.count > 200)
  }

  @Test func theExampleOfTheREADMEIsAVector() throws {
    let readme = try String(
      contentsOf: VectorFile.package.appending(path: "Vectors/README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```\n")
    let example = try #require(blocks.first { $0.hasPrefix("# A padded") })
    #expect(try Self.linter.lint(example) == [])
    #expect(VectorReplay().run(try Vector(parsing: example)).differences == [])
  }

  @Test func theREADMENamesAllThatCanBeWritten() throws {
    let readme = try String(
      contentsOf: VectorFile.package.appending(path: "Vectors/README.md"), encoding: .utf8)
    for kind in PlaceholderKind.allCases { #expect(readme.contains("`\(kind.rawValue)`"), "\(kind)") }
    for name in ExpectedState.Name.allCases { #expect(readme.contains("`\(name.rawValue)`"), "\(name)") }
    for state in ConnectionState.allCases { #expect(readme.contains("`\(state.phrase)`"), "\(state)") }
    for reading in Vector.Reading.allCases { #expect(readme.contains("`\(reading.rawValue)`"), "\(reading)") }
    for target in ExpectedDifference.Target.allCases {
      #expect(readme.contains("`\(target.rawValue)`"), "\(target)")
    }
    for record in ConversationMark.Record.allCases {
      #expect(readme.contains("`\(record.rawValue)`"), "\(record)")
    }
    for ending in DataEnding.allCases { #expect(readme.contains("`\(ending.rawValue)`"), "\(ending)") }
  }
}

extension ReplayState {
  /// Plays an event; replies arrive in one segment.
  fileprivate mutating func follow(_ event: ReplayScript.Event) {
    if case .replies(let burst) = event { take(burst, cuts: []) } else { take(event) }
  }

  /// Whether the replay notices that the server says this instead and then continues correctly.
  fileprivate func notices(
    _ burst: ReplayScript.Burst, before events: ArraySlice<ReplayScript.Event>
  ) -> Bool {
    var state = self
    state.take(burst, cuts: [])
    for event in events where state.problems.isEmpty { state.follow(event) }
    return !state.problems.isEmpty
  }
}

/// The digits of reply codes in what the server of a vector says, and mutants with one digit changed.
private struct CodeDigits {
  private let reading: Vector.Reading
  /// The code of a multiline reply that has not ended.
  private var open: ArraySlice<UInt8>?

  init(_ reading: Vector.Reading) { self.reading = reading }

  /// The places of all digits of reply codes.
  ///
  /// A code is at the start of a row, possibly after Telnet commands, followed by a space, a hyphen or the line end.
  /// Digits in the text of a reply do not count.
  mutating func positions(in burst: ReplayScript.Burst) -> [Int] {
    var found: [Int] = []
    var rowStart = 0
    for boundary in burst.boundaries {
      let row = burst.bytes[rowStart..<boundary.offset]
      rowStart = boundary.offset
      let rest = row.drop { $0 > 0x7E || $0 < 0x20 }
      let code = rest.prefix(3)
      guard code.count == 3, code.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
      let separator = rest.dropFirst(3).first ?? 0x20
      let isAnyEnd = reading == .anyCode && separator != 0x2D
      if let open, !open.elementsEqual(code), !isAnyEnd { continue }
      found += code.indices
      if separator == 0x2D { open = code } else if separator <= 0x20 { open = nil }
    }
    return found
  }

  /// Mutants with another value for the digit at a place: the next one and, if everything is tried, one that is farther
  /// away.
  static func mutants(of burst: ReplayScript.Burst, digit: Int) -> [ReplayScript.Burst] {
    (Thoroughness.isWhole ? [UInt8(1), 4] : [1]).map { step in
      var mutant = burst
      mutant.bytes[digit] = 0x30 + (burst.bytes[digit] - 0x30 + step) % 10
      return mutant
    }
  }
}
