/// An environment variable that a subcommand reads, other than those that replace an option.
struct EnvironmentVariable: Hashable, Sendable {
  let name: String
  /// What it does, if its line in the text does not say that.
  private let ownHelp: String?

  init(_ name: String, _ help: String? = nil) {
    self.name = name
    ownHelp = help
  }

  /// What it does, with code in backticks.
  var help: String { ownHelp ?? CommandText.meaning(of: name, in: "environment") ?? "" }

  /// The password for logging in, so that it need not be on the command line.
  static let password = EnvironmentVariable("FTPRAW_PASSWORD")

  /// Other programs that use TLS read it too.
  static let keyLog = EnvironmentVariable("SSLKEYLOGFILE")

  /// Build servers set this.
  ///
  /// There, a missing server is a mistake, not a request for the embedded one.
  static let continuousIntegration = EnvironmentVariable("CI")

  /// The convention of shells and of programs such as `ls`.
  static let columns = EnvironmentVariable("COLUMNS")

  /// Runners of GitHub set this.
  static let workflow = EnvironmentVariable("GITHUB_ACTIONS")

  /// Those that matter to every subcommand.
  static let ofEverySubcommand = [columns, workflow]

  /// The convention of <https://no-color.org>.
  static let noColor = EnvironmentVariable("NO_COLOR")
}
