import FTPProtocol

/// What programs write when they have found a fault of their own.
enum FaultReport {
  /// The first line of an exception that nobody has caught, in Python.
  static let traceback = "Traceback (most recent call last)"
  /// Words that stand in such a report and nowhere else.
  private static let signs = [
    "ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: MemorySanitizer", "WARNING: ThreadSanitizer",
    ": runtime error:", traceback, "panic: ", "goroutine 1 [", "Fatal error:",
    "stack smashing detected", "buffer overflow detected", "double free or corruption", "malloc(): ",
    "free(): invalid",
    "munmap_chunk(): ", "corrupted size vs. prev_size", "thread 'main' panicked",
  ]

  /// The first report in an output: its sign, and the line that it stands in.
  static func find(in output: [UInt8]) -> (sign: String, line: String)? {
    for line in output.split(separator: 0x0A) {
      guard let sign = signs.first(where: { line.contains($0.utf8) }) else { continue }
      return (sign, Escaping.ascii(line.drop { $0 == 0x20 }, limit: 200))
    }
    return nil
  }
}
