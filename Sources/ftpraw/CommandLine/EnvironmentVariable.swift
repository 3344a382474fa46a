/// An environment variable that a subcommand reads, other than those that replace an option.
struct EnvironmentVariable: Hashable, Sendable {
  /// The variable's name.
  let name: String
  /// What it does, with code in backticks.
  let help: String

  /// The password for logging in, so that it need not be on the command line.
  static let password = EnvironmentVariable(
    name: "FTPRAW_PASSWORD",
    help: "The password for the user in the URL, unless the URL or `--password-file` gives one.")

  /// Other programs that use TLS read it too.
  static let keyLog = EnvironmentVariable(
    name: "SSLKEYLOGFILE",
    help: "If set, TLS keys are appended to this file, so that Wireshark can decrypt the traffic.")

  /// Build servers set this.
  ///
  /// There, a missing server is a mistake, not a request for the embedded one.
  static let continuousIntegration = EnvironmentVariable(
    name: "CI", help: "If set, and not `false`, testing the embedded server requires `--embedded`.")

  /// The convention of shells and of programs such as `ls`.
  static let columns = EnvironmentVariable(
    name: "COLUMNS", help: "The width of text, instead of that of the terminal.")

  /// Runners of GitHub set this.
  static let workflow = EnvironmentVariable(
    name: "GITHUB_ACTIONS",
    help: "If set, nothing in the output acts as a command to the runner, whatever a peer sent.")

  /// Those that matter to every subcommand.
  static let ofEverySubcommand = [columns, workflow]

  /// The convention of <https://no-color.org>.
  static let noColor = EnvironmentVariable(
    name: "NO_COLOR", help: "If set and not empty, `--color auto` never colours.")
}
