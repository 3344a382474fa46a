import LibC

/// A command in its own shell, with a dialogue over its standard input and output.
///
/// Its standard error is discarded. It is in its own process group, so that ^C at the terminal does not reach
/// it, and it is killed, with its child processes, when this is released.
package struct ChildProcess: ~Copyable {
  /// The result of waiting for a line.
  package enum Line: Sendable {
    /// A line, without its LF.
    case text([UInt8])
    /// The process has closed its output.
    case ended
    /// The time ran out first, or the line was too long.
    case late
  }

  /// The longest line that is read: 1 MiB.
  private static let longestLine = 1 << 20

  private let identifier: pid_t
  private let input: Descriptor
  private let output: Descriptor
  private var held: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  /// Starts a command with `/bin/sh -c`.
  ///
  /// From then on writing to a pipe whose reader has gone is an error in this process, and not its end.
  ///
  /// - Throws: the system's error where it cannot be started.
  package static func start(shell command: String) throws(SystemError) -> ChildProcess {
    Signals.ignoreBrokenPipe()
    guard let toChild = Platform.makePipe() else { throw .last }
    let input = Descriptor(owning: toChild.writing)
    let childInput = Descriptor(owning: toChild.reading)
    guard let fromChild = Platform.makePipe() else { throw .last }
    let output = Descriptor(owning: fromChild.reading)
    let childOutput = Descriptor(owning: fromChild.writing)
    // Only our ends are for `poll`; a program expects that reading waits.
    for end in [childInput.rawValue, childOutput.rawValue] { _ = fcntl(end, F_SETFL, 0) }

    let started = try ProcessStart.spawn(
      ["/bin/sh", "-c", command], input: childInput.rawValue, output: childOutput.rawValue, error: nil)
    return ChildProcess(identifier: started, input: input, output: output)
  }

  deinit {
    _ = kill(-identifier, SIGKILL)
    ProcessStart.forget(identifier)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Writes all bytes; false if the process does not take them in time.
  package mutating func write(_ bytes: [UInt8], within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Platform.write(input.rawValue, UnsafeRawBufferPointer(rebasing: $0[written...]))
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EAGAIN {
        guard Self.wait(input.rawValue, POLLOUT, until: deadline) else { return false }
      } else if !(count < 0 && errno == EINTR) {
        return false
      }
    }
    return true
  }

  /// The next line that the process writes.
  package mutating func readLine(within limit: Duration) -> Line {
    let deadline = ContinuousClock.now + limit
    var searched = 0
    while true {
      if let feed = held[searched...].firstIndex(of: 0x0A) {
        let line = Array(held[..<feed])
        held.removeSubrange(...feed)
        return .text(line)
      }
      searched = held.count
      guard held.count <= Self.longestLine else { return .late }
      let count = buffer.withUnsafeMutableBytes { Platform.read(output.rawValue, $0) }
      if count > 0 {
        held += buffer[..<count]
      } else if count < 0, errno == EAGAIN {
        guard Self.wait(output.rawValue, POLLIN, until: deadline) else { return .late }
      } else if !(count < 0 && errno == EINTR) {
        return .ended
      }
    }
  }

  private static func wait(_ descriptor: Int32, _ events: Int32, until deadline: ContinuousClock.Instant)
    -> Bool
  {
    while true {
      let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
      let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
      guard milliseconds >= 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&entry, 1, Int32(clamping: milliseconds + 1))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }
}
