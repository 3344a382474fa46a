/// The options of `ls`, `get`, `put` and `mirror` that no other subcommand shares.
extension OptionSpecification {
  static let transcript = OptionSpecification(
    "transcript", value: Value("FILE", .file),
    help: "Write the whole conversation to FILE at the end, even after a failure, with passwords replaced.")

  static let dataMode = OptionSpecification(
    "data", value: Value("MODE", .choices(["passive", "epsv", "pasv", "active", "eprt", "port"])),
    defaultText: "`passive`",
    help: """
      How to make data connections: `passive` is EPSV, or PASV if EPSV is refused; `active` is EPRT, or PORT if EPRT \
      is refused.
      """)

  static let resume = OptionSpecification(
    "resume",
    help: """
      Continue an earlier transfer from its `.ftpraw-part` file, if that is still the beginning of the same file; \
      otherwise start again.
      """)

  static let wait = OptionSpecification(
    "wait",
    help: """
      If another process transfers the same file, wait until it has ended; otherwise ftpraw says which process it is, \
      and exits with 74.
      """)

  static let segments = OptionSpecification(
    "segments", value: Value("N", .number(1...64)), defaultText: "1",
    help: """
      Download each file over up to N connections at once, each with at least 1 MiB. ftpraw uses fewer if the server \
      allows fewer, and one if REST is missing or does not work.
      """)

  /// `-j, --jobs N` of a mirror.
  static let transferJobs = OptionSpecification(
    "jobs", short: "j", value: Value("N", .number(1...64)), defaultText: "1",
    help: """
      Transfer up to N files at once, and fewer if the server allows fewer connections. With more than one, all \
      directories are made first, and everything is deleted last.
      """)

  static let delete = OptionSpecification(
    "delete",
    help: """
      Delete what SOURCE does not have, except where its listing is empty, failed or in doubt. Before local files are \
      deleted, the server is asked for each of them.
      """)

  static let upload = OptionSpecification(
    "upload", help: "SOURCE is a local folder. Needed only if TARGET is not a URL.")

  static let include = OptionSpecification(
    "include", value: Value("PATTERN", .text), isRepeatable: true,
    help: """
      Copy only files whose name matches PATTERN: `*` matches any bytes, `?` one byte. A pattern with a slash is \
      compared with the path from the top of the tree.
      """)

  static let exclude = OptionSpecification(
    "exclude", value: Value("PATTERN", .text), isRepeatable: true,
    help: "Neither copy nor delete files and directories whose name matches PATTERN."
  )

  /// `--json` of a mirror.
  static let mirrorJSON = OptionSpecification(
    "json", help: "Print each step as one JSON object per line.")

  static let overwrite = OptionSpecification(
    "overwrite", value: Value("WHEN", .choices(["ask", "always", "never", "newer"])), defaultText: "`ask`",
    help: """
      What to do if the file exists: `ask` asks on a terminal and means `never` elsewhere; `newer` replaces it if the \
      new file differs in size or is newer, and otherwise succeeds without a transfer.
      """)

  static let retries = OptionSpecification(
    "retries", value: Value("N", .number(0...1_000)), defaultText: "0",
    help: """
      Try again up to N times, on a new connection, after a lost connection or a 4yz reply. The wait before each \
      attempt doubles, from half a second to 30 seconds.
      """)

  static let direct = OptionSpecification(
    "direct",
    help:
      "Write to NAME directly instead of to a temporary name, which is renamed at the end."
  )

  static let dryRun = OptionSpecification(
    "dry-run", short: "n", help: "Print what would be transferred, without transferring.")

  /// `--json` of a transfer.
  static let transferJSON = OptionSpecification(
    "json", help: "Print one JSON object that describes the transfer.")

  /// `-o, --output FILE` of a download.
  static let target = OptionSpecification(
    "output", short: "o", value: Value("FILE", .file),
    help: """
      Write to FILE, or into it if it is a folder; by default, to the same name in the working directory. `-` is \
      standard output.
      """)

  /// `-v, --verbose` of a transfer.
  static let showConversation = OptionSpecification(
    "verbose", short: "v", help: "Show the conversation on standard error as it happens.")

  /// The options that all four subcommands share.
  static let ofEachTransfer: [OptionSpecification] =
    [
      .server, .passwordFile, .dataMode, .dataHost, .timeout, .retries, .transcript, .strict,
      .showConversation, .color,
    ] + ofTLS
}
