import FTPSystem
import FTPTransport

/// What a server has more of after a sequence than before it.
enum ServerGrowth {
  /// How much more memory it may have: a few large buffers.
  private static let memoryBound = 16 << 20

  /// What it has more of once its sessions are over.
  ///
  /// - Parameters:
  ///   - before: What it had before the sequence.
  ///   - limit: How long it may take to close what was opened.
  ///   - pause: How long to wait before it is looked at again.
  ///   - use: What it has now.
  /// - Returns: the fault; nil for nothing that counts, and where nothing is known.
  static func fault(
    since before: ProcessUse?, within limit: Duration, pause: Duration = .milliseconds(20),
    _ use: () -> ProcessUse?
  ) async -> ServerFault? {
    guard let before, var now = use() else { return nil }
    let deadline = ContinuousClock.now + limit
    while now.descriptors > before.descriptors, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: pause)
      guard let later = use() else { return nil }
      now = later
    }
    if now.descriptors > before.descriptors {
      return ServerFault(
        .descriptors,
        "\(before.descriptors) open descriptors before and \(now.descriptors) after, \(Deadline.text(of: limit)) after the last session"
      )
    }
    guard now.memory - before.memory > memoryBound else { return nil }
    return ServerFault(
      .memory, "\(before.memory >> 20) MiB of memory before and \(now.memory >> 20) MiB after")
  }
}
