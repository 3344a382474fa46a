import LibC

enum ProcessorTime {
  /// In seconds, of all threads, including the time that the system spent for them.
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
