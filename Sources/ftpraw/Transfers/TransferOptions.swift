/// The options of `ls`, `get`, `put` and `mirror` that no other subcommand shares.
extension OptionSpecification {
  static let transcript = OptionSpecification("transcript", value: Value("FILE", .file))
  static let dataMode = OptionSpecification(
    "data", value: Value("MODE", .choices(["passive", "epsv", "pasv", "active", "eprt", "port"])))
  static let resume = OptionSpecification("resume")
  static let wait = OptionSpecification("wait")
  static let segments = OptionSpecification("segments", value: Value("N", .number(1...64)))
  static let transferJobs = OptionSpecification(
    "jobs", of: "transfers", short: "j", value: Value("N", .number(1...64)))
  static let delete = OptionSpecification("delete")
  static let upload = OptionSpecification("upload")
  static let include = OptionSpecification("include", value: Value("PATTERN", .text), isRepeatable: true)
  static let exclude = OptionSpecification(
    "exclude", of: "transfers", value: Value("PATTERN", .text), isRepeatable: true)
  static let mirrorJSON = OptionSpecification("json", of: "mirror")
  static let overwrite = OptionSpecification(
    "overwrite", value: Value("WHEN", .choices(["ask", "always", "never", "newer"])))
  static let retries = OptionSpecification("retries", value: Value("N", .number(0...1_000)))
  static let direct = OptionSpecification("direct")
  static let dryRun = OptionSpecification("dry-run", short: "n")
  static let transferJSON = OptionSpecification("json", of: "transfers")
  static let target = OptionSpecification("output", of: "transfers", short: "o", value: Value("FILE", .file))
  static let showConversation = OptionSpecification("verbose", of: "transfers", short: "v")

  /// The options that all four subcommands share.
  static let ofEachTransfer: [OptionSpecification] =
    [
      .server, .passwordFile, .dataMode, .dataHost, .timeout, .retries, .transcript, .strict,
      .showConversation, .color,
    ] + ofTLS
}
