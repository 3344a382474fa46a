import FTPTransport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process of its own, started with `posix_spawn`: Foundation's keeps itself alive for ever, which the address
/// sanitizer reports as a leak for each run.
struct Child: Sendable {
  private let identifier: pid_t

  /// Starts a program with its standard streams from and to files: input, output, error.
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
    // What the tests ignore is no business of the program.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &pipe)
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
  }

  /// Waits for the end: the exit status, or minus the number of the signal.
  func wait() async -> Int32 {
    await BlockingThread.run { [identifier] in
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }
  }

  /// Sends the process a signal; the default kills it.
  func kill(_ signal: Int32 = SIGKILL) { _ = systemKill(identifier, signal) }
}

/// `kill`, which the method of the same name hides.
private func systemKill(_ identifier: pid_t, _ signal: Int32) -> Int32 { kill(identifier, signal) }
