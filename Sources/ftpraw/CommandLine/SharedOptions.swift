import FTPClient

/// Options that several subcommands share; those of a single subcommand are in its own file.
extension OptionSpecification {
  /// `-h, --help`, which every subcommand and the program itself have.
  static let help = OptionSpecification("help", short: "h")
  static let version = OptionSpecification("version")
  static let server = OptionSpecification(
    "server", short: "s", value: Value("URL", .serverOverTLS), environmentVariable: "FTPRAW_SERVER")
  static let tls = OptionSpecification(
    "tls", value: Value("MODE", .choices(ClientTLS.Mode.allCases.map(\.rawValue))))
  static let tlsMinimum = OptionSpecification(
    "tls-min", value: Value("VERSION", .choices(ClientTLS.Version.allCases.map(\.rawValue))))
  static let authorities = OptionSpecification("ca", value: Value("FILE", .file))
  static let clientCertificate = OptionSpecification("cert", value: Value("FILE", .file))
  static let insecure = OptionSpecification("insecure")

  /// The TLS options of every subcommand that talks to a server.
  static let ofTLS: [OptionSpecification] = [
    .tls, .tlsMinimum, .authorities, .clientCertificate, .certificateKey, .insecure,
  ]

  static let passwordFile = OptionSpecification("password-file", value: Value("FILE", .file))
  static let timeout = OptionSpecification("timeout", value: Value("SPAN", .duration))
  static let dataHost = OptionSpecification(
    "data-host", value: Value("WHO", .choices(["peer", "announced"])))
  static let dataConnect = OptionSpecification(
    "data-connect", value: Value("WHEN", .choices(["due", "at-once"])))
  static let verbose = OptionSpecification("verbose", short: "v")
  static let full = OptionSpecification("full")
  static let color = OptionSpecification(
    "color", value: Value("WHEN", .choices(["auto", "always", "never"])))
}
