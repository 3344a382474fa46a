extension Subcommand {
  /// `ftpraw check-client [options] [SCENARIO...] -- COMMAND...`.
  static let checkClient = Subcommand(
    name: "check-client",
    operands: [OperandSpecification("SCENARIO", .selector, isRequired: false, isRepeatable: true)],
    options: [
      .clientDriver, .excludeCases, .listCases, .explainScenario, .report, .level, .baseline, .writeBaseline,
      .flaky,
      .clientJobs, .repetitions, .clientSeed, .shard, .durations, .failFast, .timeoutScale, .timings,
      .eachCase, .quiet, .color,
    ],
    environment: [.noColor],
    glossaries: [Glossary("Groups"), .baseline],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .plan(ClientCheckPlan.init, endsSlowly: true) { try await $0.run() })
}

extension OptionSpecification {
  static let clientDriver = OptionSpecification("driver", value: Value("FILE", .file))
  static let explainScenario = OptionSpecification(
    "explain", of: "check-client", value: Value("SCENARIO", .selector))
  static let clientJobs = OptionSpecification("jobs", of: "check-client", value: Value("N", .number(1...64)))
  static let clientSeed = OptionSpecification(
    "seed", of: "check-client", value: Value("N", .number(0...Int.max)))
}
