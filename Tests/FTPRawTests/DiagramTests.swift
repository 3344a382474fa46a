import FTPProtocol
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("Exactly the arrows of the state diagram are drawn", .queueing)
struct DiagramTests {
  @Test(arguments: StateDiagram.ftp.rows)
  func joinedArrowsSayWhatTheRowSays(row: StateDiagram.Row) throws {
    var boxes: [String: ReplyOutcome] = [:]
    for arrow in StateDiagram.ftp.joinedArrows(of: row) {
      for label in arrow.label.split(separator: ", ") {
        #expect(boxes.updateValue(arrow.box, forKey: String(label)) == nil, "\(label) is drawn twice")
      }
    }
    for digit in UInt8(1)...5 {
      #expect(boxes.removeValue(forKey: "\(digit)yz") == row.box(firstDigit: digit))
    }
    for arrow in StateDiagram.ftp.codeArrows where arrow.steps.contains(row.step) {
      let ofDigit = row.box(firstDigit: arrow.code.firstDigit)
      #expect(boxes.removeValue(forKey: arrow.code.description) ?? ofDigit == arrow.box)
    }
    #expect(boxes.isEmpty)
    #expect(row.verbLines.flatMap { $0.split(separator: " ") }.map { Verb(String($0)) } == row.verbs)
  }

  @Test(arguments: StateDiagram.ftp.rows)
  func everyNotationDrawsTheRow(row: StateDiagram.Row) {
    let step = row.step.rawValue
    let dot = Set(lines(.dot))
    let mermaid = Set(lines(.mermaid))
    for arrow in StateDiagram.ftp.joinedArrows(of: row) {
      let dotTarget = arrow.box.next?.rawValue ?? (arrow.box == .wait ? step : "\(step)_\(arrow.box.name)")
      #expect(dot.contains { $0.hasPrefix("\(step) -> \(dotTarget) [label=\"\(arrow.label)\"") })
      let mermaidTarget = arrow.box.next?.rawValue ?? (arrow.box == .wait ? step : arrow.box.name)
      #expect(mermaid.contains("\(step) --> \(mermaidTarget) : \(arrow.label)"))
    }
    for line in row.verbLines {
      #expect(mermaid.contains(line))
      #expect(dot.contains { $0.contains(line) })
    }
    let table = lines(.markdown).filter { $0.hasPrefix("| `\(step)`: ") }
    #expect(table.count == 1)
    #expect(table.allSatisfy { $0.split(separator: "|").count == 8 })
    for verb in row.verbs { #expect(table[0].contains(verb.name)) }
  }

  @Test func nothingElseIsDrawn() {
    let arrows = StateDiagram.ftp.rows.map { StateDiagram.ftp.joinedArrows(of: $0).count }.reduce(0, +)
    #expect(lines(.dot).count { $0.contains(" -> ") } == arrows)
    let beginnings = StateDiagram.ftp.rows.count { !$0.step.isContinuation }
    #expect(lines(.mermaid).count { $0.contains(" --> ") } == arrows + beginnings + 3)
    #expect(lines(.markdown).count { $0.hasPrefix("| `") } == StateDiagram.ftp.rows.count)
  }

  /// The part of the grammar of Mermaid state diagrams that is used.
  @Test func mermaidIsWellFormed() {
    var lines = lines(.mermaid)[...]
    #expect(lines.popFirst() == "stateDiagram-v2")
    #expect(lines.popFirst() == "direction LR")
    var states: Set<Substring> = ["[*]", "success", "failure", "error"]
    var note = false
    for line in lines {
      let words = line.split(separator: " ")
      if note {
        note = line != "end note"
        #expect(!line.contains(":"))
      } else if words.first == "state" {
        #expect(line.count { $0 == "\"" } == 2)
        #expect(words.dropLast().last == "as")
        states.insert(words[words.count - 1])
      } else if words.first == "note" {
        #expect(words.count == 4 && states.contains(words[3]))
        note = true
      } else {
        #expect(words.count >= 3 && words[1] == "-->")
        #expect(states.contains(words[0]) && states.contains(words[2]))
        #expect(words.count == 3 || words[3] == ":")
      }
    }
    #expect(!note)
  }

  @Test(.enabled(if: ProcessRunner.tool("dot") != nil))
  func graphvizDrawsIt() async throws {
    let dot = try #require(ProcessRunner.tool("dot"))
    let outcome = try await dot.run(["-Tsvg"], input: Array(DiagramText.text(.dot).utf8))
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    for row in StateDiagram.ftp.rows {
      #expect(outcome.output.contains("<title>\(row.step.rawValue)</title>"))
    }
  }

  @Test(arguments: DiagramText.Format.allCases)
  func theSubcommandPrintsTheFormat(format: DiagramText.Format) async {
    let console = RecordingConsole()
    let program = Program(table: .ftpraw, console: console)
    #expect(await program.run([Argument("diagram"), Argument("--format=\(format.rawValue)")]) == .fine)
    #expect(console.output == DiagramText.text(format))
  }

  @Test func theCatalogueShowsIt() throws {
    let page = """
      # The state diagram

      Every reply is judged by these diagrams, in every state of a conversation: those of RFC 959, section 6, with
      the commands of the later RFCs. Generated from the table in `FTPProtocol` with
      `FTPRAW_WRITE_STATES=1 swift test --filter DiagramTests`; `ftpraw diagram` prints it in three notations.

      \(DiagramText.text(.markdown))
      ```mermaid
      \(DiagramText.text(.mermaid))```

      """
    let file = ProcessRunner.packageFolder.appending(path: "RFC/states.md")
    if ProcessInfo.processInfo.environment["FTPRAW_WRITE_STATES"] != nil {
      try Data(page.utf8).write(to: file)
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text == page, "FTPRAW_WRITE_STATES=1 swift test --filter DiagramTests writes it")
  }

  private func lines(_ format: DiagramText.Format) -> [String] {
    DiagramText.text(format).split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }
  }
}
