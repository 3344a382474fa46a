import Testing

@testable import FTPMockServer

@Suite("Bytes in chunks are the bytes that were appended")
struct ByteChunksTests {
  @Test(arguments: [0, 1, ByteChunks.chunkSize - 1, ByteChunks.chunkSize, ByteChunks.chunkSize + 1, 700_001])
  func readsBackWhatWasAppended(count: Int) {
    let bytes = FileContents.patternBytes(at: 0, count: count)
    for step in [1021, ByteChunks.chunkSize, max(1, count)] {
      var chunks = ByteChunks()
      var rest = bytes[...]
      while !rest.isEmpty {
        chunks.append(rest.prefix(step))
        rest = rest.dropFirst(step)
      }
      #expect(chunks.count == count)
      let contents = FileContents(chunks)
      #expect(contents.allBytes == bytes)
      #expect(contents.memory == UInt64(count))
      for offset in [0, 1, ByteChunks.chunkSize - 1, ByteChunks.chunkSize, count - 1, count, count + 1]
      where offset >= 0 {
        let piece = contents.bytes(at: UInt64(offset), limit: 100)
        #expect(piece.isEmpty == (offset >= count))
        #expect(piece.elementsEqual(bytes.dropFirst(offset).prefix(piece.count)))
      }
    }
  }
}
