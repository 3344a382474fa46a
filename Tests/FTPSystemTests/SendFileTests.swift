import LibC
import Testing

@testable import FTPSystem

#if canImport(Glibc)
  @Suite("Sending a file to a peer that goes away does not end the process")
  struct SendFileTests {
    /// Of a call that sends in pieces, the first may succeed and the next raise SIGPIPE; the call says only what was sent.
    ///
    /// Whether it does depends on where in a piece the peer closes.
    @Test(arguments: 0..<1_024) func thePeerCloses(afterPages pages: Int) throws {
      let file = Platform.makeMemoryFile()
      try #require(file >= 0 && ftruncate(file, 16 << 20) == 0)
      defer { close(file) }
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { close(ends[0]) }
      let peer = ends[1]
      let hasStarted = Platform.startDetachedThread(stackSize: 1 << 17) {
        var left = pages % 64 * 4_096
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while left > 0 {
          let taken = read(peer, &buffer, min(left, buffer.count))
          guard taken > 0 else { break }
          left -= taken
        }
        close(peer)
      }
      try #require(hasStarted == 0)
      #expect(Platform.sendFile(from: file, offset: 0, count: 16 << 20, to: ends[0]) < 16 << 20)
    }
  }
#endif
