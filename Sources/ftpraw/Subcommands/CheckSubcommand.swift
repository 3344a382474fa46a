import FTPConformance

extension Subcommand {
  /// `ftpraw check [options] [URL] [SELECTOR...]`.
  static let check = Subcommand(
    name: "check",
    operands: [
      OperandSpecification("URL", .serverOr(.selector), isRequired: false),
      OperandSpecification("SELECTOR", .selector, isRequired: false, isRepeatable: true),
    ],
    options: [
      .testedServer, .embedded, .excludeCases, .profile, .listCases, .explainCase, .report, .level, .baseline,
      .writeBaseline, .flaky, .saveRun, .rejudge,
      .withoutWriting,
      .scratch, .active,
    ] + OptionSpecification.ofTLS + [
      .passwordFile, .jobs, .repetitions, .seed, .depth, .walks, .walkSteps, .walk, .shard, .durations,
      .judge,
      .failFast, .minimize, .timeoutScale, .timings, .eachCase, .quiet, .color,
    ],
    environment: [.password, .keyLog, .continuousIntegration, .noColor],
    glossaries: [
      Glossary("Reports"), Glossary("Verdicts"), .baseline,
      Glossary(title: "Profiles", entries: Profile.known.map { Glossary.Entry($0.name, $0.summary) }),
    ],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .plan(CheckPlan.init, endsSlowly: true) { try await $0.run() })
}

extension Glossary {
  /// The notation of a baseline.
  static let baseline = Glossary("Lines of a baseline")
}

extension OptionSpecification {
  static let report = OptionSpecification("report", value: Value("FILE", .file), isRepeatable: true)
  static let testedServer = OptionSpecification(
    "server", of: "check", short: "s", value: Value("URL", .serverOverTLS),
    environmentVariable: "FTPRAW_SERVER")
  static let embedded = OptionSpecification("embedded")
  static let excludeCases = OptionSpecification(
    "exclude", of: "check", value: Value("SELECTOR", .selector), isRepeatable: true)
  static let profile = OptionSpecification(
    "profile", value: Value("NAME", .choices(Profile.known.map(\.name))))
  static let listCases = OptionSpecification("list")
  static let explainCase = OptionSpecification("explain", of: "check", value: Value("ID", .selector))
  static let level = OptionSpecification(
    "level", value: Value("LEVEL", .choices(["must", "should", "advice", "may"])))
  static let baseline = OptionSpecification("baseline", value: Value("FILE", .file))
  static let writeBaseline = OptionSpecification("write-baseline", value: Value("FILE", .file))
  static let flaky = OptionSpecification(
    "flaky", value: Value("HOW", .choices(FlakyPolicy.allCases.map(\.rawValue))))
  static let withoutWriting = OptionSpecification("read-only", of: "check")
  static let scratch = OptionSpecification("scratch", value: Value("PATH", .text))
  static let active = OptionSpecification("active", value: Value("WHEN", .choices(["auto", "yes", "no"])))
  static let jobs = OptionSpecification("jobs", of: "check", value: Value("N", .number(1...64)))
  static let repetitions = OptionSpecification("repeat", value: Value("N", .number(1...1000)))
  static let seed = OptionSpecification("seed", of: "check", value: Value("N", .number(0...Int.max)))
  static let depth = OptionSpecification("depth", value: Value("N", .number(1...Product.deepest)))
  static let walks = OptionSpecification("walks", value: Value("N", .number(0...10_000)))
  static let walkSteps = OptionSpecification("walk-steps", value: Value("N", .number(1...100_000)))
  static let walk = OptionSpecification("walk", value: Value("SCRIPT", .text))
  static let shard = OptionSpecification("shard", value: Value("I/N", .text))
  static let durations = OptionSpecification("durations", value: Value("FILE", .file))
  static let judge = OptionSpecification("judge", value: Value("REQUIREMENT", .selector), isRepeatable: true)
  static let failFast = OptionSpecification("fail-fast")
  static let minimize = OptionSpecification("minimize", value: Value("TIME", .text))
  static let timings = OptionSpecification("timings")
  static let eachCase = OptionSpecification("verbose", of: "check", short: "v")
  static let quiet = OptionSpecification("quiet", short: "q")
  static let timeoutScale = OptionSpecification("timeout-scale", value: Value("FACTOR", .text))
}
