import FTPFuzzing

extension Subcommand {
  /// `ftpraw fuzz PARSER [options]`, `ftpraw fuzz server [options] URL|-- COMMAND...` and
  /// `ftpraw fuzz client [options] -- COMMAND...`.
  static let fuzz = Subcommand(
    name: "fuzz",
    operands: [
      OperandSpecification("WHAT", .choices(FuzzSubject.words)),
      OperandSpecification(
        // Bash and fish complete all operands like the last.
        "SERVER", .serverOr(.suggestions(FuzzSubject.words)), isRequired: false, isRepeatable: true),
    ],
    options: [
      .fuzzSeed, .fuzzRuns, .fuzzTime, .fuzzFirst, .fuzzCase, .fuzzCorpus, .fuzzOracle, .fuzzJobs, .fuzzSave,
      .fuzzParser, .fuzzAddresses, .fuzzListings, .fuzzTimeout, .fuzzDownloads, .fuzzLimit, .fuzzMemory,
      .fuzzRate, .fuzzUntilCovered, .fuzzOwn, .timeoutScale, .passwordFile,
    ] + OptionSpecification.ofTLS,
    environment: [.password, .keyLog],
    glossaries: [
      Glossary(
        title: "Parsers",
        entries: FuzzedParser.all.map { Glossary.Entry($0.name, "\($0.summary.sentence)") }),
      Glossary(
        title: "Oracles of parsers",
        entries: ParserOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
      Glossary(
        title: "Oracles of a server",
        entries: ServerOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
      Glossary(
        title: "Oracles of a client",
        entries: ClientOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
    ],
    exitStatuses: [.fine, .negative, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation in
      switch try FuzzSubject(invocation) {
      case .parser(let parser):
        let plan = try ParserFuzzPlan(invocation, parser)
        return try await Interruption.cancels(invocation) { try await plan.run() }
      case .server:
        let plan = try ServerFuzzPlan(invocation)
        return try await Interruption.cancels(invocation) { await plan.run() }
      case .client:
        let plan = try ClientFuzzPlan(invocation)
        return try await Interruption.cancels(invocation) { await plan.run() }
      }
    })
}

extension String {
  /// The words as a sentence.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
