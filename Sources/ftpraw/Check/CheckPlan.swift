import FTPClient
import FTPConformance
import FTPMockServer
import FTPProtocol
import FTPRequirements
import FTPSystem

/// The plan of `check` from its arguments.
struct CheckPlan: Sendable {
  private let invocation: Invocation
  private let url: ServerURL?
  private let options: RunOptions
  private let cases: [ServerCase]
  /// The cases about all traffic that look at that of ``cases``: of a shard, those of all shards.
  private let watchers: [ConformanceCase]
  private let reports: ReportFiles

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    var words = invocation.operands.map(\.text)
    url = try Self.server(from: &words, invocation)
    let catalogue = try Self.catalogue(invocation)
    let selection = try invocation.selection(
      words, of: catalogue, called: "case",
      profile: invocation.value(.profile).flatMap(Profile.init(named:)) ?? .all)
    try Self.requireCase(invocation)
    cases = selection.cases(of: catalogue)
    guard !cases.isEmpty || selection.shard != nil else {
      throw invocation.usageError("the selection contains no case")
    }
    var options = try Self.options(invocation)
    options.shard = selection.shard
    self.options = options
    watchers =
      options.judged.isEmpty
      ? selection.whole.cases(of: catalogue).map(\.entry).filter { $0.scope == .everything }
      : Self.watchers(of: options.judged)
    reports = try ReportFiles(invocation)
    guard invocation.value(.saveRun) == nil || options.judged.isEmpty else {
      throw invocation.usageError("--save-run does not go with --judge, whose reports lack most cases")
    }
    guard
      invocation.value(.rejudge) == nil
        || invocation.value(.saveRun) == nil && !invocation.flag(.embedded)
          && !invocation.operands.contains(where: { ServerWord.names($0.text) })
    else { throw invocation.usageError("--rejudge needs no server and no other folder") }
  }

  func run() async throws -> ExitStatus {
    if let id = invocation.value(.explainCase) {
      invocation.console.print(
        Self.explanation(of: id, width: invocation.terminalWidth) ?? "", terminator: "")
      return .fine
    }
    if invocation.flag(.listCases) {
      invocation.console.print(CaseListing(width: invocation.terminalWidth).text(cases), terminator: "")
      return .fine
    }
    let baselines = try BaselineFiles(invocation)
    if let folder = invocation.value(.rejudge) { return try await rejudge(folder, baselines) }
    let folder = try RunFolder.toSave(invocation)
    guard let url else {
      if !invocation.flag(.embedded) {
        invocation.report(
          "no server named; testing the embedded one (name yours with a URL, -s or FTPRAW_SERVER)")
      }
      return try await withMockServer(try embedded()) { server in
        let login = Credentials("ftpraw", password: "secret")
        return try await check(
          TestedServer(
            host: server.address.host, port: server.port, login: login, isEmbedded: true,
            security: security ?? .none),
          baselines, folder)
      }
    }
    return try await check(try TestedServer(at: url, invocation), baselines, folder)
  }

  /// Judges a saved run again.
  private func rejudge(_ folder: String, _ baselines: BaselineFiles) async throws(LocalFileError)
    -> ExitStatus
  {
    guard let run = try RunFolder.toRejudge(folder, invocation) else { return .negative }
    let selected = invocation.operands.isEmpty ? nil : Set(cases.map(\.id))
    var judged = await run.judged(by: CaseCatalogue.servers, seed: options.seed)
    for number in 1..<max(1, options.repetitions) {
      let again = await run.judged(
        by: CaseCatalogue.servers, seed: (options.seed ?? 0) &+ UInt64(number))
      judged.changes += again.changes.filter { !judged.changes.contains($0) }
    }
    judged.report.options.baseline = baselines.comparison
    judged.report.options.level = options.level
    judged.report.options.flaky = options.flaky
    if let selected {
      judged.report.cases.removeAll { !selected.contains($0.entry.id) }
      judged.changes.removeAll { !selected.contains($0.id) }
      judged.unjudged.removeAll { !selected.contains($0) }
    }
    let status = CheckOutcome(invocation: invocation, baselines: baselines, reports: reports).tell(
      judged.report)
    judged.lines.forEach { invocation.report($0) }
    return status
  }

  private func check(
    _ target: TestedServer, _ baselines: BaselineFiles, _ folder: RunFolder?
  ) async throws -> ExitStatus {
    var options = options
    options.baseline = baselines.comparison
    options.isRecorded = folder != nil
    var target = target
    target.scratch = invocation.value(.scratch)
    target.isReadOnly = invocation.flag(.withoutWriting)
    target.active = invocation.value(.active).flatMap(TestedServer.ActiveMode.init) ?? .auto
    if target.security != .none {
      target.tls = try ClientTLS(invocation)
      // The certificate of the embedded server is made for the run, so no authority can have signed it.
      if target.isEmbedded { target.tls.isInsecure = true }
    }
    let progress = CheckProgress(
      console: invocation.console, party: target.isEmbedded ? "the embedded server" : target.url,
      isVerbose: invocation.flag(.eachCase))
    let run = ServerRun(at: target, cases: cases, watchers: watchers, options: options) { progress.show($0) }
    let report = await run.run()
    progress.end()
    let status = CheckOutcome(invocation: invocation, baselines: baselines, reports: reports).tell(report)
    do throws(LocalFileError) { try folder?.save(report) } catch {
      invocation.report("the run was not saved: \(error)")
      return .localFile
    }
    return status
  }

  /// When TLS is used, by the option; nil without it.
  private var security: ClientTLS.Mode? { ClientTLS.Mode(invocation) }

  /// How the embedded server is set up.
  private func embedded() throws -> MockServer.Configuration {
    var configuration = MockServer.Configuration(recording: nil)
    if let mode = security.flatMap({ ServerTLS.Mode(rawValue: $0.rawValue) }) {
      configuration.tls = try ServerTLS(mode, .server(try .selfSigned(for: ["127.0.0.1"])))
    }
    return configuration
  }

  /// The server that the operands, `--server` or the environment name; nil for the embedded one.
  private static func server(
    from words: inout [String], _ invocation: Invocation
  ) throws(UsageError) -> ServerURL? {
    let operand = try takeURL(from: &words, invocation)
    if let other = words.first(where: { ServerWord.names($0) }) {
      throw invocation.usageError("'\(other)' is a server; name one server, before the selectors")
    }
    if invocation.flag(.embedded) {
      guard operand == nil, !invocation.isGiven(.testedServer) else {
        throw invocation.usageError("--embedded does not go with a server")
      }
      return nil
    }
    if operand != nil, invocation.isGiven(.testedServer) {
      throw invocation.usageError("two servers are named, as an operand and with '--server'")
    }
    if let url = operand ?? invocation.server(.testedServer) { return url }
    let isListing =
      invocation.flag(.listCases) || invocation.value(.explainCase) != nil
      || invocation.value(.rejudge) != nil
    let ci = invocation.environment(EnvironmentVariable.continuousIntegration.name)
    guard isListing || ci == nil || ci == "false" else {
      throw invocation.usageError(
        "CI is set, so a server is needed: name one with a URL, -s or FTPRAW_SERVER, or test the embedded one with --embedded"
      )
    }
    return nil
  }

  /// The first operand, if it names a server rather than cases.
  private static func takeURL(
    from words: inout [String], _ invocation: Invocation
  ) throws(UsageError) -> ServerURL? {
    guard let first = words.first else { return nil }
    let isURL = ServerWord.names(first)
    let isSelector = CaseCatalogue.servers.contains { CaseSelector(first).matches($0.entry) }
    guard isURL || (!isSelector && (first.contains(".") || first.contains(":") || first == "localhost"))
    else {
      return nil
    }
    do throws(ArgumentValueError) {
      let url = try ServerURL(first, overTLS: true)
      words.removeFirst()
      return url
    } catch {
      // An operand that is not a URL may still be a selector, which is reported if it matches nothing.
      guard isURL else { return nil }
      throw invocation.usageError(error.message, suggestion: error.suggestion)
    }
  }

  /// The cases of the catalogue, and all that are combined from tables.
  private static var everyCase: [ServerCase] {
    CaseCatalogue.servers + Product.cases(depth: Product.deepest)
  }

  /// Everything known about a case, or about a requirement and the cases that cite it; otherwise nil.
  private static func explanation(of id: String, width: Int?) -> String? {
    let listing = CaseListing(width: width)
    if let entry = everyCase.first(where: { $0.id.rawValue == id }) {
      return listing.explanation(entry)
    }
    guard let requirement = RequirementCatalogue.requirement(id: id) else { return nil }
    let cases = CaseCatalogue.servers.filter { CaseSelector(id).matches($0.entry) }
    return Explanation(width: width ?? 80).text(for: .requirement(requirement))
      + (cases.isEmpty ? "\nNo case is about it.\n" : "\nCases:\n" + listing.text(cases))
  }

  /// The cases about all traffic that look for one of these requirements.
  private static func watchers(of requirements: [RequirementID]) -> [ConformanceCase] {
    CaseCatalogue.servers.map(\.entry).filter { entry in
      entry.scope == .everything && requirements.contains { entry.requirements.contains($0) }
    }
  }

  /// The available cases: those of the catalogue with the requested number of walks, or only a script.
  private static func catalogue(_ invocation: Invocation) throws(UsageError) -> [ServerCase] {
    if let text = invocation.value(.walk) {
      do throws(WalkScriptError) {
        return [Walk.entry(playing: try WalkScript(parsing: text))]
      } catch {
        throw invocation.usageError("option '--walk': \(error)")
      }
    }
    // A case that is named is run, whatever its depth.
    let isNamed = invocation.operands.contains { operand in
      Product.all.contains { operand.text.hasPrefix("\($0.name)/") }
    }
    let depth = isNamed ? Product.deepest : invocation.number(.depth) ?? 1
    let cases = CaseCatalogue.servers + Product.cases(depth: depth)
    guard let count = invocation.number(.walks) else { return cases }
    return cases + Walk.cases(count, steps: invocation.number(.walkSteps))
  }

  /// `--explain` must name a case or a requirement.
  private static func requireCase(_ invocation: Invocation) throws(UsageError) {
    guard let id = invocation.value(.explainCase), Self.explanation(of: id, width: nil) == nil else { return }
    let ids =
      id.contains(":") ? RequirementCatalogue.all.map(\.id) : everyCase.map(\.id.rawValue)
    throw invocation.usageError(
      "no case or requirement is called '\(id)'", suggestion: Suggestion.nearest(to: id, among: ids))
  }

  /// The time for smaller conversations; none for `0`.
  private static func minimizing(_ invocation: Invocation) throws(UsageError) -> Duration {
    guard let text = invocation.value(.minimize) else { return .seconds(10) }
    guard text != "0" else { return .zero }
    do throws(ArgumentValueError) { return try TimeSpan.duration(text) } catch {
      throw invocation.usageError("option '--minimize': \(error.message)")
    }
  }

  private static func options(_ invocation: Invocation) throws(UsageError) -> RunOptions {
    var options = try invocation.runOptions(jobs: .jobs, seed: .seed)
    options.minimizing = try minimizing(invocation)
    for text in invocation.values(.judge) {
      let requirement = RequirementID(rawValue: text)
      guard !watchers(of: [requirement]).isEmpty else {
        let known = CaseCatalogue.servers.map(\.entry).filter { $0.scope == .everything }.flatMap(
          \.requirements)
        throw invocation.usageError(
          "option '--judge': no case checks '\(text)' in the traffic of others",
          suggestion: Suggestion.nearest(to: text, among: known.map(\.rawValue)))
      }
      options.judged.append(requirement)
    }
    if let scratch = invocation.value(.scratch), scratch.utf8.contains(where: { $0 < 0x20 }) {
      throw invocation.usageError("option '--scratch': control characters are refused")
    }
    return options
  }
}

extension TestedServer {
  /// The server at a URL, with the user and the security that the command line, the environment or the URL names.
  init(at url: ServerURL, _ invocation: Invocation) throws {
    let security = ClientTLS.Mode(invocation) ?? url.security ?? .none
    let login = try ServerTarget.login(at: url, invocation)
    let shown = ServerURL(user: login?.user, host: url.host, port: url.port, security: security)
    self.init(
      host: url.host, port: url.port, login: login ?? .anonymous, url: shown.description, security: security)
  }
}
