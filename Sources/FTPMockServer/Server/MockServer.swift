import FTPConversation
import FTPProtocol
import FTPTransport

/// An FTP server inside the process, for tests of clients and for experiments.
///
/// It keeps its files in memory or serves a folder, listens on a free port of `127.0.0.1` and follows the RFCs.
/// Starting and stopping take milliseconds, servers share nothing, and a server that is released stops by itself.
///
/// ```swift
/// let server = try MockServer.start()
/// defer { server.stop() }
/// print(server.url)   // ftp://127.0.0.1:40123
/// ```
public final class MockServer: Sendable {
  /// The addresses listened on, in the order of the configuration, with the ports the system chose.
  public let addresses: [SocketAddress]
  let core: ServerCore

  /// The commands of a server that disables none, in the order in which HELP shows them.
  public static let verbs = HandlerRegistry.obedient.handlers.filter { $0.offer == .always }.map(\.verb)

  /// Starts a server.
  ///
  /// - Throws: with step `.bind`, `.listen` or `.thread`; nothing is left running then.
  public static func start(_ configuration: Configuration = .init()) throws(TransportError) -> MockServer {
    let core = ServerCore(configuration)
    var addresses: [SocketAddress] = []
    do throws(TransportError) {
      for address in configuration.addresses {
        let listener = try TCPListener(
          on: address, backlog: 4096, acceptsIPv4: configuration.takesIPv4OverIPv6 && address.isAny)
        addresses.append(listener.localAddress)
        let handover = Handover(listener)
        _ = try core.threads.start {
          if let listener = handover.take() { core.acceptConnections(listener) }
        }
      }
    } catch {
      core.stopSignal.signal()
      core.threads.close()
      throw error
    }
    return MockServer(core: core, addresses: addresses)
  }

  private init(core: ServerCore, addresses: [SocketAddress]) {
    self.core = core
    self.addresses = addresses
  }

  deinit { core.stopSignal.signal() }

  /// Ends every session with 421 and every thread, and returns when that is done.
  ///
  /// Blocks for some milliseconds; in asynchronous code use `withMockServer(_:_:)`. A second call has no effect.
  public func stop() {
    core.stopSignal.signal()
    core.threads.close()
    core.events.finish()
  }

  /// Ends every session and every thread, without waiting.
  ///
  /// May be called from anywhere, and more than once.
  public func beginToStop() { core.stopSignal.signal() }

  /// Blocks until the server has ended: because it was stopped, or because the last of
  /// ``Limits/totalSessions`` has ended.
  public func waitUntilStopped() {
    core.stopSignal.wait()
    core.threads.close()
    core.events.finish()
  }

  /// The first address on which the server listens.
  ///
  /// Without addresses in the configuration, this is port 0 of `127.0.0.1`.
  public var address: SocketAddress { addresses.first ?? .loopbackIPv4(port: 0) }

  /// The port of ``address``.
  public var port: UInt16 { address.port }

  /// ``address`` as a URL: `ftp://127.0.0.1:40123`.
  public var url: String {
    "\(core.configuration.tls?.mode == .implicit ? "ftps" : "ftp")://\(address)"
  }

  /// The server's certificate in PEM, for clients to trust; nil for one from a file, and without TLS.
  public var certificate: String? { core.configuration.tls?.certificate }

  /// The current number of sessions.
  public var sessionCount: Int { core.sessionCount }

  /// The current files in memory; if a folder is served, the unused files of the configuration.
  public var tree: VirtualTree { core.memory.snapshot }

  /// Changes the files, between two steps of the sessions.
  public func updateTree(_ body: (inout VirtualTree) -> Void) { core.memory.update(body) }

  /// The commands of all sessions in the order in which they were begun, with secrets replaced.
  public var receivedCommands: [ReceivedCommand] { core.receivedCommands }

  /// The conversation of each session, the oldest first; unfinished ones up to now.
  public var transcripts: [Transcript] { core.recorders.map(\.transcript) }

  /// The judge's verdicts about the clients and this server, session by session.
  public var verdicts: [Verdict] { core.recorders.flatMap(\.verdicts) }
}
