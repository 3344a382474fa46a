import FTPConversation
import FTPMockServer
import FTPText
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("JSON that ftpraw writes is valid according to the schemas in Documentation/schemas", .queueing)
struct SchemaTests {
  @Test(arguments: ["report", "baseline", "client"]) func goldens(name: String) throws {
    let file = ProcessRunner.packageFolder.appending(path: "Tests/FTPConformanceTests/Goldens/\(name).json")
    let report = try JSONText(parsing: Array(try Data(contentsOf: file)))
    #expect(try JSONSchema(name: "report.schema.json").problems(of: report) == [])
  }

  /// The schema allows no additional members, and all of its members are in SARIF 2.1.0.
  @Test(arguments: ["report", "baseline", "client"]) func sarif(name: String) throws {
    let file = ProcessRunner.packageFolder.appending(path: "Tests/FTPConformanceTests/Goldens/\(name).sarif")
    let log = try JSONText(parsing: Array(try Data(contentsOf: file)))
    #expect(try JSONSchema(name: "sarif.schema.json").problems(of: log) == [])
  }

  @Test func aReportOfARun() async throws {
    try await withScratchFolder { folder in
      let files = ["report.json": "report", "report.sarif": "sarif", "run.json": "report"]
      let reports = ["report.json", "report.sarif"].flatMap { ["--report", folder.appending(path: $0).path] }
      let outcome = try await ProcessRunner.ftpraw().run(
        ["check", "--embedded", "rfc959/4.2", "--save-run", folder.path] + reports)
      #expect(outcome.status == 0, "\(outcome.error)")
      for (name, schema) in files {
        let report = try JSONText(parsing: Array(try Data(contentsOf: folder.appending(path: name))))
        #expect(try JSONSchema(name: "\(schema).schema.json").problems(of: report) == [])
      }
    }
  }

  @Test func events() async throws {
    let outcome = try await ProcessRunner.ftpraw().run(["send", "--json", "EPSV", "RETR notes.txt", "RNTO x"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count > 5, "\(outcome.output)")
    for line in lines {
      let event = try JSONText(parsing: Array(line.utf8))
      #expect(try JSONSchema(name: "events.schema.json").problems(of: event) == [], "\(line)")
    }
  }

  @Test(arguments: ConversationMark.samples) func everyMark(mark: ConversationMark) throws {
    let event = ConversationEvent(time: .zero, .mark(mark)).json
    #expect(try JSONSchema(name: "events.schema.json").problems(of: event) == [])
  }

  @Test func theLedger() async throws {
    let console = RecordingConsole()
    let words = ["ledger", "rfc2428", "--format", "json", "--vectors"]
    let vectors = ProcessRunner.packageFolder.appending(path: "Vectors/rfc/2428").path
    #expect(
      await Program(table: .ftpraw, console: console).run((words + [vectors]).map { Argument($0) }) == .fine)
    let ledger = try JSONText(parsing: Array(console.output.utf8))
    #expect(try JSONSchema(name: "ledger.schema.json").problems(of: ledger) == [])
  }

  /// A schema, and a document that breaks it in one way.
  @Test(
    arguments: [
      ("events.schema.json", #"{"event":"note","time":0}"#),
      ("events.schema.json", #"{"event":"note","time":-1,"text":""}"#),
      ("events.schema.json", #"{"event":"nothing","time":0}"#),
      ("events.schema.json", #"{"event":"reply","time":0,"code":"220"}"#),
      ("ledger.schema.json", #"{"vectors":true}"#),
      ("report.schema.json", #"{"format":"ftpraw-check","version":9}"#),
      ("sarif.schema.json", #"{"version":"2.1.0","runs":[]}"#),
      (
        "sarif.schema.json",
        #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[],"more":1}"#
      ),
    ])
  func whatIsWrongIsFound(schema: String, document: String) throws {
    let value = try JSONText(parsing: Array(document.utf8))
    #expect(try !JSONSchema(name: schema).problems(of: value).isEmpty)
  }
}
