import FTPClient

/// Options that several subcommands share; those of a single subcommand are in its own file.
extension OptionSpecification {
  /// `-h, --help`, which every subcommand and the program itself have.
  static let help = OptionSpecification("help", short: "h", help: "Print this help and exit.")

  /// `--version`, of the program itself.
  static let version = OptionSpecification("version", help: "Print the version and exit.")

  static let server = OptionSpecification(
    "server", short: "s", value: Value("URL", .serverOverTLS), environmentVariable: "FTPRAW_SERVER",
    help: """
      The server: `ftp://[user[:password]@]host[:port]`, or just `host[:port]`. If the URL names a user, ftpraw logs \
      in first and shows it. `ftpes://` means `--tls explicit`; `ftps://` (port 990) means `--tls implicit`. Without a \
      server, an embedded one starts on a free port of the loopback interface.
      """)

  static let tls = OptionSpecification(
    "tls", value: Value("MODE", .choices(ClientTLS.Mode.allCases.map(\.rawValue))),
    defaultText: "what the URL says",
    help: """
      Use TLS, with the system's OpenSSL: `explicit` after `AUTH TLS`, `implicit` from the first byte. After the \
      login, data connections are protected too (`PBSZ 0`, `PROT P`).
      """)

  static let tlsMinimum = OptionSpecification(
    "tls-min", value: Value("VERSION", .choices(ClientTLS.Version.allCases.map(\.rawValue))),
    defaultText: "`1.2`",
    help: "The oldest version of TLS to accept.")

  static let authorities = OptionSpecification(
    "ca", value: Value("FILE", .file), defaultText: "those of the system",
    help: "Trust the certificates in FILE, in PEM, and no others.")

  /// `--cert FILE` of a client.
  static let clientCertificate = OptionSpecification(
    "cert", value: Value("FILE", .file),
    help: "Present this certificate and its chain (PEM) to the server.")

  static let insecure = OptionSpecification(
    "insecure", help: "Accept any certificate, whatever its name and issuer.")

  /// The TLS options of every subcommand that talks to a server.
  static let ofTLS: [OptionSpecification] = [
    .tls, .tlsMinimum, .authorities, .clientCertificate, .certificateKey, .insecure,
  ]

  static let passwordFile = OptionSpecification(
    "password-file", value: Value("FILE", .file),
    help: "Read the password from the first line of FILE.")

  static let timeout = OptionSpecification(
    "timeout", value: Value("SPAN", .duration), defaultText: "30s",
    help: "Give up when one step (connecting, a reply, data) takes longer: `1`, `1.5`, `500ms`, `2s`, `3m`.")

  static let dataHost = OptionSpecification(
    "data-host", value: Value("WHO", .choices(["peer", "announced"])), defaultText: "`peer`",
    help: """
      Connect passive data connections to the `peer` of the control connection, using only the port of the reply, or \
      to the host that the reply has `announced`, whichever that is.
      """)

  static let dataConnect = OptionSpecification(
    "data-connect", value: Value("WHEN", .choices(["due", "at-once"])), defaultText: "`due`",
    help: """
      Connect passive data connections just before the transfer command, or `at-once` when the port is announced, for \
      servers that stay silent until then.
      """)

  static let verbose = OptionSpecification(
    "verbose", short: "v", help: "Also print what each reply means and how long it took.")

  static let full = OptionSpecification(
    "full", help: "Print all data received, not just the first 4 KiB of each transfer.")

  static let color = OptionSpecification(
    "color", value: Value("WHEN", .choices(["auto", "always", "never"])), defaultText: "`auto`",
    help: "When to colour; `auto` means on a terminal.")
}
