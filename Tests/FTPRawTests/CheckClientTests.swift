import FTPConformance
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("check-client tests a client, and ftpraw's own client passes", .queueing, .endsWhenItHangs)
struct CheckClientTests {
  private func check(_ words: [String]) async -> (status: ExitStatus, output: String, error: String) {
    let console = RecordingConsole()
    let status = await Program(table: .ftpraw, console: console)
      .run((["check-client"] + words).map { Argument($0) })
    return (status, console.output, console.error)
  }

  private static let drivers = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Interop/drivers")

  /// Scenarios that this project's client does not reach: it sends neither PWD nor SYST, no CWD for a simple path, LIST
  /// only without options, and rejects certificates during the handshake.
  private static let unmet: Set<String> = [
    "good/get/x-verbs", "robust/get/cwd-200", "robust/get/syst-unknown", "robust/get/pwd-refused",
    "robust/get/pwd-no-quotes", "robust/get/pwd-missing", "robust/get/pwd-unclosed",
    "robust/list/options-refused", "safe/get/pwd-break", "safe/get/pwd-control", "ftps/get/protected-quit",
  ]

  /// The driver of this project's client, changed to use the program that was built.
  private static func driver(in folder: URL) throws -> URL {
    let program = try #require(BuiltProgram.path("ftpraw"))
    let text = try String(contentsOf: drivers.appending(path: "ftpraw"), encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.replacing(/ftpraw (?=get|put|ls|mirror|send|-)/, with: "\(program) ")
    }
    let file = folder.appending(path: "ftpraw")
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  @Test func theClientOfThisProjectPassesEveryScenario() async throws {
    try await withScratchFolder { folder in
      let report = folder.appending(path: "report.json")
      let (status, output, error) = try await check([
        "--driver", Self.driver(in: folder).path, "--timeout-scale", "3", "--report", report.path,
      ])
      #expect(status == .fine && error == "", "\(output)\(error)")
      let cases = try #require(
        JSONSerialization.jsonObject(with: Data(contentsOf: report)) as? [String: Any])["cases"]
      var verdicts: [String: Set<String>] = [:]
      for entry in try #require(cases as? [[String: Any]]) {
        let (id, verdict) = try (#require(entry["id"] as? String), #require(entry["verdict"] as? String))
        verdicts[verdict, default: []].insert(id)
      }
      let passed = Set(CaseCatalogue.clients.map(\.id.rawValue)).subtracting(Self.unmet)
      #expect(verdicts == ["pass": passed, "not-offered": Self.unmet], "\(output)")
    }
  }

  @Test func aClientThatLiesIsFoundOutWithTheEvidence() async throws {
    try await withScratchFolder { folder in
      let report = folder.appending(path: "report.json")
      let (status, output, _) = await check([
        "honest/get/short-426", "--report", report.path, "--", "sh", "-c",
        "printf 'USER ftpraw\\r\\n' > /dev/null; printf hello > {out}; echo {url}; exec true",
      ])
      // The client never connects, so it cannot even download from a correct server.
      #expect(status == .noConversation, "\(output)")
      #expect(!output.contains("secret"), "\(output)")
      let text = try String(contentsOf: report, encoding: .utf8)
      #expect(text.contains("\"side\": \"client\"") || text.contains("client"))
    }
  }

  @Test func scenariosAreListedAndExplained() async {
    let (status, list, _) = await check(["--list", "honest/delete"])
    #expect(status == .fine && list.split(separator: "\n").count == 3, "\(list)")
    let (_, text, _) = await check(["--explain", "honest/get/short-426"])
    #expect(text.contains("| ftpraw") && text.contains("curl issue 405"), "\(text)")
    let (_, full, _) = await check(["--explain", "honest/get/disk-full"])
    #expect(full.contains("  client    can write at most 65536 bytes to a file\n"), "\(full)")
  }

  static let wrong: [([String], String)] = [
    ([], "a client is missing: '--' and a command that downloads {url}, or --driver FILE"),
    (["--", "curl"], "the command has neither {url} nor {port}, so the client cannot know where to connect"),
    (["nonsense", "--", "curl", "{url}"], "no scenario matches 'nonsense'"),
    (["--driver", "x", "--", "curl", "{url}"], "--driver and a command cannot be used together"),
    (["--explain", "honest/get/short-42"], "there is no scenario 'honest/get/short-42'"),
    (["--shard", "3/2", "--", "curl", "{url}"], "option '--shard': '3/2' is not I/N with I from 1 to N"),
  ]

  @Test(arguments: wrong)
  func whatIsWrongIsReported(words: [String], message: String) async {
    let (status, _, error) = await check(words)
    #expect(status == .usage && error.contains(message), "\(error)")
  }

  @Test func everyDriverCanBeRead() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.drivers.path)
    where !name.contains(".") {
      let text = try Data(contentsOf: Self.drivers.appending(path: name))
      let driver = try ClientDriver(parsing: Array(text), path: "drivers/\(name)")
      #expect(driver.version != nil, "\(name)")
      let all = Set(driver.commands.keys).union(driver.inabilities.keys)
      #expect(
        all == Set(ClientJob.allCases), "\(name) says nothing of \(Set(ClientJob.allCases).subtracting(all))")
    }
  }

  static let malformed: [(String, String)] = [
    ("get\n", "1: 'get' has no value"), ("get a {url}\nget b\n", "2: a second line 'get'"),
    ("# x\nfetch a\n", "2: 'fetch' is unknown"),
    (" get a\n", "1: no line precedes this one"),
    ("get 'a\n", "1: a quotation mark or a backslash is not closed"),
    ("put a\n", "1: a line 'get' is missing"),
    ("cannot mirror\n", "1: 'cannot' must be followed by a job, a colon and the reason"),
    ("limit soon\n", "1: 'soon' is not a number of seconds such as 8s"),
  ]

  @Test(arguments: malformed)
  func whatIsWrongWithADriverIsReported(text: String, message: String) throws {
    do {
      _ = try ClientDriver(parsing: Array(text.utf8), path: "x")
      Issue.record("no error")
    } catch {
      #expect("\(error)" == message)
    }
  }

  @Test func aDriverIsReadAsItIsWritten() throws {
    let text = "name  x 2\nlimit 1.5s\nget a 'b c' \\\"d\n  {url}\ncannot put: no\n"
    let driver = try ClientDriver(parsing: Array(text.utf8), path: "some/where")
    #expect(driver.name == "x 2" && driver.limit == .milliseconds(1_500))
    #expect(driver.commands == [.get: ["a", "b c", "\"d", "{url}"]] && driver.inabilities == [.put: "no"])
  }
}
