import Testing

@testable import FTPFuzzing

@Suite("Fault reports are distinguished from other output")
struct FaultReportTests {
  @Test(arguments: [
    ("all is well\n", nil), ("get: a.txt: Fatal error: max-retries exceeded\n", nil),
    ("x\nmain.swift:7: Fatal error: Index out of range\n", ": Fatal error:"),
    ("Swift/Integers.swift:1: Fatal error: overflow", ": Fatal error:"),
    ("==1==ERROR: AddressSanitizer: heap-use-after-free", "ERROR: AddressSanitizer"),
    ("a.c:7:3: runtime error: signed integer overflow", ": runtime error:"),
    ("free(): invalid pointer", "free(): invalid"),
  ])
  func aReportIsFound(output: String, sign: String?) {
    #expect(FaultReport.find(in: Array(output.utf8))?.sign == sign)
  }

  @Test func theExceptionIsTheFirstLineAfterItsTraceback() {
    let traceback = "\(FaultReport.traceback):\n  File 'a', line 1\n    ^^^\n"
    let output =
      "\(traceback)OSError: no\n\nDuring handling:\n\n\(traceback)ftplib.error_proto: 227-\n227two\n"
    #expect(FaultReport.exception(in: Array(output.utf8)) == Array("ftplib.error_proto: 227-".utf8))
    #expect(FaultReport.exception(in: Array("OSError: no\n".utf8)) == nil)
  }
}
