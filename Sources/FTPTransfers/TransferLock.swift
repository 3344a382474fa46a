import FTPProtocol
import FTPSystem

/// Takes the lock on what a transfer writes, so that two transfers never write the same temporary file.
enum TransferLock {
  /// How long to wait before the next attempt.
  private static let interval = Duration.milliseconds(200)
  /// After how many attempts the connection is used, so that the server does not give it up.
  private static let attemptsBetweenSigns = 100

  /// Takes a lock; waits for it if `waits` is set.
  ///
  /// - Parameters:
  ///   - names: the file of the lock.
  ///   - root: its folder.
  ///   - what: what the holder of the lock does, such as `notes.txt is being downloaded`.
  ///   - waits: whether to wait for another holder.
  ///   - remark: called with remarks in words.
  ///   - stayInTouch: called now and then while waiting.
  /// - Returns: the lock, to be released; nil if the file system has no locks.
  /// - Throws: ``FTPError/busy(_:process:)`` if another holder has it.
  nonisolated(nonsending) static func take(
    _ names: [[UInt8]], in root: DirectoryRoot, for what: String, waits: Bool, remark: (String) -> Void,
    stayInTouch: @Sendable () async -> Void
  ) async throws -> FileLock? {
    var attempts = 0
    while true {
      switch try root.lock(names) {
      case .taken(let lock): return lock
      case .unsupported:
        remark("\(Escaping.ascii(root.path.utf8)) has no locks; let no other process transfer the same file")
        return nil
      case .busy(let holder):
        let error = FTPError.busy(what, process: holder)
        guard waits else { throw error }
        if attempts == 0 { remark("\(error); waiting") }
        attempts += 1
        if attempts.isMultiple(of: attemptsBetweenSigns) { await stayInTouch() }
        try await Task.sleep(for: interval)
      }
    }
  }
}
