import FTPConversation
import FTPTransport

/// A server whose every byte a script determines, for tests of clients in one exact situation.
///
/// ```swift
/// let server = try ScriptedServer.start { session in
///   try session.say("220 Ready.\r\n")
///   try session.answer("USER anonymous", "230 In.")
///   try session.hear("QUIT")
///   try session.say("221 By", "e.\r\n")
/// }
/// defer { server.stop() }
/// ```
///
/// Of FTP it knows only the addresses in PASV and PORT. After the end of the script both directions of the
/// connection are closed.
package final class ScriptedServer: Sendable {
  /// The events on one control connection.
  package struct Outcome: Sendable {
    /// All that the client sent on the control connection and the script read.
    package internal(set) var received: [UInt8] = []
    /// The script's error; nil while it runs and after success.
    package internal(set) var failure: (any Error)?
    /// Whether the script has ended.
    package internal(set) var isOver = false
  }

  /// The script for the control connection of one client, on its own thread.
  package typealias Play = @Sendable (inout ScriptedSession) throws -> Void

  /// The address listened on.
  package let address: SocketAddress
  private let core: ScriptedCore

  /// Starts a server that plays a script to every client that connects.
  ///
  /// - Parameters:
  ///   - address: The address to listen on; port 0 lets the system choose one.
  ///   - patience: How long each wait of a script may take.
  ///   - play: The script.
  /// - Returns: A server that listens.
  /// - Throws: `TransportError` with step `.bind`, `.listen` or `.thread`.
  package static func start(
    on address: SocketAddress = .loopbackIPv4(port: 0), patience: Duration = .seconds(20),
    _ play: @escaping Play
  ) throws(TransportError) -> ScriptedServer {
    let core = ScriptedCore(play, patience: patience)
    let listener = try TCPListener(on: address)
    let local = listener.localAddress
    let handover = Handover(listener)
    _ = try core.threads.start {
      if let listener = handover.take() { core.acceptConnections(listener) }
    }
    return ScriptedServer(core: core, address: local)
  }

  private init(core: ScriptedCore, address: SocketAddress) {
    self.core = core
    self.address = address
  }

  deinit { core.stopSignal.signal() }

  /// ``address`` as a URL.
  package var url: String { "ftp://\(address)" }

  /// The events on each connection so far, in the order of connecting.
  package var outcomes: [Outcome] { core.outcomes.withLock { $0 } }

  /// Accepts no more connections, waits until running scripts have ended, and returns the events.
  ///
  /// Blocks as long as a script runs; a script that ends with silence runs until its client closes.
  @discardableResult
  package func finish() -> [Outcome] {
    core.lastCall.signal()
    core.threads.close()
    return outcomes
  }

  /// Stops all scripts immediately, waits for their threads, and returns the events.
  @discardableResult
  package func stop() -> [Outcome] {
    core.stopSignal.signal()
    return finish()
  }
}

/// State shared by the threads of a scripted server.
final class ScriptedCore: Sendable {
  let stopSignal = WakeUp()
  /// Signalled when no more connections are accepted.
  let lastCall = WakeUp()
  let threads = ThreadGroup(stackSize: 256 * 1024)
  let outcomes = Guarded<[ScriptedServer.Outcome]>([])
  let patience: Duration
  /// The record layer of the connections; nil for none.
  let recordLayers = RecordLayers.inherited
  private let play: ScriptedServer.Play

  init(_ play: @escaping ScriptedServer.Play, patience: Duration) {
    self.play = play
    self.patience = patience
  }

  func acceptConnections(_ listener: borrowing TCPListener) {
    while let connection = try? listener.accept(wakeUp: lastCall) { begin(connection) }
    // Clients that connected before the last call are still served.
    while !stopSignal.isSignalled, let connection = try? listener.accept(deadline: .after(.zero)) {
      begin(connection)
    }
  }

  /// Records an event on a connection.
  func note(_ index: Int, _ change: (inout ScriptedServer.Outcome) -> Void) {
    outcomes.withLock { change(&$0[index]) }
  }

  private func begin(_ connection: consuming TCPConnection) {
    let index = outcomes.withLock { outcomes in
      outcomes.append(ScriptedServer.Outcome())
      return outcomes.count - 1
    }
    let handover = Handover(connection)
    let run: @Sendable () -> Void = {
      guard let connection = handover.take() else { return }
      let failure = self.run(connection, index)
      self.note(index) { outcome in
        outcome.failure = failure
        outcome.isOver = true
      }
    }
    do throws(TransportError) {
      _ = try threads.start(run)
    } catch {
      note(index) { outcome in
        outcome.failure = error
        outcome.isOver = true
      }
    }
  }

  private func run(_ connection: consuming TCPConnection, _ index: Int) -> (any Error)? {
    do {
      var session = try ScriptedSession(connection, core: self, index: index)
      defer { session.end() }
      // A new thread is not part of the task that started the server, and does not have its task-local values.
      try RecordLayers.$inherited.withValue(recordLayers) { try play(&session) }
      return nil
    } catch {
      return error
    }
  }
}
