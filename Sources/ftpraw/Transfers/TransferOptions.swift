/// The options of `ls`, `get` and `put`; those that others have as well stand with the others.
extension OptionSpecification {
  /// `--transcript FILE`.
  static let transcript = OptionSpecification(
    "transcript", value: Value("FILE", .file),
    help: "Write the whole conversation to FILE at the end, passwords replaced, however it ends.")

  /// `--data MODE`.
  static let dataMode = OptionSpecification(
    "data", value: Value("MODE", .choices(["passive", "epsv", "pasv", "active", "eprt", "port"])),
    defaultText: "`passive`",
    help: """
      How data connections are made: `passive` is EPSV, and PASV where that is refused; `active` is EPRT, and PORT where \
      that is refused.
      """)

  /// `--resume`.
  static let resume = OptionSpecification(
    "resume",
    help: """
      Go on with what an earlier transfer has left in the file with `.ftpraw-part` after its name, if it is still the \
      beginning of the same file; begin anew otherwise.
      """)

  /// `--segments N`.
  static let segments = OptionSpecification(
    "segments", value: Value("N", .number(1...64)), defaultText: "1",
    help: """
      Download each file over up to N connections at once, each with at least 1 MiB of it. There are fewer where the server       allows fewer, and there is one where it has no REST or begins elsewhere than it was told to.
      """)

  /// `--delete`.
  static let delete = OptionSpecification(
    "delete",
    help: """
      Delete what the source does not have; never in a directory whose listing at the source is empty, has failed, or holds what       cannot be read.
      """)

  /// `--upload`.
  static let upload = OptionSpecification(
    "upload", help: "SOURCE is a folder of this machine. Needed only where TARGET is no URL.")

  /// `--include PATTERN`.
  static let include = OptionSpecification(
    "include", value: Value("PATTERN", .text), isRepeatable: true,
    help: """
      Take over files whose name is as PATTERN says, and no others: `*` stands for any bytes, `?` for one. A pattern with a slash       is compared with the path from the top of the tree.
      """)

  /// `--exclude PATTERN`.
  static let exclude = OptionSpecification(
    "exclude", value: Value("PATTERN", .text), isRepeatable: true,
    help: "Leave alone files and directories whose name is as PATTERN says; neither transfer nor delete them."
  )

  /// `--json` of a mirror.
  static let mirrorJSON = OptionSpecification(
    "json", help: "Print each step as a JSON object on a line of its own.")

  /// `--overwrite WHEN`.
  static let overwrite = OptionSpecification(
    "overwrite", value: Value("WHEN", .choices(["ask", "always", "never", "newer"])), defaultText: "`ask`",
    help: """
      What to do where there is a file of that name: `ask` asks on a terminal and is `never` elsewhere; `newer` replaces \
      it where the other has another size or a later time, and is content otherwise.
      """)

  /// `--retries N`.
  static let retries = OptionSpecification(
    "retries", value: Value("N", .number(0...1_000)), defaultText: "0",
    help: """
      Try again so many times, on a fresh connection, where the connection was lost or a reply was 4yz; the wait before it \
      doubles each time, from half a second to 30.
      """)

  /// `--direct`.
  static let direct = OptionSpecification(
    "direct",
    help:
      "Write to the name itself, and not to the name with `.ftpraw-part` after it, which is renamed at the end."
  )

  /// `-n, --dry-run`.
  static let dryRun = OptionSpecification(
    "dry-run", short: "n", help: "Say what would be transferred, and transfer nothing.")

  /// `--json` of a transfer.
  static let transferJSON = OptionSpecification(
    "json", help: "Print one JSON object on what was transferred.")

  /// `-o, --output FILE` of a download.
  static let target = OptionSpecification(
    "output", short: "o", value: Value("FILE", .file),
    help: """
      Write to FILE, or into it where it is a directory; by default to the same name in the working directory. `-` is \
      standard output.
      """)

  /// `-v, --verbose` of a transfer.
  static let showConversation = OptionSpecification(
    "verbose", short: "v", help: "Show the conversation on standard error as it goes on.")

  /// What all three have in front of their own.
  static let ofEachTransfer: [OptionSpecification] =
    [
      .server, .passwordFile, .dataMode, .timeout, .retries, .transcript, .strict, .showConversation, .color,
    ] + ofTLS
}
