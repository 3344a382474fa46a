import FTPConversation
import FTPProtocol
import FTPVectors
import Foundation
import Testing

@Suite("Every file in Vectors is what it says")
struct VectorFilesTests {
  static let linter = VectorLinter { VectorFile.requirements.contains($0.rawValue) }

  @Test(arguments: VectorFile.all)
  func isPrintedAsItWasRead(_ file: VectorFile) throws {
    let vector = try Vector(parsing: file.text)
    #expect(vector.description == file.text)
    #expect(try Vector(parsing: vector.description) == vector)
  }

  @Test(arguments: VectorFile.all)
  func hasNothingToRemarkUpon(_ file: VectorFile) throws {
    for finding in try Self.linter.lint(file.text, path: file.path) {
      Issue.record("\(file.path), \(finding)")
    }
  }

  @Test(arguments: VectorFile.all)
  func replaysUnderEverySegmentation(_ file: VectorFile) throws {
    let result = VectorReplay().run(try Vector(parsing: file.text))
    for difference in result.differences { Issue.record("\(difference)") }
    #expect(result.vectors == 1)
    #expect(result.checks > 0)
  }

  /// A vector that would pass whatever the server answered would be no vector.
  @Test(arguments: VectorFile.all)
  func failsWhenADigitOfAReplyCodeIsChanged(_ file: VectorFile) throws {
    var replay = VectorReplay()
    replay.triesSegmentations = false
    let vector = try Vector(parsing: file.text)
    for (index, position) in CodeDigits.positions(in: vector) {
      let mutants = CodeDigits.mutants(of: vector, row: index, digit: position)
      // There are thousands of replies in the recordings, all written by one program.
      for mutant in mutants.prefix(vector.id.hasPrefix("recorded/") ? 1 : mutants.count)
      where replay.run(mutant).differences.isEmpty {
        Issue.record("nothing notices that line \(vector.rows[index].line) has become \(mutant.rows[index])")
      }
    }
  }

  @Test(arguments: VectorFile.all)
  func isWhatTheAnnotatorWouldWrite(_ file: VectorFile) throws {
    let vector = try Vector(parsing: file.text)
    #expect(vector.annotated().description == file.text)
  }

  @Test func areMany() {
    #expect(VectorFile.all.filter { $0.path.hasPrefix("field/") }.count >= 40)
    #expect(VectorFile.all.filter { $0.path.hasPrefix("rfc/") }.count >= 150)
    #expect(VectorFile.requirements.count > 400)
  }

  /// Each pair of a command and a code in the table of RFC 959, section 5.4, is in some vector.
  @Test func coverTheTableOfRepliesOfRFC959() throws {
    var seen: Set<String> = []
    for file in VectorFile.all where file.path.hasPrefix("rfc/959/") {
      var judge = Judge()
      let vector = try Vector(parsing: file.text)
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
    for target in LegitimateDifference.Target.allCases {
      #expect(readme.contains("`\(target.rawValue)`"), "\(target)")
    }
    for record in VectorMark.Record.allCases { #expect(readme.contains("`\(record.rawValue)`"), "\(record)") }
    for ending in DataEnding.allCases { #expect(readme.contains("`\(ending.rawValue)`"), "\(ending)") }
  }
}

/// The digits of reply codes in the rows of a vector, and vectors in which one of them is another.
enum CodeDigits {
  /// Row and place of each digit of a code: at the start of a row, behind whatever Telnet stands there, followed by a
  /// space, a hyphen or the line end, and the code of a reply rather than digits of its text.
  static func positions(in vector: Vector) -> [(row: Int, digit: Int)] {
    var found: [(row: Int, digit: Int)] = []
    var open: [UInt8]?
    for (index, row) in vector.rows.enumerated() {
      guard case .reply(let line) = row.content else { continue }
      let bytes = Array(line.rendered(PlaceholderBindings(samplesFor: vector)).bytes)
      let start = bytes.prefix { $0 > 0x7E || $0 < 0x20 }.count
      let code = Array(bytes[start...].prefix(3))
      guard code.count == 3, code.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
      let separator = bytes.count > start + 3 ? bytes[start + 3] : 0x20
      let isAnyEnd = vector.reading == .anyCode && separator != 0x2D
      if let open, open != code, !isAnyEnd { continue }
      found += (0..<3).map { (index, start + $0) }
      if separator == 0x2D { open = code } else if separator <= 0x20 { open = nil }
    }
    return found
  }

  /// The vector with other values for the digit at a place: the next one, and one that is far away.
  static func mutants(of vector: Vector, row: Int, digit: Int) -> [Vector] {
    guard case .reply(let line) = vector.rows[row].content else { return [] }
    var offset = 0
    for (index, part) in line.parts.enumerated() {
      guard case .bytes(let bytes) = part else { continue }
      guard digit < offset + bytes.count else {
        offset += bytes.count
        continue
      }
      return [UInt8(1), 4].map { step in
        var bytes = bytes
        bytes[digit - offset] = 0x30 + (bytes[digit - offset] - 0x30 + step) % 10
        var parts = line.parts
        parts[index] = .bytes(bytes)
        var mutant = vector
        mutant.rows[row].content = .reply(VectorLine(parts))
        return mutant
      }
    }
    return []
  }
}
