import FTPTransfers
import Testing

@testable import ftpraw

@Suite("The line about a transfer shows as much as there is room for")
struct TransferLineTests {
  @Test(arguments: [
    (100, "file [#####---------------] 1.0 MiB of 4.0 MiB 512.0 KiB/s 6 s left"),
    (60, "file [##--------] 1.0 MiB of 4.0 MiB 512.0 KiB/s 6 s left"), (20, "1.0 MiB of 4.0 MiB"),
  ])
  func asMuchIsShownAsHasRoom(width: Int, text: String) {
    let progress = FTPProgress(bytes: 1 << 20, size: 4 << 20)
    let line = TransferLine(name: "file", progress: progress, moved: 1 << 20, elapsed: 2)
    #expect(line.text(width: width) == text)
    let open = TransferLine(name: "file", progress: FTPProgress(bytes: 5, size: nil), moved: 0, elapsed: 0)
    #expect(open.text(width: 100) == "file 5 B")
  }

  @Test(
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (1 << 30, "1.0 GiB"),
      (UInt64.max, "16.0 EiB"),
    ] as [(UInt64, String)])
  func countsOfBytes(count: UInt64, text: String) { #expect(ByteCount.text(count) == text) }
}
