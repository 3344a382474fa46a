import FTPConversation
import FTPTransport

/// A server that does exactly what a script says, for tests of clients that need one exact situation.
///
/// ```swift
/// let server = try ScriptedServer.start([
///   .reply("220 Ready."), .expect("USER"), .send("230 We", "lcome\r\n"), .expect("QUIT"), .closeControl,
/// ])
/// defer { server.stop() }
/// ```
///
/// After its last step a script closes both connections. It knows nothing of FTP but where PORT and EPRT hold an
/// address.
public final class ScriptedServer: Sendable {
  /// What happened on one control connection.
  public struct Session: Hashable, Sendable {
    /// The lines that were expected and came, without line ends.
    public internal(set) var lines: [[UInt8]] = []
    /// All that the client sent on the control connection and the script read.
    public internal(set) var received: [UInt8] = []
    /// All that the client sent on data connections.
    public internal(set) var receivedData: [UInt8] = []
    /// Why the script did not come to its end, in words; nil while it plays and when it did.
    public internal(set) var failure: String?
    /// Whether the script is over.
    public internal(set) var isOver = false

    /// The lines as text, repaired where they are not UTF-8.
    public var texts: [String] { lines.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The address listened on.
  public let address: SocketAddress
  private let core: ScriptCore

  /// Starts a server that plays `script` to everyone who connects.
  ///
  /// No step waits longer than `patience`. Throws with step `.bind`, `.listen` or `.thread`.
  public static func start(
    _ script: [Step], on address: SocketAddress = .loopbackIPv4(port: 0), patience: Duration = .seconds(20)
  ) throws(TransportError) -> ScriptedServer {
    try start(scripts: [script], on: address, patience: patience)
  }

  /// Starts a server that plays the first script to the first who connects, the second to the second; the last to
  /// all that follow.
  public static func start(
    scripts: [[Step]], on address: SocketAddress = .loopbackIPv4(port: 0), patience: Duration = .seconds(20)
  ) throws(TransportError) -> ScriptedServer {
    let core = ScriptCore(scripts: scripts, patience: patience)
    let listener = try TCPListener(on: address)
    let local = listener.localAddress
    let handover = Handover(listener)
    _ = try core.threads.start {
      if let listener = handover.take() { core.acceptConnections(listener) }
    }
    return ScriptedServer(core: core, address: local)
  }

  private init(core: ScriptCore, address: SocketAddress) {
    self.core = core
    self.address = address
  }

  deinit { core.stopSignal.signal() }

  /// The port of ``address``.
  public var port: UInt16 { address.port }

  /// ``address`` as an URL.
  public var url: String { "ftp://\(address)" }

  /// What has happened so far on each connection, in the order of connecting.
  public var sessions: [Session] { core.sessions.withLock { $0 } }

  /// Takes no more connections, waits until the scripts that play are over, and returns what happened.
  ///
  /// Blocks at most for the patience of a step; a script that ends with silence ends with the client.
  @discardableResult
  public func finish() -> [Session] {
    core.lastCall.signal()
    core.threads.close()
    return sessions
  }

  /// Ends all scripts where they are, waits for their threads, and returns what happened.
  @discardableResult
  public func stop() -> [Session] {
    core.stopSignal.signal()
    return finish()
  }
}

/// What the threads of a scripted server share.
final class ScriptCore: Sendable {
  let scripts: [[ScriptedServer.Step]]
  let patience: Duration
  let stopSignal = WakeUp()
  /// Signalled when no more connections are taken.
  let lastCall = WakeUp()
  let threads = ThreadGroup(stackSize: 256 * 1024)
  let sessions = Guarded<[ScriptedServer.Session]>([])

  init(scripts: [[ScriptedServer.Step]], patience: Duration) {
    self.scripts = scripts
    self.patience = patience
  }

  func acceptConnections(_ listener: borrowing TCPListener) {
    while let connection = try? listener.accept(wakeUp: lastCall) { play(connection) }
    // Who has connected before the last call is served.
    while !stopSignal.isSignalled, let connection = try? listener.accept(deadline: .after(.zero)) {
      play(connection)
    }
  }

  private func play(_ connection: consuming TCPConnection) {
    let number = sessions.withLock { sessions in
      sessions.append(ScriptedServer.Session())
      return sessions.count - 1
    }
    let script = scripts.isEmpty ? [] : scripts[min(number, scripts.count - 1)]
    let handover = Handover(connection)
    let started = try? threads.start {
      if let connection = handover.take() {
        ScriptPlayer(core: self, number: number, control: connection).play(script)
      }
    }
    if started != true {
      sessions.withLock { sessions in
        sessions[number].failure = "no thread to play on"
        sessions[number].isOver = true
      }
    }
  }
}
