import FTPConformance
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport

/// A server that is started for a campaign: its process, its port, and its folder with the surroundings.
final class FuzzedProcess: Sendable {
  private struct State {
    var process: WatchedProcess?
    /// How much of its output was read.
    var mark = 0
  }

  /// How long a server may take until it listens.
  private let startLimit: Duration

  private let words: [String]
  private let address: SocketAddress
  private let folder: EnclosedFolder
  private let holder: Handover<SilentPort>?
  private let state = Guarded(State())

  /// The port on which the server should listen; nil if the command has no word for it.
  let port: UInt16?
  /// Whether the command says which folder to serve.
  let hasFolder: Bool

  /// Makes a folder and reserves a port, but starts nothing; throws what is wrong, in words.
  init(
    _ words: [String], at target: TestedServer, timeoutScale: Double
  ) throws(ServerGrounds.Problem) {
    startLimit = .seconds(15) * timeoutScale
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
        // The port is held so that no other program gets it. On systems other than Linux, the server could not listen
        // there then.
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

  /// The system resources that the process uses now; nil if unknown.
  var use: ProcessUse? { state.withLock { $0.process }?.use }

  /// What the process has written since the last call.
  func newOutput() -> [UInt8] {
    state.withLock { state in
      guard let process = state.process else { return [] }
      let output = process.output(after: state.mark)
      state.mark = process.outputCount
      return output
    }
  }

  /// Starts the server, or starts it again if it is running, and waits until it listens.
  func start() async throws(ServerGrounds.Problem) {
    await stop()
    let process: WatchedProcess
    do throws(SystemError) { process = try WatchedProcess.start(words) } catch {
      throw ServerGrounds.Problem("cannot start '\(words.first ?? "")': \(error)")
    }
    state.withLock { $0 = State(process: process) }
    let deadline = ContinuousClock.now + startLimit
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
        ? "interrupted" : "nothing listens at \(address) after \(Deadline.text(of: startLimit))")
  }

  /// Ends the server and all processes that it started.
  func stop() async {
    guard let process = state.withLock({ state in state.process.take() }) else { return }
    await BlockingThread.run { process.stop() }
  }

  /// What has changed outside the served folder, in words; nil for nothing.
  func changeOutside() -> String? { hasFolder ? folder.changeOutside() : nil }
}
