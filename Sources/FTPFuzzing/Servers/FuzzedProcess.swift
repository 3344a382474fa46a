import FTPConformance
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport

/// A server that is started for a campaign: its process, the port and the folder that it gets, and what is outside of that.
final class FuzzedProcess: Sendable {
  private struct State {
    var process: WatchedProcess?
    /// How much of its output is read.
    var mark = 0
  }

  /// How long a server may take until it listens.
  private static let startLimit = Duration.seconds(15)

  private let words: [String]
  private let address: SocketAddress
  private let folder: EnclosedFolder
  private let holder: Handover<SilentPort>?
  private let state = Guarded(State())

  /// The port on which the server should listen; nil if the command has no word for it.
  let port: UInt16?
  /// Whether the command says which folder to serve.
  let hasFolder: Bool

  /// Makes folder and port, and starts nothing.
  ///
  /// - Throws: what is wrong, in words.
  init(_ words: [String], at target: TestedServer) throws(ServerGrounds.Problem) {
    do {
      folder = try EnclosedFolder("served")
      guard
        var address = SocketAddress(
          host: target.host == "localhost" ? "127.0.0.1" : target.host, port: target.port)
      else { throw ServerGrounds.Problem("'\(target.host)' is not an address of this machine") }
      if CommandWord.port.stands(in: words) {
        let silent = try SilentPort(on: address.with(port: 0))
        address = silent.localAddress
        port = address.port
        // Held, so that no other program gets it. Elsewhere than on Linux the server could not listen there then.
        #if os(Linux)
          holder = Handover(silent)
        #else
          holder = nil
        #endif
      } else {
        port = nil
        holder = nil
      }
      self.address = address
    } catch {
      throw ServerGrounds.Problem("\(error)")
    }
    hasFolder = CommandWord.folder.stands(in: words)
    self.words = CommandWord.fill(
      words, [.port: port.map(String.init) ?? "", .folder: folder.path])
  }

  /// How the process ended; nil while it runs.
  var ending: WatchedProcess.Ending? { state.withLock { $0.process }?.ending }

  /// What it has of the system now; nil if that is not known.
  var use: ProcessUse? { state.withLock { $0.process }?.use }

  /// What it has written since this was asked last.
  func newOutput() -> [UInt8] {
    state.withLock { state in
      guard let process = state.process else { return [] }
      let output = process.output(after: state.mark)
      state.mark = process.outputCount
      return output
    }
  }

  /// Starts the server, again where it runs already, and waits until it listens.
  func start() async throws(ServerGrounds.Problem) {
    await stop()
    let process: WatchedProcess
    do throws(SystemError) { process = try WatchedProcess.start(words) } catch {
      throw ServerGrounds.Problem("cannot start '\(words.first ?? "")': \(error)")
    }
    state.withLock { $0 = State(process: process) }
    let deadline = ContinuousClock.now + Self.startLimit
    let address = address
    while !Task.isCancelled {
      let isThere = await BlockingThread.run { () -> Bool in
        (try? TCPConnection.connect(to: address, deadline: .after(.seconds(1)))) != nil
      }
      if let ending = process.ending {
        let output = String(decoding: process.output(after: 0).suffix(300), as: UTF8.self)
        throw ServerGrounds.Problem(
          "the command \(ending) before it listened at \(address), but must stay in the foreground"
            + (output.isEmpty ? "" : ": \(Escaping.ascii(output.utf8))"))
      }
      if isThere { return }
      guard ContinuousClock.now < deadline else { break }
      try? await Task.sleep(for: .milliseconds(20))
    }
    await stop()
    throw ServerGrounds.Problem(
      Task.isCancelled
        ? "interrupted" : "nothing listens at \(address) after \(Deadline.text(of: Self.startLimit))")
  }

  /// Ends the server with all that it has started.
  func stop() async {
    guard let process = state.withLock({ state in state.process.take() }) else { return }
    await BlockingThread.run { process.stop() }
  }

  /// What has changed beside the folder that is served, in words; nil for nothing.
  func changeOutside() -> String? { hasFolder ? folder.changeOutside() : nil }
}
