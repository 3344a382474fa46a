import TestSupport
import Testing

@testable import FTPTransport

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A write is a segment", .queueing)
struct SegmentTests {
  #if canImport(Glibc)
    @Test("The system sends as many segments as there were writes", arguments: Loopback.allCases)
    func segmentsSent(loopback: Loopback) throws {
      try loopback.withPair { client, server in
        for piece in ["2", "20 wel", "come\r\n"] { try client.write(piece.bytes) }
        #expect(try server.readBytes(13) == "220 welcome\r\n".bytes)
        #expect(Self.dataSegmentsSent(client.descriptor) == 3)
        // With a fast peer, the effect of Nagle's algorithm on a slow one does not show.
        #expect(Self.hasNoDelay(client.descriptor) && Self.hasNoDelay(server.descriptor))
      }
    }

    private static func hasNoDelay(_ descriptor: Int32) -> Bool {
      var value: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &value, &length) == 0 && value != 0
    }

    /// `tcpi_data_segs_out` of `struct tcp_info`, which is missing from libc's older header.
    private static func dataSegmentsSent(_ descriptor: Int32) -> UInt32? {
      var information = [UInt8](repeating: 0, count: 256)
      var length = socklen_t(information.count)
      let result = getsockopt(descriptor, Int32(IPPROTO_TCP), 11, &information, &length)
      guard result == 0, length >= 160 else { return nil }
      return information.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 156, as: UInt32.self) }
    }
  #endif

  #if os(Linux)
    @Test("Bytes that the peer's system has not taken are counted", arguments: Loopback.allCases)
    func unconfirmed(loopback: Loopback) throws {
      try loopback.withPair { client, server in
        server.setReceiveBuffer(4_096)
        client.setSendBuffer(1 << 20)
        let bytes = [UInt8](repeating: 0x78, count: 1 << 19)
        let written = try client.writeAvailable(bytes.span)
        #expect(client.bytesUnconfirmed > 0)
        var count = 0
        while count < written {
          var piece: [UInt8] = []
          count += try server.read(appendingTo: &piece, deadline: .test)
        }
        let end = ContinuousClock.now + .patience
        while client.bytesUnconfirmed > 0, ContinuousClock.now < end { continue }
        #expect(client.bytesUnconfirmed == 0)
      }
    }
  #endif

  @Test("A reader that keeps up sees each write separately", arguments: Loopback.allCases)
  func readApart(loopback: Loopback) throws {
    try loopback.withPair { client, server in
      for piece in ["22", "0 wel", "come", "\r", "\n"] {
        try client.write(piece.bytes)
        var bytes: [UInt8] = []
        _ = try server.read(appendingTo: &bytes, deadline: .test, order: .waitFirst)
        #expect(bytes == piece.bytes)
      }
    }
  }

  @Test("1,000 connections, opened and closed, leave no descriptor")
  func descriptorsClose() async throws {
    guard Resources.descriptorCount() != nil else {
      try Test.cancel("descriptors can be counted on Linux only")
    }
    await #expect(processExitsWith: .success) {
      let before = try #require(Resources.descriptorCount())
      let listener = try TCPListener(on: .loopbackIPv4(port: 0))
      for turn in 0..<1000 {
        let wakeUp = WakeUp()
        let client = try TCPConnection.connect(to: listener.localAddress, deadline: .test, wakeUp: wakeUp)
        let server = try listener.accept(deadline: .test, wakeUp: wakeUp)
        // Every way to end a connection; a reset leaves no port waiting.
        switch turn % 4 {
        case 0: client.close()
        case 1: client.reset()
        case 2: try client.shutdownWrite()
        default: client.shutdownBoth()
        }
        server.reset()
        #expect(throws: TransportError.self) {
          _ = try listener.accept(deadline: .after(.zero))
        }
      }
      #expect(try #require(Resources.descriptorCount()) <= before + 20)
    }
  }
}
