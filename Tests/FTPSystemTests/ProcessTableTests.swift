import Testing

@testable import FTPSystem

@Suite("Reports of the system about processes are read exactly") struct ProcessTableTests {
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
}
