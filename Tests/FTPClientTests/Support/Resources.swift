import Foundation

/// What this process holds, as Linux tells it.
enum Resources {
  /// How many threads there are; nil on other systems than Linux.
  static func threadCount() -> Int? { count("/proc/self/task") }

  /// How many descriptors are open; nil on other systems than Linux.
  static func descriptorCount() -> Int? { count("/proc/self/fd") }

  private static func count(_ folder: String) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).count
  }
}
