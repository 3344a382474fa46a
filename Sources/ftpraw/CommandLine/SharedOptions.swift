/// Options that several subcommands declare; those of a single subcommand stand in its own file.
extension OptionSpecification {
  /// `-h, --help`, which every subcommand and the program itself have.
  static let help = OptionSpecification("help", short: "h", help: "Print this help and exit.")

  /// `--version`, of the program itself.
  static let version = OptionSpecification("version", help: "Print the version and exit.")

  /// `-s, --server URL`.
  static let server = OptionSpecification(
    "server", short: "s", value: Value("URL", .server), environmentVariable: "FTPRAW_SERVER",
    help: """
      The server: `ftp://[user[:password]@]host[:port]`, or just `host[:port]`. A user in it means: log in \
      first, visibly. Without a server an embedded one starts on a free port of the loopback interface.
      """)

  /// `--password-file FILE`.
  static let passwordFile = OptionSpecification(
    "password-file", value: Value("FILE", .file),
    help: "Read the password from the first line of FILE.")

  /// `--timeout SPAN`.
  static let timeout = OptionSpecification(
    "timeout", value: Value("SPAN", .duration), defaultText: "30s",
    help: "Give up when one step (connecting, a reply, data) takes longer: `1`, `1.5`, `500ms`, `2s`, `3m`.")

  /// `--data-host WHO`.
  static let dataHost = OptionSpecification(
    "data-host", value: Value("WHO", .choices(["peer", "announced"])), defaultText: "`peer`",
    help: """
      Connect passive data connections to the peer of the control connection, of whose reply the port is taken alone, or \
      to the host that the reply announces, which may be any.
      """)

  /// `--data-connect WHEN`.
  static let dataConnect = OptionSpecification(
    "data-connect", value: Value("WHEN", .choices(["due", "at-once"])), defaultText: "`due`",
    help: """
      Connect passive data connections when a transfer command is due, or as soon as the port is announced, for servers \
      that say nothing more before.
      """)

  /// `-v, --verbose`.
  static let verbose = OptionSpecification(
    "verbose", short: "v", help: "Also print what each reply means and how long it took.")

  /// `--full`.
  static let full = OptionSpecification(
    "full", help: "Print all data received, not just the first 4 KiB of each transfer.")

  /// `--color WHEN`.
  static let color = OptionSpecification(
    "color", value: Value("WHEN", .choices(["auto", "always", "never"])), defaultText: "`auto`",
    help: "When to colour; `auto` means on a terminal.")
}
