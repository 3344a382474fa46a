import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransfers

/// One run of `ls`, `get`, `put` or `mirror`: connections to a server, or to one after the other, from the login to the exit
/// status.
struct TransferRun: Sendable {
  let invocation: Invocation
  /// What was named on servers.
  let remotes: [RemotePath]
  /// What each of them is called in a message.
  private let names: [String]
  let progress: TransferProgress

  /// Reads what was named on servers; of several local `files`, each goes to the only one.
  init(
    _ invocation: Invocation, on words: [Argument], as representations: Set<FTPRepresentation> = [.image],
    files: [Argument] = []
  ) throws(UsageError) {
    self.invocation = invocation
    progress = TransferProgress(invocation.console)
    let remotes = try words.map { (word) throws(UsageError) in
      try Self.remote(word, invocation, representations)
    }
    self.remotes = files.isEmpty ? remotes : files.flatMap { _ in remotes }
    names = files.isEmpty ? remotes.map(\.path.description) : files.map { Escaping.ascii($0.bytes) }
  }

  private static func remote(
    _ word: Argument, _ invocation: Invocation, _ representations: Set<FTPRepresentation>
  ) throws(UsageError) -> RemotePath {
    let remote: RemotePath
    do throws(ArgumentValueError) {
      remote = try RemotePath(word, isServerNamed: invocation.server(.server) != nil)
    } catch {
      throw invocation.usageError("URL: \(error.message)")
    }
    if let type = remote.representation, !representations.contains(type) {
      throw invocation.usageError(
        "URL: ';type=\(type.rawValue)' has no meaning here; write ';' as %3B in a name")
    }
    guard !remote.path.bytes.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
      throw invocation.usageError("the path contains CR, LF or NUL, which would end the command")
    }
    return remote
  }

  /// Gives `body` a queue for each thing in turn, by its index; those in a row at one server share the queue.
  ///
  /// - Returns: the worst status.
  func run(
    connections: Int = 1, _ body: @escaping @Sendable (FTPQueue, _ index: Int) async throws -> Void
  ) async -> ExitStatus {
    let sessions = Guarded<[FTPSession]>([])
    var status = ExitStatus.fine
    var index = 0
    while index < remotes.count, status != .interrupted {
      let server = remotes[index].server
      do {
        let target = try ServerTarget(invocation, at: server)
        defer { target.end() }
        var options = FTPQueueOptions(site(target))
        options.connections = connections
        options.retries = invocation.number(.retries) ?? 0
        options.backoff = FTPBackoff(first: .milliseconds(500), longest: .seconds(30), jitter: 0)
        options.opened = { session in sessions.withLock { $0.append(session) } }
        options.remark = remark
        try await withFTPQueue(options) { queue in
          while index < remotes.count, remotes[index].server == server, status != .interrupted {
            do { try await body(queue, index) } catch { status = max(status, told(error, about: index)) }
            index += 1
          }
        }
      } catch {
        // What is wrong with an option is wrong for all.
        status = max(status, invocation.report(ConversationFailure(transfer: error)))
        break
      }
    }
    // After the end of the sessions, because what the server says last counts too.
    return judged(sessions.withLock { $0 }, status)
  }

  /// Says something that concerns a transfer.
  @Sendable func remark(_ text: String) {
    progress.end()
    invocation.report(text)
  }

  private func told(_ error: any Error, about index: Int) -> ExitStatus {
    let failure = ConversationFailure(transfer: error)
    guard var message = failure.message else { return failure.status }
    if remotes[index].isHostGuessed, case FTPError.conversation(.transport(let cause)) = error,
      cause.step == .resolve
    {
      message += "; write './' before a path at the embedded server"
    }
    invocation.report(names.count > 1 ? "\(names[index]): \(message)" : message)
    return failure.status
  }

  /// Writes the conversations where that is wanted; an offence of the server counts if nothing else is wrong.
  private func judged(_ sessions: [FTPSession], _ status: ExitStatus) -> ExitStatus {
    var status = status
    if let path = invocation.value(.transcript) {
      let texts = sessions.map(\.transcript.description)
      let text = texts.map { $0 + ($0.hasSuffix("\n") ? "" : "\n") }.joined()
      do throws(LocalFileError) { try WholeFile.write(Array(text.utf8), to: path) } catch {
        invocation.report(error.description)
        if status == .fine { status = .localFile }
      }
    }
    let count = sessions.reduce(0) { $0 + $1.verdicts.count { $0.party == .server } }
    guard status == .fine, invocation.flag(.strict), count > 0 else { return status }
    invocation.report("the server broke the protocol \(count == 1 ? "once" : "\(count) times")")
    return .surprise
  }

  private func site(_ target: ServerTarget) -> FTPSite {
    var site = FTPSite(target.host, port: target.port)
    // At the embedded server uploads are welcome.
    site.credentials =
      target.login ?? (target.isEmbedded ? Credentials("ftpraw", password: "secret") : .anonymous)
    site.security = target.security
    site.client.tls = target.tls
    site.client.silenceObserver = target.silenceObserver
    if let policy = invocation.addressPolicy { site.client.addressPolicy = policy }
    if let limit = invocation.duration(.timeout) {
      site.idleLimit = limit
      site.connectLimit = limit
    }
    switch invocation.value(.dataMode) {
    case "epsv": site.dataModes = [.epsv]
    case "pasv": site.dataModes = [.pasv]
    case "active": site.dataModes = [.eprt, .port]
    case "eprt": site.dataModes = [.eprt]
    case "port": site.dataModes = [.port]
    default: break
    }
    if invocation.flag(.showConversation) {
      var style = ConversationView.Style()
      style.stream = .error
      style.isColored = invocation.usesColor(on: .error)
      style.showsDownloads = false
      style.showsUploads = false
      let view = ConversationView(console: invocation.console, style: style)
      site.client.observer = { view.show($0) }
    }
    return site
  }
}

extension ConversationFailure {
  /// Sorts an error of a transfer by what it means for the exit status.
  init(transfer error: any Error) {
    guard let error = error as? FTPError else {
      self.init(error)
      return
    }
    switch error {
    case .cancelled: self.init("interrupted", .interrupted)
    case .conversation(let cause): self.init(cause)
    case .local(let cause): self.init(cause)
    case .busy: self.init("\(error); --wait waits for it", .localFile)
    case .stalled, .incomplete(_, _, nil), .cut(_, _, _, nil): self.init(error.description, .noConversation)
    default: self.init(error.description, .negative)
    }
  }
}

extension TransferRun {
  /// Shows the progress of a transfer while `body` does it, and then has its bytes told.
  ///
  /// One that is left out because what is there is as new is no failure.
  func withProgress(
    of name: String, _ body: (@escaping @Sendable (FTPProgress) -> Void) async throws -> UInt64,
    then tell: (UInt64) -> Void
  ) async throws {
    defer { progress.end() }
    do {
      let count = try await body { progress.show($0, of: name) }
      progress.end()
      tell(count)
    } catch FTPError.exists(let entry) where invocation.value(.overwrite) == "newer" {
      remark("\(Escaping.ascii(entry.name)) is up to date; left alone")
    }
  }
}
