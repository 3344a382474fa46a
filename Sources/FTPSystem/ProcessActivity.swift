import LibC

/// What this process has done so far, to find out whether it still does anything.
package struct ProcessActivity: Sendable {
  /// How long its threads have worked, or been ready to work while others had the processor.
  private let work: Duration
  /// How often one of its threads has waited for something, which has come.
  private let waits: Int
  /// How many of its threads are ready to work; one of them takes this look.
  private let ready: Int

  /// What it has done up to now.
  package static var now: ProcessActivity {
    let usage = PeakMemory.usage
    let worked = [usage.ru_utime, usage.ru_stime].reduce(Duration.zero) {
      $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec))
    }
    return ProcessActivity(
      work: worked + ProcessTable.waitedForProcessor(getpid()), waits: Int(clamping: usage.ru_nvcsw),
      ready: ProcessTable.readyThreads(of: getpid()))
  }

  /// Whether it has done no more since an earlier moment than such looks take.
  package func isStill(since earlier: ProcessActivity) -> Bool {
    work - earlier.work < .milliseconds(20) && waits - earlier.waits < 8 && ready <= 1
  }
}
