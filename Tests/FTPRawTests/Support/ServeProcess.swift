import FTPSystem
import FTPTransport
import Foundation
import TestSupport

/// A running `ftpraw serve` or `record`, from the moment when it has printed its URL.
struct ServeProcess: Sendable {
  /// The URL in the first line of standard output.
  let url: String
  /// The port of the URL.
  let port: UInt16
  private let child: Child

  /// Asks the process to end.
  func signal(_ signal: Int32 = SIGTERM) { child.kill(signal) }

  /// Starts the program, waits for its URL, runs `body`, sends `signal` if there is one, and waits for the end.
  ///
  /// A process that takes longer than the deadline is killed, and the outcome says so.
  static func run(
    _ arguments: [String], of subcommand: String = "serve", environment: [String: String] = [:],
    signal: Int32? = SIGTERM,
    deadline: Duration = .patience, _ body: @Sendable (ServeProcess) async throws -> Void = { _ in }
  ) async throws -> ProcessRunner.Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["input", "output", "error"].map { folder.appending(path: $0).path }
    try Data().write(to: URL(filePath: files[0]))
    var output = try Output(files[1])
    defer { output.close() }
    let child = try Child(
      try ProcessRunner.ftpraw().executable.path, [subcommand] + arguments,
      environment: ProcessRunner.environment(adding: environment), files: files)
    async let end = ProcessRunner.end(of: child, deadline: deadline)

    let url = await output.firstLine()
    var failure: (any Error)?
    if let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) {
      do {
        try await body(ServeProcess(url: url, port: port, child: child))
      } catch {
        failure = error
      }
      if failure != nil { child.kill() } else if let signal { child.kill(signal) }
    }
    await output.readToEnd()
    let (status, timedOut) = await end
    if let failure { throw failure }
    return ProcessRunner.Outcome(
      outputBytes: output.bytes, errorBytes: try ProcessRunner.bytes(of: URL(filePath: files[2])),
      status: status, timedOut: timedOut)
  }

  /// What a process writes into a named pipe.
  private struct Output {
    private(set) var bytes: [UInt8] = []
    private let descriptor: Int32

    /// Opens the reading end, which must exist before the process opens the other end.
    init(_ path: String) throws {
      guard mkfifo(path, 0o600) == 0 else {
        throw ProcessRunner.Failure(description: "no named pipe at \(path)")
      }
      descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }

    func close() { _ = systemClose(descriptor) }

    mutating func firstLine() async -> String {
      while !bytes.contains(0x0A), await readMore() {}
      return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    mutating func readToEnd() async {
      while await readMore() {}
    }

    /// Waits for bytes; false at the end.
    private mutating func readMore() async -> Bool {
      let new = await BlockingThread.run { [descriptor] in
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
          var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          _ = systemPoll(&poll, 1, -1)
          let count = read(descriptor, &buffer, buffer.count)
          if count >= 0 { return Array(buffer[..<count]) }
          if errno != EAGAIN, errno != EINTR { return [] }
        }
      }
      bytes += new
      return !new.isEmpty
    }
  }
}

/// `close`, which the method of the same name hides.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// `poll`, which a variable of the same name hides.
private func systemPoll(_ list: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 {
  poll(list, count, timeout)
}
