import FTPSystem
import FTPTransport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child process, started with `posix_spawn`: Foundation's class keeps itself alive forever, which the address
/// sanitizer reports as a leak for each run.
struct Child: Sendable {
  private struct State {
    /// The exit status, or minus the number of the signal; nil while the process runs.
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  private let identifier: pid_t
  private let state = Monitor(State())

  /// Starts a program whose standard input, output and error are files.
  init(_ path: String, _ arguments: [String], environment: [String: String], files: [String]) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
    for stream in 1...2 {
      posix_spawn_file_actions_addopen(
        &actions, Int32(stream), files[stream], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // Signals that the tests ignore must not be ignored by the program.
    var ignored = sigset_t()
    sigemptyset(&ignored)
    for signal in [SIGPIPE, SIGHUP] { sigaddset(&ignored, signal) }
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, &attributes, words, variables)
    guard code == 0 else {
      throw ProcessRunner.Failure(description: "cannot start \(path): \(String(cString: strerror(code)))")
    }
    self.identifier = identifier
    try BlockingThread.start { [identifier, state] in Self.awaitEnd(of: identifier, state) }
  }

  /// Records the end as soon as it comes, whether a test waits for it or not: the testing library searches without a
  /// pause for ended processes that nobody has waited for.
  private static func awaitEnd(of identifier: pid_t, _ state: Monitor<State>) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let (status, waiting) = state.withLock { state in
      var code: Int32 = 0
      while waitpid(identifier, &code, 0) < 0, errno == EINTR {}
      let status = code & 0x7F == 0 ? code >> 8 & 0xFF : -(code & 0x7F)
      defer { state = State(status: status) }
      return (status, state.waiting)
    }
    for continuation in waiting { continuation.resume(returning: status) }
  }

  /// Waits for the end: the exit status, or minus the number of the signal.
  func wait() async -> Int32 {
    await withCheckedContinuation { continuation in
      let status = state.withLock { state in
        if state.status == nil { state.waiting.append(continuation) }
        return state.status
      }
      if let status { continuation.resume(returning: status) }
    }
  }

  /// Sends the process a signal, unless it has ended; the default kills it.
  func kill(_ signal: Int32 = SIGKILL) {
    state.withLock { if $0.status == nil { _ = systemKill(identifier, signal) } }
  }
}

/// `kill`, which the method of the same name hides.
private func systemKill(_ identifier: pid_t, _ signal: Int32) -> Int32 { kill(identifier, signal) }
