import FTPConformance
import FTPReplay
import FTPSystem

extension Subcommand {
  /// `ftpraw replay [options] [PATH...]`.
  static let replay = Subcommand(
    name: "replay",
    operands: [OperandSpecification("PATH", .file, isRequired: false, isRepeatable: true)],
    options: [.against, .filter, .replayJobs, .timeout, .passwordFile, .replayJSON, .junit, .fuzzOwn]
      + OptionSpecification.ofTLS,
    environment: [.password, .keyLog],
    exitStatuses: [.fine, .negative, .noConversation, .usage, .localFile, .interrupted],
    action: .plan(ReplayPlan.init) { try await $0.run() })
}

extension ReplayPlan {
  /// Replays everything and reports what was found.
  func run() async throws -> ExitStatus {
    let files = try VectorFile.find(paths, filter: filter)
    let hasScripts = files.contains { if case .script = $0.content { true } else { false } }
    let scripted = hasScripts ? try await scriptedServer() : nil
    let ways = try await makeWays()
    guard !files.isEmpty else {
      invocation.report("found no vector (*.ftpv)\(filter == nil ? "" : " that matches the filter")")
      return .usage
    }
    let console = invocation.console
    let readable = files.compactMap { file in file.vector.map { (file, $0) } }
    let progress = ReplayProgress(console: console, count: readable.count)
    let runner = ReplayRunner(ways, jobs: jobs)
    let results = await runner.run(readable.map(\.1)) { _, results in progress.advance(results) }
    progress.end()
    guard !Task.isCancelled else { return .interrupted }
    var report = ReplayReport(ways: ways.map(\.target), server: serverText, again: again)
    for (file, results) in zip(readable.map(\.0), results) { report.add(file, results) }
    for file in files {
      switch file.content {
      case .vector: break
      case .malformed(let error): report.add(file, error)
      case .script(let script):
        let result = await script.play(at: scripted)
        report.add(file, ways.map { _ in result })
      }
    }
    guard !Task.isCancelled else { return .interrupted }
    try tell(report)
    return report.isClean ? .fine : .negative
  }

  private func tell(_ report: ReplayReport) throws(LocalFileError) {
    let console = invocation.console
    if invocation.flag(.replayJSON) {
      console.print(report.json.text)
      return
    }
    let file = invocation.value(.junit)
    let document = file == nil ? [] : Array(report.junit.document.utf8)
    guard file != "-" else { return console.write(document, to: .output) }
    console.print(report.text, terminator: "")
    if let file { try WholeFile.write(document, to: file) }
  }
}

extension OptionSpecification {
  static let against = OptionSpecification(
    "against", value: Value("TARGET", .serverOr(.suggestions(["client", "mock"]))))
  static let filter = OptionSpecification("filter", value: Value("GLOB", .text))
  static let replayJobs = OptionSpecification("jobs", of: "replay", value: Value("N", .number(1...256)))
  static let replayJSON = OptionSpecification("json", of: "replay")
  static let junit = OptionSpecification("junit", value: Value("FILE", .file))
}
