import FTPProtocol
import Testing

@testable import FTPMockServer

@Suite("A restart marker is announced once everything before it is safe")
struct CodedSinkTests {
  /// Records the calls on a file.
  private final class Writer: FileWriter {
    var calls: [String] = []
    var failure: StorageError?

    func append(_ bytes: ArraySlice<UInt8>) { calls.append(String(decoding: bytes, as: UTF8.self)) }
    func synchronize() throws(StorageError) {
      calls.append("synchronize")
      if let failure { throw failure }
    }
    func finish(_ end: UploadEnd) { calls.append("\(end)") }
  }

  private static let blocks: [UInt8] = [0, 0, 2, 0x68, 0x69, 16, 0, 1, 0x37, 0x40, 0, 1, 0x21]

  @Test func synchronizesAtMarkers() throws {
    let writer = Writer()
    var sink = CodedSink(FileSink(writer, isText: false, at: 5), .block, recordsAreLines: false)
    try sink.append(Self.blocks[...])
    try sink.finish(.complete)
    #expect(writer.calls == ["hi", "synchronize", "!", "complete"])
    #expect(sink.takeMarks().map(\.description) == ["MARK 7 = 7"])
  }

  @Test func reportsNoMarkOfWhatIsNotSafe() {
    let writer = Writer()
    writer.failure = .full
    var sink = CodedSink(FileSink(writer, isText: false), .block, recordsAreLines: false)
    #expect(throws: StorageError.full) { try sink.append(Self.blocks[...]) }
    #expect(sink.takeMarks() == [])
  }
}
