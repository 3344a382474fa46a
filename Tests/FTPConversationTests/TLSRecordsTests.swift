import Testing

@testable import FTPConversation

@Suite("TLS records are distinguished without being decrypted")
struct TLSRecordsTests {
  private static let cases: [([UInt8], [String], Int)] = [
    ([22, 3, 1, 0, 2, 9, 9], ["handshake 7"], 0),
    ([22, 3, 1, 0, 0, 22, 3, 3, 0, 1, 5, 20, 3, 3, 0, 1, 1], ["handshake 11", "change-cipher-spec 6"], 0),
    ([21, 3, 3, 0, 2, 1, 0] + Array("200 clear\r\n".utf8), ["alert 7"], 11),
    ([23, 3, 3, 0, 1, 0, 23, 9], ["data 6"], 2),
    ([23, 3], [], 0),
    (Array("NOOP\r\n".utf8), [], 6),
  ]

  @Test(arguments: cases)
  func tellsRuns(bytes: [UInt8], runs: [String], clear: Int) {
    for size in [1, 2, 5, 100] {
      var records = TLSRecords()
      var found: [TLSRecords.Run] = []
      var rest = bytes[...]
      var left = 0
      while !rest.isEmpty, left == 0 {
        let outcome = records.receive(Array(rest.prefix(size)))
        found += outcome.runs
        left = outcome.clear
        rest = rest.dropFirst(size)
      }
      found += records.flush()
      #expect(found.map { "\($0.type.rawValue) \($0.byteCount)" } == runs)
      // Bytes of an earlier piece that looked like a header are already gone when it turns out that they are not one.
      if size == 100 { #expect(left == clear) }
    }
  }
}
