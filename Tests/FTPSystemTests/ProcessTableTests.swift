import Foundation
import TestSupport
import Testing

@testable import FTPSystem

@Suite("Reports of the system about processes are read exactly", .queueing, .endsWhenItHangs)
struct ProcessTableTests {
  @Test(
    "the time for which a thread waited for the processor is the second number of schedstat",
    arguments: [
      ("1234 56 7\n", Duration.nanoseconds(56)), ("0 0 0\n", .zero), ("1 2000000000 3", .seconds(2)),
      ("", nil),
      ("12\n", nil), ("1 x 3\n", nil), ("1 99999999999999999999 3\n", nil),
    ])
  func schedstat(text: String, time: Duration?) {
    #expect(ProcessTable.waitedForProcessor(schedstat: Array(text.utf8)) == time)
  }

  @Test("the memory that a process may have used is never less than the memory that was seen")
  func ceiling() throws {
    let process = try WatchedProcess.start(["/bin/sh", "-c", "exit 0"])
    while process.ending == nil { process.observeMemory() }
    #expect(process.memoryCeiling >= process.peakMemory)
    #expect(process.memoryCeiling > 0)
  }

  @Test(
    "a thread that works or could work is ready, one that waits is not",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "only Linux says so"),
    arguments: [("while :; do :; done", 1), ("exec sleep 1000", 0)])
  func readiness(script: String, count: Int) async throws {
    let process = try WatchedProcess.start(["/bin/sh", "-c", script])
    // What comes before the loop or the pause is soon over.
    while ProcessTable.readyThreads(of: process.identifier) != count { await Task.yield() }
    process.stop()
  }
}
