import FTPConformance
import FTPMockServer
import FTPProtocol
import FTPTransfers
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// What a user asks of a server, and what its files hold before and after.
private enum TransferJob: String, CaseIterable {
  case get, put, append, ls, mirror

  static let old = "what was there\n"
  static let new = "what is uploaded\n"
  /// The file on the server; most scenarios that make up a file send this one.
  static let there = "hello\n"

  /// The commands that transfer data in this job.
  var verbs: [String] {
    switch self {
    case .get: ["RETR"]
    case .put: ["STOR"]
    case .append: ["APPE"]
    case .ls, .mirror: ["MLSD", "LIST"]
    }
  }

  var isUpload: Bool { self == .put || self == .append }

  /// True listings whose second line is cut.
  private static let cut = [
    "MLSD": "type=file;size=6; hello.txt\\r\\ntype=dir;modif\\r\\n",
    "LIST": "-rw-r--r--   1 ftp ftp 6 Jan  2  2024 hello.txt\\r\\ndrwxr-\\r\\n",
  ]

  /// A rule about another transfer, as rules about the transfers of this job.
  func adapted(_ rule: String) -> [String] {
    let isReset = rule.contains("reset data")
    return verbs.map { verb in
      let data = "data \"\(Self.cut[verb] ?? "hel")\""
      let actions = rule.dropFirst(4).components(separatedBy: ", ").compactMap { action -> String? in
        let sends = action.hasPrefix("data \"")
        if isUpload { return sends ? isReset ? "open data" : "store" : action == "close data" ? nil : action }
        if action == "receive" || action == "store" { return "\(data), close data" }
        return sends && self != .get ? data : action
      }
      return verb + actions.joined(separator: ", ")
    }
  }
}

/// A server of the scenarios of `check-client` that misbehaves.
private struct MisbehavingServer: Sendable, CustomTestStringConvertible {
  let name: String
  let server: ScenarioServer
  /// Whether a client must get the file from it, and nothing that it does is about RETR alone.
  let isHarmless: Bool
  /// Whether the scenario says that a mirror keeps what is here, though a rule makes up listings.
  let keepsFiles: Bool

  var testDescription: String { name }

  /// Whether the job must succeed, and may take as long as it needs.
  ///
  /// A server that sends its 150 with the 226 waits for data, which a client must not send before the 150.
  func mustServe(_ job: TransferJob) -> Bool {
    isHarmless && !(job.isUpload && server.faults.contains("reply-joined"))
  }

  static let inTheClear = all.filter { $0.server.tls == nil }
  static let underTLS = all.filter { $0.server.tls != nil }
  private static let all: [MisbehavingServer] = CaseCatalogue.clients.flatMap(of)
    .filter { Thoroughness.includes($0.name, oneIn: 10) }

  private static func of(_ scenario: ClientScenario) -> [MisbehavingServer] {
    // A flood takes seconds for each job.
    guard Thoroughness.isWhole || !scenario.entry.tags.contains("flood") else { return [] }
    let isLivedWith =
      scenario.id.rawValue.hasPrefix("robust/get/")
      && scenario.checks.contains { $0.words == ClientCheck.gets.words }
    let keepsFiles = scenario.checks.contains { $0.words.hasPrefix("the files er/still.txt") }
    var servers: [MisbehavingServer] = []
    for (index, step) in scenario.steps.enumerated() {
      let server = step.server
      guard !(server.faults.isEmpty && server.rules.isEmpty), !server.isIPv6 else { continue }
      servers.append(
        MisbehavingServer(
          name: "\(scenario.id)#\(index)", server: server,
          isHarmless: isLivedWith && !server.makesUp(["RETR"]), keepsFiles: keepsFiles))
    }
    return servers
  }
}

extension ScenarioServer {
  /// Whether rules answer one of these commands.
  fileprivate func makesUp(_ verbs: [String]) -> Bool {
    rules.contains { rule in verbs.contains { rule.hasPrefix($0) } }
  }

  fileprivate func adapted(to job: TransferJob) -> ScenarioServer {
    guard !makesUp(job.verbs) else { return self }
    var server = self
    for rule in rules where rule.hasPrefix("RETR * ") || rule.hasPrefix("STOR * ") {
      server.rules += job.adapted(rule)
    }
    return server
  }
}

/// What `check-client` asks of other clients holds here, for every job.
@Suite("No server of check-client makes a job lose a file or lie", .queueing, .endsWhenItHangs)
struct MisbehavingServerTests {
  private struct Outcome {
    var status: ExitStatus
    var output = ""
    var errors = ""
  }

  /// The local files of a job.
  private struct Files {
    let folder: URL
    var file: URL { folder.appending(path: "file") }
    var copy: URL { folder.appending(path: "copy") }
    var still: URL { copy.appending(path: "er/still.txt") }
    var extra: URL { copy.appending(path: "extra") }
  }

  @Test(arguments: MisbehavingServer.inTheClear, TransferJob.allCases)
  private func isDoneOrFailsWithoutLoss(_ row: MisbehavingServer, job: TransferJob) async throws {
    try await Self.attempt(job, at: row)
  }

  @Test(
    .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
    arguments: MisbehavingServer.underTLS, TransferJob.allCases)
  private func isDoneOrFailsWithoutLossUnderTLS(_ row: MisbehavingServer, job: TransferJob) async throws {
    try await Self.attempt(job, at: row)
  }

  private static func attempt(_ job: TransferJob, at row: MisbehavingServer) async throws {
    try await withScratchFolder { folder in
      let files = Files(folder: folder)
      try FileManager.default.createDirectory(
        at: files.copy.appending(path: "er"), withIntermediateDirectories: true)
      try Data((job.isUpload ? TransferJob.new : TransferJob.old).utf8).write(to: files.file)
      for file in [files.still, files.extra] { try Data(TransferJob.old.utf8).write(to: file) }
      let scenario = row.server.adapted(to: job)
      var configuration = try scenario.configuration(
        port: 0, patience: .patience, outside: folder.appending(path: "escaped").path, trap: nil)
      configuration.tree.addFile("incoming/own", FileContents(Array(TransferJob.old.utf8)))
      for path in ["own/hello.txt", "own/er/still.txt"] {
        configuration.tree.addFile(path, FileContents(Array(TransferJob.there.utf8)))
      }
      try await withMockServer(configuration) { server in
        let outcome =
          job == .append
          ? await Self.append(to: server, limit: Self.limit(row, job))
          : try await Self.run(job, at: server, of: row, files)
        let there = server.tree.bytes(of: "incoming/own").map { String(decoding: $0, as: UTF8.self) }
        Self.judge(
          job, outcome, row, scenario, files, there: there ?? "",
          "\(row.name), \(job): \(outcome), \(there ?? "no file")")
      }
    }
  }

  private static func judge(
    _ job: TransferJob, _ outcome: Outcome, _ row: MisbehavingServer, _ server: ScenarioServer,
    _ files: Files,
    there: String, _ note: Comment
  ) {
    let isDone = outcome.status == .fine
    #expect(isDone || outcome.status == .negative || outcome.status == .noConversation, note)
    #expect(isDone || !row.mustServe(job), note)
    #expect(!files.folder.names.contains("escaped"), note)
    #expect(isDone || !outcome.errors.isEmpty, note)
    for line in outcome.errors.split(separator: "\n") { #expect(line.hasPrefix("ftpraw"), note) }
    // A file or a listing that a rule makes up is as true as any.
    let isListed = !server.makesUp(["MLSD", "LIST", "NLST"])
    let isSent = !server.makesUp(["RETR"])
    switch job {
    case .get:
      #expect(
        isDone ? files.file.text == TransferJob.there || !isSent : files.file.text == TransferJob.old, note)
    case .put: #expect(there == TransferJob.new || !isDone && there == TransferJob.old, note)
    case .append: #expect(!isDone || there == TransferJob.old + TransferJob.new, note)
    case .ls:
      let names = outcome.output.split(separator: "\n").map { $0.split(separator: " ").last ?? "" }
      #expect(!isDone || !isListed || names.sorted() == ["er", "hello.txt"], note)
    case .mirror:
      // What the server has is here afterwards, old or new, whatever it says.
      let isKept = [TransferJob.old, TransferJob.there].contains(files.still.text)
      let isTrue = row.keepsFiles || !row.server.makesUp(["MLSD", "LIST", "NLST"])
      #expect(isKept || !isTrue, note)
      guard isDone, isTrue, isSent else { return }
      #expect(
        files.copy.names == (row.mustServe(job) ? ["er", "extra", "hello.txt"] : ["er", "hello.txt"]), note)
      for file in [files.still, files.copy.appending(path: "hello.txt")] {
        #expect(file.text == TransferJob.there, note)
      }
    }
  }

  private static func limit(_ row: MisbehavingServer, _ job: TransferJob) -> Duration {
    row.mustServe(job) ? .patience : .milliseconds(500)
  }

  private static func run(
    _ job: TransferJob, at server: MockServer, of row: MisbehavingServer, _ files: Files
  ) async throws -> Outcome {
    let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
    var words: [String] = [job.rawValue]
    switch job {
    case .get: words += ["\(url)/own/hello.txt", "-o", files.file.path, "--overwrite", "always"]
    case .put: words += [files.file.path, "\(url)/incoming/own", "--overwrite", "always"]
    case .mirror: words += ["\(url)/own", files.copy.path] + (row.mustServe(job) ? [] : ["--delete"])
    case .ls, .append: words += ["\(url)/own"]
    }
    words += ["--timeout", "\(Int(limit(row, job) / .milliseconds(1)))ms"]
    if let mode = row.server.tls {
      words += ["--tls", mode == "implicit" ? mode : "explicit"]
      let authorities = files.folder.appending(path: "ca")
      try Data((server.certificate ?? "").utf8).write(to: authorities)
      if row.server.isTrusted { words += ["--ca", authorities.path] }
    }
    let console = RecordingConsole(width: 100)
    let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
    return Outcome(status: status, output: console.output, errors: console.error)
  }

  /// Appends to a file, which no subcommand does.
  private static func append(to server: MockServer, limit: Duration) async -> Outcome {
    var site = FTPSite("127.0.0.1", port: server.port, user: "ftpraw", password: "secret")
    (site.idleLimit, site.connectLimit) = (limit, limit)
    do {
      let session = try await FTPSession.open(site)
      do throws(FTPError) {
        try await session.upload("incoming/own", kind: .append, bytes: Array(TransferJob.new.utf8))
      } catch {
        await session.close()
        throw error
      }
      await session.close()
      return Outcome(status: .fine)
    } catch {
      let failure =
        (error as? FTPError).map { ConversationFailure(transfer: $0) } ?? ConversationFailure(error)
      return Outcome(status: failure.status, errors: "ftpraw append: \(failure.message ?? "")")
    }
  }
}
