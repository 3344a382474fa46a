import LibC

/// The most memory that a process has had at a time, in bytes.
enum PeakMemory {
  static var ofThisProcess: Int { bytes(of: usage) }

  /// What this process has used.
  static var usage: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  /// As the system reports it when a process has ended.
  static func bytes(of usage: rusage) -> Int {
    #if canImport(Darwin)
      usage.ru_maxrss
    #else
      usage.ru_maxrss << 10
    #endif
  }
}
