import LibC

/// Starting other programs: in their own process group, so that ^C at the terminal does not reach them, with no signal
/// blocked or ignored, and with the given streams.
enum ProcessStart {
  /// Those that were started and not yet waited for.
  private static let started = Monitor<Set<pid_t>>([])

  /// Takes note that a process was waited for, so that its number may belong to another.
  static func forget(_ identifier: pid_t) { started.withLock { _ = $0.remove(identifier) } }

  /// Ends all processes that were started, with those in their groups.
  static func endAll() { started.withLock { for one in $0 { _ = kill(-one, SIGKILL) } } }

  /// Starts a program, which is looked for in `PATH` unless its name has a slash.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; at least one.
  ///   - input: Its standard input; nil for none.
  ///   - output: Its standard output.
  ///   - error: Its standard error; nil to discard it.
  ///   - environment: Its environment, as `NAME=VALUE`; nil for that of this process.
  /// - Returns: its process id.
  /// - Throws: the system's error if it cannot be started.
  static func spawn(
    _ words: [String], input: Int32?, output: Int32, error: Int32?,
    environment: [String]? = nil
  ) throws(SystemError) -> pid_t {
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
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let error {
      posix_spawn_file_actions_adddup2(&actions, error, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Signals that this program ignores must not be ignored by the child.
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    let texts = words + (environment ?? [])
    guard let program = words.first, !texts.contains(where: { $0.utf8.contains(0) }) else {
      throw SystemError(code: EINVAL)
    }
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    // Under the lock, so that none is missing when all are to end.
    let code = started.withLock { started in
      let code =
        environment == nil
        ? posix_spawnp(&identifier, program, &actions, &attributes, arguments, environ)
        : posix_spawnp(&identifier, program, &actions, &attributes, arguments, variables)
      if code == 0 { started.insert(identifier) }
      return code
    }
    guard code == 0 else { throw SystemError(code: code) }
    return identifier
  }
}
