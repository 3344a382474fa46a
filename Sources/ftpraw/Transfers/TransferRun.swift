import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransfers

/// One run of `ls`, `get` or `put`: a session with a server, opened again where that may help, from the login to the exit status.
struct TransferRun: Sendable {
  let invocation: Invocation
  /// What was named on the server.
  let remote: RemotePath
  /// The sessions that were opened.
  let others = OtherSessions()

  init(
    _ invocation: Invocation, on remote: Argument?, as representations: Set<FTPRepresentation> = [.image]
  ) throws(UsageError) {
    self.invocation = invocation
    do throws(ArgumentValueError) {
      self.remote = try RemotePath(
        remote ?? Argument(""), isServerNamed: invocation.server(.server) != nil)
    } catch {
      throw invocation.usageError("URL: \(error.message)")
    }
    if let type = self.remote.representation, !representations.contains(type) {
      throw invocation.usageError(
        "URL: ';type=\(type.rawValue)' has no meaning here; write ';' as %3B in a name")
    }
    guard !self.remote.path.bytes.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
      throw invocation.usageError("the path contains CR, LF or NUL, which would end the command")
    }
  }

  /// Gives `body` a session, and another one after a failure that may pass; `attempt` counts from 0.
  func run(
    _ body: @Sendable (_ session: FTPSession, _ attempt: Int) async throws -> ExitStatus
  ) async -> ExitStatus {
    let record = Record()
    var status: ExitStatus
    do {
      let target = try ServerTarget(invocation, at: remote.server)
      defer { target.end() }
      status = try await attempts(at: site(target), record, body)
    } catch {
      var failure = ConversationFailure(transfer: error)
      if remote.isHostGuessed, case FTPError.conversation(.transport(let cause)) = error,
        cause.step == .resolve, let message = failure.message
      {
        failure = ConversationFailure(
          "\(message); write './' before a path at the embedded server", failure.status)
      }
      status = invocation.report(failure)
    }
    if let path = invocation.value(.transcript) {
      do throws(LocalFileError) { try WholeFile.write(Array(record.text.utf8), to: path) } catch {
        invocation.report(error.description)
        if status == .fine { status = .localFile }
      }
    }
    let count = record.serverVerdicts
    guard status == .fine, invocation.flag(.strict), count > 0 else { return status }
    invocation.report("the server broke the protocol \(count == 1 ? "once" : "\(count) times")")
    return .surprise
  }

  private func attempts(
    at site: FTPSite, _ record: Record, _ body: @Sendable (FTPSession, Int) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let retries = invocation.number(.retries) ?? 0
    var wait = Duration.milliseconds(500)
    for attempt in 0... {
      do {
        // After the end of the session, because what the server says last counts too.
        defer { for session in others.take() { record.add(session) } }
        return try await withFTPSession(site) { session in
          others.add(session)
          return try await body(session, attempt)
        }
      } catch FTPError.conversation(.notConnected) where attempt == 0 {
        // Some servers end a session with ABOR, which a part that is of another file has led to; it is gone now.
        continue
      } catch let error as FTPError where error.isTransient && attempt < retries {
        invocation.report("\(error); trying again in \(wait)")
        try await Task.sleep(for: wait)
        wait = min(wait * 2, .seconds(30))
      }
    }
    return .fine
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

/// The sessions that a transfer has opened; the conversations of all belong to the run.
final class OtherSessions: Sendable {
  private let sessions = Guarded<[FTPSession]>([])

  func add(_ session: FTPSession) { sessions.withLock { $0.append(session) } }

  /// All of them, once.
  func take() -> [FTPSession] {
    sessions.withLock { sessions in
      defer { sessions = [] }
      return sessions
    }
  }
}

extension TransferRun {
  /// What was said in all sessions of a run.
  private final class Record: Sendable {
    private let state = Guarded<(text: String, verdicts: Int)>(("", 0))

    var text: String { state.withLock { $0.text } }
    var serverVerdicts: Int { state.withLock { $0.verdicts } }

    func add(_ session: FTPSession) {
      let text = session.transcript.description
      let verdicts = session.verdicts.count { $0.party == .server }
      state.withLock { state in
        state.text += text + (text.hasSuffix("\n") ? "" : "\n")
        state.verdicts += verdicts
      }
    }
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
    of name: String, _ body: (TransferProgress) async throws -> UInt64, then tell: (UInt64) -> Void
  ) async throws -> ExitStatus {
    let progress = TransferProgress(console: invocation.console, name: name)
    do {
      let count = try await body(progress)
      progress.end()
      tell(count)
      return .fine
    } catch {
      progress.end()
      guard case FTPError.exists(let entry) = error, invocation.value(.overwrite) == "newer" else {
        throw error
      }
      invocation.report("\(Escaping.ascii(entry.name)) is up to date; left alone")
      return .fine
    }
  }
}
