import FTPProtocol
import Testing

@testable import FTPFuzzing

@Suite("Commands that change files stay in the folder of a sequence")
struct WriteFenceTests {
  /// The lines that are sent, each answered with success, and whether the last one is admitted.
  static let lines: [(lines: [String], isAdmitted: Bool)] = [
    (["STOR a\r\n"], true), (["DELE b\r\n"], true), (["stor a\r\n"], true), (["MKD d\n"], false),
    (["NOOP\nSTOR a\r\n"], false), (["NOOP\r\nSTOR a\r\n"], true),
    (["STOR /a\r\n"], false), (["STOR ../a\r\n"], false), (["DELE ~/a\r\n"], false),
    (["MKD d\r\0\r\n"], false),
    (["STOR a\0b\r\n"], false), (["NOOP\r\nDELE /a\r\n"], false), ([" \tDELE /a\r\n"], false),
    (["STOR a"], false),
    (["NOO", "STOR a\r\n"], false), (["SITE CHMOD 777 /\r\n"], false), (["RETR /etc/passwd\r\n"], true),
    (["CDUP\r\n", "STOR a\r\n"], false), (["CDUP\r\n", "CWD /top/s1\r\n", "STOR a\r\n"], true),
    (["CWD d\r\n", "STOR a\r\n"], true), (["CWD /\r\n", "STOR a\r\n"], false),
    (["CWD ..\r\n", "RMD a\r\n"], false),
    (["USER x\r\n", "STOR a\r\n"], false), (["REIN\r\n", "DELE a\r\n"], false),
    (["CWD /top/s1\r\nSTOR a\r\n"], false),
  ]

  @Test(arguments: lines.indices)
  func isKept(_ index: Int) {
    var fence = WriteFence(folder: "/top/s1")
    let isAdmittedBefore = fence.admits(Array("STOR a\r\n".utf8))
    #expect(!isAdmittedBefore)
    fence.enter()
    var isAdmitted = false
    for line in Self.lines[index].lines {
      isAdmitted = fence.admits(Array(line.utf8))
      fence.observe(250)
    }
    #expect(isAdmitted == Self.lines[index].isAdmitted, "\(Self.lines[index].lines)")
  }

  @Test func withoutAFolderNothingIsWritten() {
    var fence = WriteFence(folder: nil)
    let isListed = fence.admits(Array("LIST\r\n".utf8))
    let isMade = fence.admits(Array("MKD a\r\n".utf8))
    #expect(isListed && !isMade)
  }
}
