import FTPProtocol

/// What programs write when they have found a fault of their own.
enum FaultReport {
  /// The first line of an uncaught exception in Python.
  static let traceback = "Traceback (most recent call last)"
  /// Words that stand in such a report and nowhere else.
  private static let signs = [
    "ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: MemorySanitizer", "WARNING: ThreadSanitizer",
    ": runtime error:", traceback, "panic: ", "goroutine 1 [",
    "stack smashing detected", "buffer overflow detected", "double free or corruption", "malloc(): ",
    "free(): invalid",
    "munmap_chunk(): ", "corrupted size vs. prev_size", "thread 'main' panicked",
  ]

  /// What the runtime of Swift writes, with the place in front; words that other programs have for other things.
  private static let swiftTrap = (place: ".swift:", sign: ": Fatal error:")

  /// The first report in an output: its sign, and the line that it stands in.
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

  /// The line that names the last exception in an output of Python's: the first after its traceback that is not indented.
  static func exception(in output: [UInt8]) -> [UInt8]? {
    let lines = output.split(separator: 0x0A)
    guard let start = lines.lastIndex(where: { $0.contains(traceback.utf8) }) else { return nil }
    return lines[(start + 1)...].first { $0.first != 0x20 }.map { Array($0) }
  }
}
