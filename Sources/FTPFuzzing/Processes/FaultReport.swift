import FTPProtocol

/// What programs write when they have detected an error of their own.
enum FaultReport {
  /// The first line of an uncaught exception in Python.
  static let traceback = "Traceback (most recent call last)"
  /// Words that occur only in such reports.
  private static let signs = [
    "ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: MemorySanitizer", "WARNING: ThreadSanitizer",
    ": runtime error:", traceback, "panic: ", "goroutine 1 [",
    "stack smashing detected", "buffer overflow detected", "double free or corruption", "malloc(): ",
    "free(): invalid",
    "munmap_chunk(): ", "corrupted size vs. prev_size", "thread 'main' panicked",
  ]

  /// What Swift's runtime writes, after the place in the source.
  ///
  /// Other programs use the words alone for other things.
  private static let swiftTrap = (place: ".swift:", sign: ": Fatal error:")

  /// The first report in an output: its sign and its line.
  static func find(in output: [UInt8]) -> (sign: String, line: String)? {
    for line in output.split(separator: 0x0A) {
      let isTrap = line.contains(swiftTrap.sign.utf8) && line.contains(swiftTrap.place.utf8)
      guard let sign = isTrap ? swiftTrap.sign : signs.first(where: { line.contains($0.utf8) }) else {
        continue
      }
      return (sign, Escaping.ascii(line.drop { $0 == 0x20 }, limit: 200))
    }
    return nil
  }

  /// The line that names the last exception in the output of a Python program: the first line after the traceback that
  /// is not indented.
  static func exception(in output: [UInt8]) -> [UInt8]? {
    let lines = output.split(separator: 0x0A)
    guard let start = lines.lastIndex(where: { $0.contains(traceback.utf8) }) else { return nil }
    return lines[(start + 1)...].first { $0.first != 0x20 }.map { Array($0) }
  }
}
