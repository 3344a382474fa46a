import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport

/// The server of a scenario: what it does wrong, in the words of `ftpraw serve`, so that it can be served by hand as well.
package struct ScenarioServer: Hashable, Sendable {
  /// As after `--fault`.
  package var faults: [String] = []
  /// The lines of the file after `--script`. `{outside}` stands for a path out of the client's folder.
  package var rules: [String] = []
  /// The lines of the file after `--tree`; empty for the files of the embedded server.
  package var tree: [String] = []
  /// As after `--without`.
  package var without: [String] = []
  /// As after `--dialect`.
  package var dialect: String?
  /// As after `--tls`.
  package var tls: String?
  /// Whether it listens on `::1`.
  package var isIPv6 = false
  /// Whether 127.0.0.2 listens at the port of the data connections, for what it should not get.
  package var hasTrap = false
  /// Whether it waits for a client longer than any client waits for it.
  package var isPatient = false
  /// For which names its certificate is, and how many seconds from now it is good; nil for one that fits.
  package var certificate: Certificate?
  /// Whether the clients are given its certificate as one to be trusted.
  package var isTrusted = true

  package struct Certificate: Hashable, Sendable {
    package var names = ["127.0.0.1", "localhost", "::1"]
    package var start = -3_600
    package var end = 86_400
  }

  /// Makes a server that does all right.
  package init() {}

  /// How many times the usual patience it has with a client. A handshake takes a client that starts a virtual machine its time.
  var patienceFactor: Int { isPatient ? 30 : tls != nil ? 3 : 1 }

  /// One with these faults.
  package static func faults(_ faults: String...) -> Self {
    var server = Self()
    server.faults = faults
    return server
  }

  /// One with this script.
  package static func rules(_ rules: String...) -> Self {
    var server = Self()
    server.rules = rules
    return server
  }

  /// One with these files.
  package static func tree(_ tree: String...) -> Self {
    var server = Self()
    server.tree = tree
    return server
  }

  /// The same with something else.
  package func with(_ change: (inout Self) -> Void) -> Self {
    var server = self
    change(&server)
    return server
  }
}

extension ScenarioServer {
  /// The script, for a client whose folder is inside of another.
  func script(outside: String) throws -> Script? {
    rules.isEmpty
      ? nil : try Script(parsing: rules.joined(separator: "\n").replacing("{outside}", with: outside) + "\n")
  }

  /// What the embedded server is set up by.
  ///
  /// - Parameters:
  ///   - port: Where it listens; 0 for any.
  ///   - patience: How long it waits for a client.
  ///   - outside: A path that no client may write to.
  ///   - trap: The trap; nil where there is none.
  package func configuration(
    port: UInt16, patience: Duration, outside: String, trap: HostTrap?, identity: TLSIdentity?
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
    if let mode = tls.flatMap({ ServerTLS.Mode(rawValue: $0) }), let identity {
      configuration.tls = try ServerTLS(mode, .server(identity))
    }
    return configuration
  }

  /// The certificate that it shows; nil where there is no TLS.
  func identity() throws -> TLSIdentity? {
    guard tls != nil else { return nil }
    let made = certificate ?? Certificate()
    return try .selfSigned(for: made.names, from: made.start, to: made.end)
  }

  /// The words of a shell that serve the same by hand.
  package var command: String { command(outside: "/tmp/escaped") }

  func command(outside: String) -> String {
    func lines(_ lines: [String]) -> String {
      lines.map { ShellWord.quoted($0.replacing("{outside}", with: outside)) }.joined(separator: " ")
    }
    var words = "ftpraw serve --port 2121"
    if isIPv6 { words += " --listen ::1" }
    for fault in faults { words += " --fault \(ShellWord.quoted(fault))" }
    for verb in without { words += " --without \(verb)" }
    if let dialect { words += " --dialect \(dialect)" }
    if let tls { words += " --tls \(tls)" }
    if !tree.isEmpty { words += " --tree <(printf '%s\\n' \(lines(tree)))" }
    return rules.isEmpty ? words + " &" : "printf '%s\\n' \(lines(rules)) | \(words) --script - &"
  }
}
