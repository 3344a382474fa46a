import FTPConformance
import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("check writes reports that other programs read", .queueing)
struct CheckReportTests {
  private static let password = "geheim-4711"

  /// Runs a few cases against a server that gets some of them wrong.
  private func check(
    _ arguments: [String], faults: [String] = ["code-answer=XYZZ:200", "size-wrong"]
  ) async throws -> ProcessRunner.Outcome {
    let user = User("tester", password: .exactly(Self.password))
    return try await withMockServer(.init(users: [user], faults: faults.compactMap { try? Fault($0) })) {
      server in
      try await ProcessRunner.ftpraw().run(
        ["check", "ftp://tester:\(Self.password)@127.0.0.1:\(server.port)", "rfc959/4.2"] + arguments)
    }
  }

  private func packageFile(_ path: String) -> String {
    ProcessRunner.packageFolder.appending(path: path).path
  }

  private func goldens(_ ending: String) -> [String] {
    ["report", "client"].map { packageFile("Tests/FTPConformanceTests/Goldens/\($0).\(ending)") }
  }

  @Test func severalAtOnceEachInItsForm() async throws {
    try await withScratchFolder { folder in
      let files = ReportForm.allCases.map { folder.appending(path: "report.\($0.fileExtension)") }
      let outcome = try await check(files.flatMap { ["--report", $0.path] })
      #expect(outcome.status == 1 && outcome.error == "", "\(outcome.error)")
      let texts = files.map(\.text)
      for (form, text) in zip(ReportForm.allCases, texts) {
        #expect(text.contains("rfc959/4.2/unknown-command"), "\(form)")
        #expect(!text.contains(Self.password), "\(form)")
      }
      #expect(texts[0].hasPrefix("{\n  \"format\": \"ftpraw-check\",\n  \"version\": 3,\n"))
      #expect(texts[1].hasPrefix("<?xml ") && texts[2].hasPrefix("<!doctype html>"))
      #expect(
        texts[3].hasPrefix("## `ftpraw check`: 1 finding in 1 case\n")
          && texts[4].hasPrefix("TAP version 13\n"))
    }
  }

  @Test func shardsMergeIntoTheWholeRun() async throws {
    try await withScratchFolder { folder in
      let shards = (1...2).map { folder.appending(path: "part-\($0).json").path }
      for (index, path) in shards.enumerated() {
        let outcome = try await check(["--shard", "\(index + 1)/2", "--report", path])
        #expect([0, 1].contains(outcome.status), "\(outcome.error)")
      }
      let page = folder.appending(path: "all.html")
      let whole = try await check([])
      let merged = try await ProcessRunner.ftpraw().run(["merge"] + shards + ["--report", page.path])
      #expect(merged.status == whole.status && merged.error == "", "\(merged.error)")
      func counts(_ text: String) -> Substring? {
        text.split(separator: "\n").last?.split(separator: " at a time").last
      }
      #expect(counts(merged.output) == counts(whole.output), "\(merged.output)")
      #expect(page.text.contains("rfc959/4.2/unknown-command"))
      // The other half may have failed.
      let half = try await ProcessRunner.ftpraw().run(["merge", shards[1]])
      #expect(half.status == 3 && half.error == "ftpraw merge: shard 1 of 2 is missing\n", "\(half.error)")
      let odd = try await ProcessRunner.ftpraw().run(["merge", packageFile("Package.swift")])
      #expect(odd.status == 1 && odd.error.contains("Package.swift: "), "\(odd.error)")
    }
  }

  @Test func whatTrafficShowsAloneIsFoundAgain() async throws {
    let arguments = ["rfc959/4.2/digit-ranges", "--judge", "959:4.2:reply-line"]
    let faulty = try await check(arguments, faults: ["reply-no-separator"])
    #expect(faulty.status == 1, "\(faulty.error)")
    #expect(faulty.output.contains("\nfail rfc959/4.2/reply-line\n"), "\(faulty.output)")
    #expect(!faulty.output.contains("\nfail rfc959/4.2/digit-ranges\n"))
    let fine = try await check(arguments, faults: [])
    #expect(fine.status == 0, "\(fine.output)")
    let unknown = try await check(["--judge", "959:4.2:reply-lin"], faults: [])
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("did you mean '959:4.2:reply-line'?"), "\(unknown.error)")
  }

  @Test(.enabled(if: ProcessRunner.tool("python3") != nil, "python3 is not installed"))
  func pythonLoadsTheJSON() async throws {
    let python = try #require(ProcessRunner.tool("python3"))
    try await withScratchFolder { folder in
      let file = folder.appending(path: "report.json")
      _ = try await check(["--report", file.path])
      let program = """
        import json, sys
        for name in sys.argv[1:]:
            report = json.load(open(name))
            cases = report['cases']
            assert sum(report['totals'].values()) == len(cases)
            for case in cases:
                for attempt in case['attempts']:
                    for conversation in attempt['conversations']:
                        times = [event['time'] for event in conversation['events']]
                        assert times == sorted(times) and times
            print([case['id'] for case in cases if case['counts']])
        """
      let outcome = try await python.run(["-c", program, file.path] + goldens("json"))
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.output.hasPrefix("['rfc959/4.2/unknown-command']\n"))
    }
  }

  @Test(.enabled(if: ProcessRunner.tool("xmllint") != nil, "xmllint is not installed"))
  func xmllintFindsTheXMLValid() async throws {
    let xmllint = try #require(ProcessRunner.tool("xmllint"))
    let schema = ["--noout", "--schema", packageFile("Tests/Schemas/junit.xsd")]
    try await withScratchFolder { folder in
      let files = ["good", "bad", "none"].map { folder.appending(path: "\($0).xml") }
      _ = try await check(["--report", files[0].path], faults: [])
      _ = try await check(["--report", files[1].path])
      _ = try await ProcessRunner.ftpraw().run(["check", "127.0.0.1:1", "--report", files[2].path])
      let outcome = try await xmllint.run(schema + files.map(\.path) + goldens("xml"))
      #expect(outcome.status == 0, "\(outcome.error)")
      // The schema detects a wrong element.
      try Data(files[1].text.replacingOccurrences(of: "<failure ", with: "<failed ").utf8).write(to: files[1])
      #expect(try await xmllint.run(schema + [files[1].path]).status != 0)
    }
  }

  @Test(.enabled(if: ProcessRunner.tool("prove") != nil, "prove is not installed"))
  func proveUnderstandsTheTAP() async throws {
    let prove = try #require(ProcessRunner.tool("prove"))
    try await withScratchFolder { folder in
      let files = ["good", "bad", "none"].map { folder.appending(path: "\($0).tap") }
      _ = try await check(["--report", files[0].path], faults: [])
      _ = try await check(["--report", files[1].path])
      _ = try await ProcessRunner.ftpraw().run(["check", "127.0.0.1:1", "--report", files[2].path])
      let good = try await prove.run([files[0].path])
      #expect(good.status == 0 && good.output.contains("Result: PASS"), "\(good.output)\(good.error)")
      let bad = try await prove.run([files[1].path])
      #expect(bad.status != 0 && bad.output.contains("Failed: 1"), "\(bad.output)\(bad.error)")
      #expect(!bad.output.contains("Parse errors"), "\(bad.output)")
      let none = try await prove.run([files[2].path])
      // Where prove prints this differs between versions.
      let all = none.output + none.error
      #expect(none.status != 0 && all.contains("Bailout called"), "\(all)")
      // Five findings of the fixture count, and one is below the level.
      let golden = try await prove.run(["-v"] + goldens("tap"))
      #expect(!golden.output.contains("Parse errors"), "\(golden.output)")
      #expect(golden.output.contains("Failed: 4)"), "\(golden.output)")
    }
  }

  private static let wrongNames = [
    (
      ["--report", "x.txt"],
      "option '--report': the name 'x.txt' does not end with one of .json, .xml, .html, .md, .tap"
    ),
    (["--report", "json"], "option '--report': the name 'json' does not end with one of "),
    (["--report", "a.md", "--report", "a.md"], "option '--report': 'a.md' is given twice"),
    (["--report", ""], "option '--report': the file name is empty"),
  ]

  @Test(arguments: wrongNames)
  func aNameThatSaysNothingIsRefusedBeforeAnythingRuns(arguments: [String], message: String) async throws {
    let outcome = try await ProcessRunner.ftpraw().run(["check"] + arguments)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func aFileThatCannotBeWrittenLeavesTheOthers() async throws {
    try await withScratchFolder { folder in
      try Data().write(to: folder.appending(path: "file"))
      let files = ["a.json", "file/b.html", "c.tap"].map { folder.appending(path: $0) }
      let outcome = try await check(files.flatMap { ["--report", $0.path] })
      #expect(outcome.status == 74)
      #expect(outcome.error.hasPrefix("ftpraw check: no report: cannot create \(files[1].path): "))
      #expect(outcome.error.split(separator: "\n").count == 1)
      #expect(files[0].text.hasSuffix("}\n") && files[2].text.hasPrefix("TAP version 13\n"))
    }
  }

  @Test(.enabled(if: ProcessRunner.tool("bash") != nil, "bash is not installed"))
  func aFileThatHasNoRoomLeavesTheOthers() async throws {
    let bash = try #require(ProcessRunner.tool("bash"))
    let ftpraw = try ProcessRunner.ftpraw().executable.path
    try await withScratchFolder { folder in
      let files = ["a.json", "b.tap", "c.json"].map { folder.appending(path: $0) }
      try Data("of last time".utf8).write(to: files[2])
      // No file may exceed 8 KiB, which has the same effect as a full disk, and is reported in the same way.
      let script =
        """
        trap '' XFSZ; ulimit -f 8
        exec "$0" check rfc959/4.2/reply-line --report "$1" --report "$2" --report "$3"
        """
      let outcome = try await bash.run(["-c", script, ftpraw] + files.map(\.path))
      #expect(outcome.status == 74)
      #expect(
        outcome.error.contains("\nftpraw check: no report: cannot write \(files[0].path): "),
        "\(outcome.error)")
      // The first line names the tested server.
      #expect(outcome.error.split(separator: "\n").count == 3)
      #expect(outcome.output.hasSuffix(": 1 pass\n"))
      #expect(files[1].text.contains("\nok 1 - rfc959/4.2/reply-line\n"))
      // No file is half-written, and existing files are unchanged.
      #expect(files[2].text == "of last time")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["b.tap", "c.json"])
    }
  }

  @Test func aServerThatIsNotThereIsReported() async throws {
    try await withScratchFolder { folder in
      let files = ReportForm.allCases.map { folder.appending(path: "report.\($0.fileExtension)") }
      let outcome = try await ProcessRunner.ftpraw().run(
        ["check", "127.0.0.1:1", "rfc959/4.2"] + files.flatMap { ["--report", $0.path] })
      #expect(outcome.status == 3)
      for file in files { #expect(file.text.contains("Connection refused"), "\(file.path)") }
    }
  }
}

@Suite("matrix puts reports side by side", .queueing)
struct MatrixSubcommandTests {
  private func matrix(_ arguments: String...) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["matrix"] + arguments)
  }

  private let golden = ProcessRunner.packageFolder.appending(
    path: "Tests/FTPConformanceTests/Goldens/report.json")

  @Test func serversAreCalledAsTheirFilesAre() async throws {
    try await withScratchFolder { folder in
      let names = ["one-1.0.json", "two|2.json"].map { folder.appending(path: $0) }
      for name in names { try FileManager.default.copyItem(at: golden, to: name) }
      let text = try await matrix(names[0].path, names[1].path)
      #expect(text.status == 0 && text.error == "", "\(text.error)")
      #expect(text.output.contains("| case | one-1.0 | two\\|2 |\n"))
      let page = folder.appending(path: "matrix.html")
      #expect(try await matrix(names[0].path, golden.path, "-o", page.path).status == 0)
      #expect(page.text.contains(">report</span></th>") && page.text.hasSuffix("</html>\n"))
      // Two files with the same name are distinguished by their folders.
      let both = try await matrix(golden.path, golden.path).output
      #expect(both.contains("Goldens/report"))
    }
  }

  /// With `--pages`, or if a page exists, each cell is a link to it.
  @Test func cellsLeadToThePagesOfTheRuns() async throws {
    try await withScratchFolder { folder in
      let site = folder.appending(path: "site")
      try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
      let names = ["one 1.0", "matrix"].map { folder.appending(path: "\($0).json") }
      for name in names { try FileManager.default.copyItem(at: golden, to: name) }
      let page = site.appending(path: "matrix.html")
      let cell = "#rfc959/4.2/unknown-command\">\u{2717}</a>"
      let bare = try await matrix(names[0].path, names[1].path, "-o", page.path)
      #expect(
        bare.status == 0 && page.text.contains("<a href=\"#rfc959/4.2/unknown-command@1\">\u{2717}</a>"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: site.path) == ["matrix.html"])
      let outcome = try await matrix(names[0].path, names[1].path, "--pages", "-o", page.path)
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
      #expect(page.text.contains("<a href=\"one%201.0.html\(cell)"))
      // A page never overwrites the matrix.
      #expect(page.text.contains("<a href=\"run-matrix.html\(cell)"))
      for name in ["one 1.0.html", "run-matrix.html"] {
        let run = site.appending(path: name).text
        #expect(run.contains("id=\"rfc959/4.2/unknown-command\"") && run.hasSuffix("</html>\n"))
      }
      // An existing page is found.
      try Data("x".utf8).write(to: folder.appending(path: "one 1.0.html"))
      _ = try await matrix(names[0].path, "-o", page.path)
      #expect(page.text.contains("<a href=\"../one%201.0.html\(cell)"))
      let odd = try await matrix(names[0].path, "--pages")
      #expect(odd.status == 64 && odd.error.contains("option '--pages' goes with '--output FILE.html'"))
    }
  }

  @Test(arguments: [
    ("", "a.html", "a.html"), ("", "r/a.html", "r/a.html"), ("site/", "r/a.html", "../r/a.html"),
    ("./site/x/", "site/a.html", "../a.html"), ("/x/y/", "/x/a.html", "../a.html"),
    ("/x/", "/x/a.html", "a.html"),
    ("/x/", "a.html", nil), ("x/", "/a.html", nil), ("../x/", "a.html", nil), ("x/", "../a.html", nil),
  ])
  func theWayFromAFolderToAFile(folder: String, file: String, way: String?) {
    #expect(PageOfRun.way(from: folder, to: file) == way)
  }

  @Test func saysInOneLineWhatIsWrong() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "x.json")
      for (text, message) in [
        ("{", "line 1: a member begins with its name in quotation marks"),
        ("{}", "it is not a report of `ftpraw check`"),
        ("", "line 1: the text ends where a value is expected"),
      ] {
        try Data(text.utf8).write(to: file)
        let outcome = try await matrix(file.path)
        #expect(outcome.status == 1 && outcome.output == "")
        #expect(outcome.error == "ftpraw matrix: \(file.path): \(message)\n")
      }
      let missing = try await matrix(folder.appending(path: "no.json").path)
      #expect(missing.status == 74 && missing.error.hasPrefix("ftpraw matrix: cannot open "))
      let unwritable = try await matrix(golden.path, "-o", file.appending(path: "x.md").path)
      #expect(unwritable.status == 74 && unwritable.error.hasPrefix("ftpraw matrix: cannot create "))
      let odd = try await matrix(golden.path, "-o", "x.pdf")
      #expect(odd.status == 64 && odd.error.contains("the name 'x.pdf' does not end with one of .html, .md"))
    }
  }
}
