import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import FTPVectors

/// What `serve` was asked to do, as far as the command line alone says.
struct ServePlan: Sendable {
  let invocation: Invocation
  let host: String
  /// The names that `HOST` accepts, besides `localhost`.
  let hosts: [String]
  let users: [User]
  let passivePorts: ClosedRange<UInt16>?
  let passiveAddress: SocketAddress?
  let disabledVerbs: Set<Verb>
  let faults: [Fault]

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    host = invocation.value(.listen) ?? "127.0.0.1"
    guard SocketAddress(host: host, port: 0) != nil || Self.mayBeName(host) else {
      throw invocation.usageError("option '--listen': '\(host)' is neither an address nor a host name")
    }
    if invocation.value(.root) != nil, invocation.value(.tree) != nil {
      throw invocation.usageError("--root and --tree cannot be used together")
    }
    if invocation.flag(.inPlace), invocation.value(.root) == nil {
      throw invocation.usageError("option '--in-place' needs --root")
    }
    for option in [OptionSpecification.certificate, .certificateKey, .savedCertificate, .serveReuse]
    where invocation.isGiven(option) {
      guard invocation.isGiven(.serveTLS) else {
        throw invocation.usageError("option '\(option.name)' needs --tls")
      }
    }
    if invocation.isGiven(.savedCertificate), invocation.isGiven(.certificate) {
      throw invocation.usageError("option '--save-cert' does not go with --cert")
    }
    if invocation.isGiven(.certificateKey), !invocation.isGiven(.certificate) {
      throw invocation.usageError("option '--key' needs --cert")
    }
    if invocation.value(.tree) == "-", invocation.value(.script) == "-" {
      throw invocation.usageError("--tree and --script cannot both read standard input")
    }
    hosts = try invocation.values(.host).map { text throws(UsageError) in
      do throws(ArgumentValueError) {
        return try HostName.name(text[...])
      } catch {
        throw invocation.usageError("option '--host': \(error.message)")
      }
    }
    var users: [User] = []
    for text in invocation.values(.user) {
      guard let user = Self.user(text) else {
        // The value holds a password, so it is not repeated.
        throw invocation.usageError(
          "option '--user': expected NAME:PASSWORD or NAME:PASSWORD:HOME")
      }
      guard !users.contains(where: { $0.name == user.name }) else {
        throw invocation.usageError("option '--user': '\(user.name)' is named twice")
      }
      users.append(user)
    }
    self.users = users
    passivePorts = try invocation.value(.passivePorts, as: "a range such as 50000-50099", Self.ports)
    passiveAddress = try invocation.value(.passiveAddress, as: "an IP address") { text in
      SocketAddress(host: text, port: 0).flatMap { $0.isAny ? nil : $0 }
    }
    disabledVerbs = Set(
      try invocation.values(.without).map { text throws(UsageError) in
        let verb = Verb(text)
        guard MockServer.verbs.contains(verb) else {
          throw invocation.usageError(
            "option '--without': the server has no command '\(text)'",
            suggestion: Suggestion.nearest(to: text, among: MockServer.verbs.map(\.name)))
        }
        return verb
      })
    var faults: [Fault] = []
    for text in invocation.values(.fault) {
      do throws(FaultError) {
        faults.append(try Fault(text))
      } catch {
        throw invocation.usageError("option '--fault': \(error)")
      }
    }
    self.faults = faults
  }

  /// The requested log; throws when its file cannot be opened.
  func makeLog() throws -> SessionLog? {
    let name = invocation.value(.log) ?? (invocation.flag(.serveJSON) ? "-" : nil)
    return try name.map {
      try SessionLog($0, console: invocation.console, isJSON: invocation.flag(.serveJSON))
    }
  }

  /// What the server is to be; throws if an address, a folder or a file is not available.
  func makeConfiguration(_ log: SessionLog?) throws -> MockServer.Configuration {
    let port = UInt16(clamping: invocation.number(.port) ?? 2121)
    let found = try Resolver.resolve(host, port: port, deadline: .after(.seconds(10)))
    var configuration = MockServer.Configuration(addresses: Array(found.prefix(1)))
    configuration.takesIPv4OverIPv6 = !invocation.flag(.ipv6Only)
    let isReadOnly = invocation.flag(.readOnly)
    // Files of a folder have the line ends of their authors; those in memory have those of the text.
    let lineEnds = invocation.value(.lineEnds) ?? (invocation.value(.root) == nil ? "literal" : "kept")
    configuration.keepsNetworkLineEnds = lineEnds == "kept"
    if let root = invocation.value(.root) {
      configuration.folder = try ServedFolder(root, isReadOnly: isReadOnly)
      configuration.folder?.writesInPlace = invocation.flag(.inPlace)
    } else if let file = invocation.value(.tree) {
      configuration.tree = try Self.tree(file)
    }
    if let dialect = invocation.value(.dialect).flatMap({ ListingDialect(name: $0) }) {
      configuration.dialect = dialect
    }
    configuration.disabledVerbs = disabledVerbs
    configuration.script = try invocation.value(.script).map(Self.script)
    let isPrivate = configuration.folder == nil && configuration.addresses.allSatisfy(\.isLoopback)
    configuration.users = allUsers(whereNoneIsNamed: isPrivate ? [.anonymous, .example] : [.anonymous])
    if isReadOnly {
      for index in configuration.users.indices { configuration.users[index].access = .readOnly }
    }
    if let limit = invocation.number(.maxSessions) { configuration.limits.sessions = limit }
    // Strangers who guess passwords wait (RFC 2577, section 5); tests on one machine do not.
    if !configuration.addresses.allSatisfy(\.isLoopback) {
      configuration.timeouts.wrongPassword = .seconds(5)
    }
    configuration.limits.storage = UInt64(invocation.number(.quota) ?? 256) << 20
    if invocation.flag(.once) { configuration.limits.totalSessions = 1 }
    if let limit = invocation.duration(.idleTimeout) {
      configuration.timeouts.idle = limit
      configuration.timeouts.dataConnection = min(configuration.timeouts.dataConnection, limit)
      configuration.timeouts.dataIdle = limit
    }
    configuration.dataPolicy.passivePorts = passivePorts
    configuration.dataPolicy.announcedAddress = passiveAddress
    configuration.faults = faults
    configuration.hosts += hosts
    if let mode = invocation.value(.serveTLS).flatMap({ ServerTLS.Mode(rawValue: $0) }) {
      var identities: [String: TLSIdentity] = [:]
      if !invocation.isGiven(.certificate) {
        for host in hosts { identities[host] = try selfSigned(for: [host], whose: "of \(host) ") }
      }
      configuration.tls = try ServerTLS(
        mode, .server(try identity(for: configuration.addresses)), hosts: identities)
      configuration.tls?.requiresReuse = invocation.flag(.serveReuse)
    }
    // Events that are never read need not be kept.
    configuration.limits.keptCommands = 0
    configuration.limits.keptConversations = 1
    configuration.recording = nil
    if let log {
      configuration.recording = RecordingLimits(events: 0, totalBytes: 0)
      configuration.observer = { session, event in log.show(event, of: session) }
    }
    return configuration
  }

  /// The named certificate, or one made for the addresses of the server and announced.
  private func identity(for addresses: [SocketAddress]) throws -> TLSIdentity {
    if let file = invocation.value(.certificate) {
      return .files(certificate: file, key: invocation.value(.certificateKey))
    }
    var names = ["localhost"]
    for name in [host, "127.0.0.1", "::1"] + addresses.map(\.host) where !names.contains(name) {
      names.append(name)
    }
    return try selfSigned(for: names)
  }

  /// A certificate for these names, whose fingerprint is printed.
  private func selfSigned(for names: [String], whose: String = "") throws -> TLSIdentity {
    let identity = try TLSIdentity.selfSigned(for: names)
    if let certificate = identity.certificate {
      invocation.report("self-signed certificate \(whose)for this run, SHA-256 \(certificate.fingerprint)")
    }
    return identity
  }

  private func allUsers(whereNoneIsNamed others: [User]) -> [User] {
    let named = users + (invocation.flag(.anonymous) ? [.anonymous] : [])
    return named.isEmpty ? others : named
  }
}

extension ServePlan {
  /// Reads `NAME:PASSWORD[:HOME]`.
  static func user(_ text: String) -> User? {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
    guard parts.count >= 2, !parts[0].isEmpty else { return nil }
    return User(parts[0], password: .exactly(parts[1]), home: parts.count == 3 ? parts[2] : "/")
  }

  /// Reads `A-B`, or `A` for one port.
  static func ports(_ text: String) -> ClosedRange<UInt16>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(part) : nil
    }
    guard numbers.count == parts.count, numbers.count <= 2, let first = numbers.first,
      let last = numbers.last,
      first > 0, first <= last
    else { return nil }
    return first...last
  }

  /// Whether it is worth asking the system for the addresses of a text.
  private static func mayBeName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A && $0 != 0x2F }
      && text.utf8.contains { !(0x30...0x39).contains($0) && $0 != 0x2E }
  }

  /// Reads a tree file.
  private static func tree(_ name: String) throws -> VirtualTree {
    let text = try InputFile.contents(name, atMost: 64)
    do throws(TreeFileError) { return try VirtualTree(treeFile: text) } catch {
      throw ConversationFailure("\(InputFile.display(name)), \(error)", .localFile)
    }
  }

  /// Reads a rule file, or a vector.
  private static func script(_ name: String) throws -> Script {
    let text = try InputFile.contents(name, atMost: 64)
    do {
      guard name.utf8.suffix(5).elementsEqual(".ftpv".utf8) else { return try Script(parsing: text) }
      return try Script(playing: Vector(parsing: text))
    } catch let error as VectorSyntaxError {
      throw ConversationFailure("\(name):\(error.line):\(error.column): \(error.message)", .localFile)
    } catch {
      throw ConversationFailure("\(InputFile.display(name)):\(error)", .localFile)
    }
  }
}
