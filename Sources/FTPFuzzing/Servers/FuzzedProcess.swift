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
  private static let secret = "outside-of-the-folder-that-is-served"

  private let words: [String]
  private let address: SocketAddress
  private let folder: TemporaryFolder
  private let holder: Handover<SilentPort>?
  private let state = Guarded(State())

  /// The port that the server is told to listen at; nil where the command has no word for it.
  let port: UInt16?
  /// Whether the server is told which folder to serve.
  let hasFolder: Bool

  /// Makes folder and port, and starts nothing. Throws what is wrong, in words.
  init(_ words: [String], at target: TestedServer) throws(ServerGrounds.Problem) {
    do {
      folder = try TemporaryFolder("ftpraw-fuzz-")
      let root = try DirectoryRoot.open(folder.path)
      try root.makeDirectory([Array("served".utf8)], permissions: 0o755)
      let file = try LocalFile.create(folder.path + "/outside", permissions: 0o644)
      try file.write(Array(Self.secret.utf8))
      try file.close()
      guard
        var address = SocketAddress(
          host: target.host == "localhost" ? "127.0.0.1" : target.host, port: target.port)
      else { throw ServerGrounds.Problem("'\(target.host)' is no address of this machine") }
      if words.contains(where: { $0.contains(ServerCampaign.portWord) }) {
        let silent = try SilentPort(on: address.with(port: 0))
        address = silent.localAddress
        port = address.port
        // Held, so that nobody else gets it. Elsewhere than on Linux the server could not listen there then.
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
    let (path, port) = (folder.path + "/served", port)
    hasFolder = words.contains { $0.contains(ServerCampaign.folderWord) }
    self.words = words.map {
      $0.replacing(ServerCampaign.portWord, with: port.map(String.init) ?? "").replacing(
        ServerCampaign.folderWord, with: path)
    }
  }

  /// How the process ended; nil while it runs.
  var ending: WatchedProcess.Ending? { state.withLock { $0.process }?.ending }

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
          "the command \(ending) before it listened at \(address), and has to stay in the foreground"
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
  func changeOutside() -> String? {
    guard hasFolder, let root = try? DirectoryRoot.open(folder.path), let names = try? root.names(in: [])
    else {
      return nil
    }
    let others = names.filter { $0 != Array("served".utf8) && $0 != Array("outside".utf8) }
    if let other = others.first { return "'\(Escaping.ascii(other))' stands beside the folder" }
    guard names.count == 2 else { return "a file beside the folder is gone" }
    var buffer = [UInt8](repeating: 0, count: 256)
    guard let file = try? LocalFile.open(folder.path + "/outside"), let count = try? file.read(into: &buffer)
    else {
      return "a file beside the folder cannot be read any more"
    }
    return buffer[..<count].elementsEqual(Self.secret.utf8)
      ? nil : "a file beside the folder has other contents"
  }

  /// Whether data that a server has sent was read outside of its folder.
  static func isFromOutside(_ data: [UInt8]) -> Bool { data.contains(Array(Self.secret.utf8)) }
}
