import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport

/// The server of a scenario: its faults, in the words of `ftpraw serve`, so that it can also be started by hand.
package struct ScenarioServer: Hashable, Sendable {
  /// Faults, as after `--fault`.
  package var faults: [String] = []
  /// The lines of the file for `--script`.
  ///
  /// `{outside}` stands for a path outside the client's folder.
  package var rules: [String] = []
  /// The lines of the file after `--tree`; empty for the files of the embedded server.
  package var tree: [String] = []
  /// Verbs, as after `--without`.
  package var without: [String] = []
  /// The form of listings, as after `--dialect`.
  package var dialect: String?
  /// The mode of TLS, as after `--tls`.
  package var tls: String?
  /// Whether the server listens on `::1`.
  package var isIPv6 = false
  /// Whether 127.0.0.2 listens on the port of the data connections, to catch connections to the wrong host.
  package var hasTrap = false
  /// Whether the server waits for a client longer than any client waits for it.
  package var isPatient = false
  /// Whether clients get its certificate as one to trust.
  package var isTrusted = true

  /// How many seconds the server waits for a client that does nothing, on a machine that is not busy.
  static let patience = 2

  /// The factor for the usual patience with a client.
  ///
  /// A handshake takes long in a client that has to start a virtual machine.
  var patienceFactor: Int { isPatient ? 30 : tls != nil ? 3 : 1 }
}

extension ScenarioServer {
  /// The script; `{outside}` becomes a path outside the client's folder.
  func script(outside: String) throws -> Script? {
    rules.isEmpty
      ? nil : try Script(parsing: rules.joined(separator: "\n").replacing("{outside}", with: outside) + "\n")
  }

  /// The configuration of the embedded server.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 for any.
  ///   - patience: How long the server waits for a client.
  ///   - outside: A path that the client must not write to.
  ///   - trap: The trap, or nil.
  /// - Returns: The configuration.
  /// - Throws: If a rule of the scenario cannot be parsed, or a certificate cannot be made.
  package func configuration(
    port: UInt16, patience: Duration, outside: String, trap: HostTrap?
  ) throws -> MockServer.Configuration {
    var configuration = MockServer.Configuration()
    configuration.addresses = [isIPv6 ? .loopbackIPv6(port: port) : .loopbackIPv4(port: port)]
    configuration.script = try script(outside: outside)
    configuration.faults = try faults.map { try Fault($0.replacing("{outside}", with: outside)) }
    if !tree.isEmpty {
      configuration.tree = try VirtualTree(
        treeFile: Array((tree.joined(separator: "\n").replacing("{outside}", with: outside) + "\n").utf8))
    }
    if let dialect = dialect.flatMap({ ListingDialect(name: $0) }) { configuration.dialect = dialect }
    configuration.disabledVerbs = Set(without.map { Verb($0) })
    configuration.timeouts = MockServer.Timeouts(
      idle: patience, dataConnection: patience, dataIdle: patience, reply: patience, work: patience)
    configuration.recording = RecordingLimits(dataBytes: 64 << 10, events: 20_000, totalBytes: 16 << 20)
    configuration.limits.keptConversations = 100
    configuration.limits.sessions = 100
    if let trap { configuration.dataPolicy.passivePorts = trap.port...trap.port }
    if let mode = tls.flatMap({ ServerTLS.Mode(rawValue: $0) }) { configuration.tls = try ServerTLS(mode) }
    return configuration
  }

  /// The name of the certificate to trust, for a trial by hand.
  static let authorities = "ca.pem"
  private static let saving = " --save-cert \(authorities)"

  /// The shell command that starts the same server by hand.
  package var command: String { command(outside: "/tmp/escaped") }

  func command(outside: String = "", port: UInt16 = 2121) -> String {
    func lines(_ lines: [String]) -> String {
      lines.map { ShellWord.quoted($0.replacing("{outside}", with: outside)) }.joined(separator: " ")
    }
    // Some clients end only because the server ends the session.
    var words = "ftpraw serve --port \(port) --idle-timeout \(Self.patience * patienceFactor)s"
    if isIPv6 { words += " --listen ::1" }
    for fault in faults { words += " --fault \(ShellWord.quoted(fault))" }
    for verb in without { words += " --without \(verb)" }
    if let dialect { words += " --dialect \(dialect)" }
    if let tls { words += " --tls \(tls)" + (isTrusted ? Self.saving : "") }
    if !tree.isEmpty { words += " --tree <(printf '%s\\n' \(lines(tree)))" }
    if !rules.isEmpty { words = "printf '%s\\n' \(lines(rules)) | \(words) --script -" }
    // The file gets the certificate of another server, so this server's is not trusted.
    let other = isTrusted ? "" : "timeout 1 ftpraw serve --port 0 --tls explicit\(Self.saving); "
    return other + words + " & sleep 1"
  }
}
