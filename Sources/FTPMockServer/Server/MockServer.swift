import FTPConversation
import FTPProtocol
import FTPTransport

/// An FTP server inside the process, for tests of clients and for trying things out.
///
/// It keeps its files in memory, or serves a folder, listens on a free port of `127.0.0.1` and behaves as the RFCs ask. Start and stop
/// take milliseconds, servers share nothing, and a server that nobody holds any more stops by itself.
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

  /// The commands that a server knows where none is disabled, in the order in which HELP shows them.
  public static let verbs = HandlerRegistry.obedient.handlers.filter { $0.offer == .always }.map(\.verb)

  /// Starts a server.
  ///
  /// - Throws: with step `.bind`, `.listen` or `.thread`; then nothing is left running.
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
  /// Blocks for some milliseconds; in asynchronous code use `withMockServer(_:_:)`. Calling it again has no effect.
  public func stop() {
    core.stopSignal.signal()
    core.threads.close()
    core.events.finish()
  }

  /// Has every session and every thread end, and does not wait for it.
  ///
  /// May be called anywhere, and more than once.
  public func beginToStop() { core.stopSignal.signal() }

  /// Blocks until the server has ended: because somebody stops it, or because the last of
  /// ``Limits/totalSessions`` is over.
  public func waitUntilStopped() {
    core.stopSignal.wait()
    core.threads.close()
    core.events.finish()
  }

  /// The first address listened on.
  ///
  /// A configuration without addresses makes this port 0 of `127.0.0.1`.
  public var address: SocketAddress { addresses.first ?? .loopbackIPv4(port: 0) }

  /// The port of ``address``.
  public var port: UInt16 { address.port }

  /// ``address`` as a URL: `ftp://127.0.0.1:40123`.
  public var url: String {
    "\(core.configuration.tls?.mode == .implicit ? "ftps" : "ftp")://\(address)"
  }

  /// The certificate that it shows, in PEM, for clients to trust; nil for one from a file, and without TLS.
  public var certificate: String? { core.configuration.tls?.certificate }

  /// How many sessions there are now.
  public var sessionCount: Int { core.sessionCount }

  /// The files in memory as they are now; with a folder, the ones of the configuration, which nobody sees.
  public var tree: VirtualTree { core.memory.snapshot }

  /// Changes the files, between two steps of whatever the sessions do.
  public func updateTree(_ body: (inout VirtualTree) -> Void) { core.memory.update(body) }

  /// The commands of all sessions in the order in which they were taken up, secrets replaced.
  public var receivedCommands: [ReceivedCommand] { core.receivedCommands }

  /// What was said and transferred in each session, the oldest first; those in progress as far as they have come.
  public var transcripts: [Transcript] { core.recorders.map(\.transcript) }

  /// What the judge has to say about the clients, and about this server, session by session.
  public var verdicts: [Verdict] { core.recorders.flatMap(\.verdicts) }
}
