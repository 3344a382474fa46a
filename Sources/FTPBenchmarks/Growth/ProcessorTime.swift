#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time that the processors have spent on this process.
enum ProcessorTime {
  /// In seconds, with what the system did for it, on all threads.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Int {
  /// The natural logarithm.
  var logarithm: Double { log(Double(self)) }
}

extension Double {
  /// The natural logarithm.
  var logarithm: Double { log(self) }
}
