import FTPConversation
import FTPProtocol
import Testing

@testable import FTPVectors

@Suite struct LineSplitterTests {
  /// Splits byte by byte, which defines what the rows should be.
  private func rows(_ bytes: [UInt8], cuts: [Int]) -> [VectorLine] {
    var lines: [VectorLine] = []
    var line: [VectorLine.Part] = []
    for (offset, byte) in bytes.enumerated() {
      line += cuts.filter { $0 == offset && $0 > 0 }.map { _ in .cut(pause: nil) }
      line.append(.bytes([byte]))
      guard byte == 0x0A else { continue }
      lines.append(VectorLine(line))
      line = []
    }
    return line.isEmpty ? lines : lines + [VectorLine(line)]
  }

  @Test(arguments: ["PWD\r\n", "a\n\nb\r\n", "NOOP", "\n", "", "ab\r\ncd"])
  func takesRunsAsItWouldTakeBytes(text: String) {
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(
          LineSplitter.split([.bytes(bytes)], cuts: [first, second]) == rows(bytes, cuts: [first, second]),
          "cut at \(first) and \(second)")
      }
    }
  }

  /// With a copy of the line for each byte, this would take a day.
  @Test func costsAsMuchAsThereIs() {
    let line = [UInt8](repeating: 0x41, count: 8 << 20) + [0x0D, 0x0A]
    let cuts = Array(stride(from: 1 << 14, to: line.count, by: 1 << 14))
    let rows = LineSplitter.split([.bytes(line)], cuts: cuts)
    #expect(rows.count == 1)
    #expect(rows.first?.parts.count == 2 * cuts.count + 1)
  }
}
