import FTPSystem
import FTPTransport

/// What a server uses more of after a sequence than before.
enum ServerGrowth {
  /// How much more memory it may use: a few large buffers.
  private static let memoryBound = 16 << 20

  /// What the server uses more of once its sessions are over.
  ///
  /// - Parameters:
  ///   - before: What the server used before the sequence.
  ///   - limit: How long the server may take to close what was opened.
  ///   - pause: How long to wait between two checks.
  ///   - use: What the server uses now.
  /// - Returns: the fault; nil if there is no significant growth, or if it is unknown.
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
