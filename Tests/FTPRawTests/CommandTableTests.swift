import FTPConformance
import FTPMockServer
import Testing

@testable import ftpraw

@Suite("Every page made from the table is complete")
struct CommandTableTests {
  static let table = CommandTable.ftpraw

  @Test func namesAreUniqueAndPlain() {
    #expect(Set(Self.table.names).count == Self.table.names.count)
    #expect(Self.table.names == Self.table.subcommands.map(\.name))
    for subcommand in Self.table.subcommands {
      let options = subcommand.allOptions
      #expect(Set(options.flatMap(\.spellings)).count == options.flatMap(\.spellings).count)
      for word in [subcommand.name] + options.map(\.long) {
        #expect(word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }, "\(word)")
      }
    }
  }

  @Test func eachOptionHasItsLineInTheText() {
    let options = Self.table.subcommands.flatMap(\.allOptions) + Self.table.options
    #expect(options.allSatisfy { !$0.help.isEmpty })
    #expect(CommandText.options.values.allSatisfy { $0.count == 1 })
    #expect(Set(options.map(\.textName)) == Set(CommandText.options.keys))
    #expect(OptionSpecification.walkSteps.fullHelp.contains("Default: \(Walk.standardSteps), "))
    #expect(OptionSpecification.dialect.fullHelp.hasSuffix("Default: `\(ListingDialect.unix.name)`."))
  }

  @Test func proseIsWellFormed() {
    for subcommand in Self.table.subcommands {
      #expect(!subcommand.summary.hasSuffix("."))
      #expect(subcommand.summary.count <= 66)
      let sentences =
        subcommand.details + subcommand.allOptions.map(\.help)
        + subcommand.operands.map { $0.help(in: subcommand.name) }
        + subcommand.environment.map(\.help)
      for sentence in sentences {
        #expect(sentence.hasSuffix("."), "\(sentence)")
        #expect(sentence.count { $0 == "`" }.isMultiple(of: 2), "\(sentence)")
        #expect(sentence.unicodeScalars.allSatisfy { $0.isASCII }, "\(sentence)")
      }
      #expect(subcommand.exitStatuses.contains(.fine) && subcommand.exitStatuses.contains(.usage))
    }
  }

  @Test(arguments: ShellWords.examples)
  func everyExampleIsUnderstood(line: String) throws {
    let words = ShellWords.split(line)
    let console = RecordingConsole()
    let parser = ArgumentParser(table: Self.table, console: console)
    #expect(throws: Never.self) { try parser.parse(words.dropFirst().map { Argument($0) }) }
    #expect(words.first == "ftpraw")
  }

  @Test(arguments: [40, 80, 100])
  func helpListsEverythingWithinItsWidth(width: Int) {
    let pages = HelpPage(table: Self.table, width: width)
    for subcommand in Self.table.subcommands {
      let page = pages.text(for: subcommand)
      #expect(pages.text().contains("\n  \(subcommand.name)"))
      for option in subcommand.allOptions {
        for spelling in option.spellings { #expect(page.contains(spelling)) }
      }
      for operand in subcommand.operands { #expect(page.contains(operand.name)) }
      for variable in subcommand.environmentVariables { #expect(page.contains(variable.name)) }
      for entry in subcommand.glossaries.flatMap(\.entries) { #expect(page.contains(entry.term)) }
      for example in subcommand.examples { #expect(page.contains(example.line)) }
      #expect(!page.contains("`"))
      let examples = Set(subcommand.examples.map { "    " + $0.line })
      for line in page.split(separator: "\n") where line.count > width && !examples.contains(String(line)) {
        // Only a single word, or a line to be typed, may be longer.
        #expect(
          line.hasPrefix("Usage:") || line.split(separator: " ").count <= 2, "\(width): \(line)")
      }
    }
  }

  @Test(arguments: [(nil, 80), (20, 40), (72, 72), (100, 100), (250, 100)] as [(Int?, Int)])
  func helpFitsTheTerminal(columns: Int?, width: Int) {
    #expect(HelpPage.width(RecordingConsole(width: columns)) == width)
    guard let columns else { return }
    // As shells and other programs have it, COLUMNS precedes the terminal.
    let environment = ["COLUMNS": "\(columns)"]
    #expect(HelpPage.width(RecordingConsole(environment: environment, width: 64)) == width)
  }

  @Test(arguments: ["", "0", "-5", "wide"])
  func aWidthThatIsNoneDoesNotCount(columns: String) {
    #expect(HelpPage.width(RecordingConsole(environment: ["COLUMNS": columns], width: 64)) == 64)
  }

  @Test func theManualListsEverything() {
    let page = ManPage(table: Self.table).text
    for subcommand in Self.table.subcommands {
      #expect(page.contains(".SS \"\(Roff.escaped(subcommand.name))\"\n"))
      for option in subcommand.options {
        for spelling in option.spellings { #expect(page.contains("\\fB\(Roff.escaped(spelling))\\fR")) }
      }
      for entry in subcommand.glossaries.flatMap(\.entries) {
        #expect(page.contains(Roff.escaped(entry.term)))
      }
      for example in subcommand.examples { #expect(page.contains(Roff.escaped(example.line))) }
      for variable in subcommand.environmentVariables { #expect(page.contains(Roff.escaped(variable.name))) }
    }
    for status in ExitStatus.all { #expect(page.contains(".TP\n\\fB\(status.code)\\fR\n")) }
    #expect(!page.contains("`"))
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      let request = line.dropFirst().prefix { $0 != " " }
      #expect(["TH", "SH", "SS", "PP", "TP", "RS", "RE", "nf", "fi", "br"].contains(request), "\(line)")
    }
  }

  @Test(arguments: Completions.Shell.allCases)
  func completionsListEverything(shell: Completions.Shell) {
    let script = Completions(table: Self.table).script(for: shell)
    for subcommand in Self.table.subcommands {
      #expect(script.contains(subcommand.name))
      for option in subcommand.allOptions {
        #expect(script.contains(shell == .fish ? "-l \(option.long)" : option.name), "\(option.long)")
      }
      let kinds = subcommand.options.compactMap(\.value?.kind) + subcommand.operands.map(\.kind)
      for kind in kinds {
        let words = kind.offeredWords(in: Self.table)
        guard let first = words.first, let last = words.last else { continue }
        if kind.hasLevels {
          // The ids are many, so a script contains them whole or in two parts.
          for word in [first, last] {
            #expect(script.contains(shell == .zsh ? word.replacing(":", with: "\\:") : word), "\(word)")
          }
        } else {
          #expect(script.contains(words.joined(separator: " ")))
        }
      }
    }
    #expect(script.hasSuffix("\n"))
  }

  @Test func eachVerdictAndEachFormOfAReportIsExplained() {
    #expect(Glossary("Verdicts").entries.map(\.term) == CaseVerdict.allCases.map(\.rawValue))
    #expect(Glossary("Reports").entries.map(\.term) == ReportForm.allCases.map { "FILE.\($0.fileExtension)" })
  }

  @Test func everyStatusHasASentence() {
    #expect(ExitStatus.all.map(\.code) == [0, 1, 2, 3, 64, 74, 130])
    for status in ExitStatus.all { #expect(status.meaning != ExitStatus(code: 99).meaning) }
  }
}

extension ShellWords {
  /// All examples of the table that simply call the program.
  static var examples: [String] {
    CommandTable.ftpraw.subcommands.flatMap(\.examples).map(\.line).filter { $0.hasPrefix("ftpraw ") }
  }
}

/// The part of shell quoting that the examples use.
enum ShellWords {
  /// The words of a line up to a pipe or a redirection; single and double quotes group.
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      switch character {
      case "'", "\"":
        if quote == nil {
          quote = character
          word = word ?? ""
        } else if quote == character {
          quote = nil
        } else {
          word?.append(character)
        }
      case " " where quote == nil:
        if let word { words.append(word) }
        word = nil
      case "|" where quote == nil, ">" where quote == nil:
        return words
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
