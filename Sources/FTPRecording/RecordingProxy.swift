import FTPConversation
import FTPTransport

/// A proxy between any client and a server that records both channels.
///
/// Bytes pass unchanged, with the same segments, urgent bytes and ends. Only the addresses in PORT, EPRT
/// and LPRT and in the replies 227, 228 and 229 are replaced, so that data passes through the proxy too; the recording has
/// the original ones. Passwords pass but are not recorded. TLS passes unread, or is decrypted in the middle
/// (``RecordingTLS``).
///
/// ```swift
/// let proxy = try RecordingProxy.start(.init(upstreamHost: "127.0.0.1", upstreamPort: 21)) { session in
///   print(session.transcript)
/// }
/// defer { proxy.stop() }
/// print(proxy.url)
/// ```
public final class RecordingProxy: Sendable {
  /// How a recorder is set up.
  public struct Configuration: Sendable {
    /// The address to listen on; port 0 lets the system choose one.
    ///
    /// The default accepts only connections from this machine.
    public var address = SocketAddress.loopbackIPv4(port: 0)
    /// The server's host, a name or an address.
    public var upstreamHost: String
    /// The server's port.
    public var upstreamPort: UInt16
    /// How much of each conversation is kept.
    public var recording = RecordingLimits(dataBytes: 65_536)
    /// Sessions at one time; the next client is dropped.
    ///
    /// 256 by default.
    public var sessions = 256
    /// Sessions from start to end; when the last of them ends, so does the recorder.
    ///
    /// Nil for any number.
    public var totalSessions: Int?
    /// How long the server may take to accept a connection.
    public var connectTimeout = Duration.seconds(30)
    /// How long a reply that completes a transfer waits for the end of the data, since the end cannot overtake the data
    /// but the reply can.
    public var patience = Duration.milliseconds(200)
    /// How long a session that one side has ended may take to end when the recorder is stopped.
    package var longestEnding = Duration.milliseconds(500)
    /// How TLS is decrypted; nil passes it on unread, so that only the types and lengths of records are recorded.
    public var tls: RecordingTLS?
    /// Whether the server uses TLS from the first byte, which is passed on unread.
    public var isImplicitUnread = false

    /// Makes a configuration for a server.
    public init(upstreamHost: String, upstreamPort: UInt16 = 21) {
      self.upstreamHost = upstreamHost
      self.upstreamPort = upstreamPort
    }
  }

  /// The recording of one client.
  public struct Session: Sendable {
    /// The number of the session, from 1, in the order of the clients.
    public let number: Int
    /// The conversation; empty if the server could not be reached.
    public let transcript: Transcript
    /// Why there was no conversation.
    public let failure: TransportError?

    /// Whether something was said under TLS and passed on unread.
    public var hasUnreadTLS: Bool {
      transcript.events.contains { event in
        if case .mark(.tls(nil, .record)) = event.content { true } else { false }
      }
    }
  }

  /// The address listened on, with the port the system chose.
  public let address: SocketAddress
  private let core: Core

  /// Starts a recorder; `deliver` is given each session when it has ended, on the session's thread.
  ///
  /// - Throws: with step `.bind`, `.listen` or `.thread`; then nothing is left running.
  public static func start(
    _ configuration: Configuration, deliver: @escaping @Sendable (Session) -> Void
  ) throws(TransportError) -> RecordingProxy {
    let core = Core(configuration, deliver)
    let listener = try TCPListener(on: configuration.address)
    let address = listener.localAddress
    let handover = Handover(listener)
    _ = try core.threads.start {
      if let listener = handover.take() { core.acceptConnections(listener) }
    }
    return RecordingProxy(address, core)
  }

  private init(_ address: SocketAddress, _ core: Core) {
    self.address = address
    self.core = core
  }

  deinit { core.stopSignal.signal() }

  /// Where clients connect, as a URL: `ftp://127.0.0.1:40123`.
  public var url: String { "\(core.isImplicit ? "ftps" : "ftp")://\(address)" }

  /// The SHA-256 digest of the certificate generated for clients, or nil.
  public var fingerprint: String? { core.fingerprint }

  /// Ends every session and returns when the last has been delivered.
  ///
  /// Calling it again has no effect.
  public func stop() {
    core.stopSignal.signal()
    core.threads.close()
  }

  /// Makes every session end, without waiting for it.
  public func beginToStop() { core.stopSignal.signal() }

  /// Blocks until the recorder has ended: because it was stopped, or because the last of
  /// ``Configuration/totalSessions`` has ended.
  public func waitUntilStopped() {
    core.stopSignal.wait()
    core.threads.close()
  }
}

extension RecordingProxy {
  /// State shared by the sessions; the threads hold this and not the recorder, so that a released recorder ends.
  private final class Core: Sendable {
    private struct State {
      var begun = 0
      var running = 0
    }

    let stopSignal = WakeUp()
    let threads = ThreadGroup(stackSize: 512 * 1024)
    private let configuration: Configuration
    private let deliver: @Sendable (Session) -> Void
    private let state = Guarded(State())

    init(_ configuration: Configuration, _ deliver: @escaping @Sendable (Session) -> Void) {
      self.configuration = configuration
      self.deliver = deliver
    }

    var fingerprint: String? { configuration.tls?.fingerprint }
    var isImplicit: Bool { configuration.tls?.isImplicit ?? configuration.isImplicitUnread }

    func acceptConnections(_ listener: borrowing TCPListener) {
      while !stopSignal.isSignalled {
        do throws(TransportError) {
          let connection = try listener.accept(wakeUp: stopSignal)
          guard let number = admit() else { continue }
          let handover = Handover(connection)
          let started = try? threads.start {
            if let connection = handover.take() { self.serve(connection, number) }
            self.leave()
          }
          if started != true { leave() }
        } catch {
          if error.isCancelled { return }
          // Probably out of descriptors: the connection waits, and a session may end meanwhile.
          stopSignal.wait(.after(.milliseconds(20)))
        }
      }
    }

    private func admit() -> Int? {
      state.withLock { state in
        guard state.running < configuration.sessions, state.begun < configuration.totalSessions ?? .max else {
          return nil
        }
        state.begun += 1
        state.running += 1
        return state.begun
      }
    }

    private func leave() {
      let wasLast = state.withLock { state in
        state.running -= 1
        return state.running == 0 && state.begun >= configuration.totalSessions ?? .max
      }
      if wasLast { stopSignal.signal() }
    }

    private func serve(_ client: consuming TCPConnection, _ number: Int) {
      do throws(TransportError) {
        let server = try TCPConnection.connect(
          toHost: configuration.upstreamHost, port: configuration.upstreamPort,
          deadline: .after(configuration.connectTimeout), wakeUp: stopSignal)
        let recorder = ConversationRecorder(limits: configuration.recording)
        var security: SessionTLS?
        if let tls = configuration.tls { security = try SessionTLS(tls, host: configuration.upstreamHost) }
        RecordingSession(
          client: client, server: server, recorder: recorder, under: security, configuration,
          wakeUp: stopSignal
        ).run()
        deliver(Session(number: number, transcript: recorder.transcript, failure: nil))
      } catch {
        deliver(Session(number: number, transcript: Transcript(), failure: error))
      }
    }
  }
}
