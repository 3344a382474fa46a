import FTPSystem
import FTPTransport
import TestSupport
import Testing

@Suite("Files are sent byte for byte", .queueing)
struct FileTransferTests {
  private static let bytes = (0..<3_000_017).map { UInt8(truncatingIfNeeded: $0 &* 131 >> 3) }

  @Test(
    "Sent",
    arguments: [
      (0, .max), (1, .max), (2_999_999, .max), (3_000_017, .max), (9_000_000, .max), (0, 0), (7, 1_000_000),
      (3_000_000, 1000),
    ] as [(Int, UInt64)])
  func sent(offset: Int, count: UInt64) async throws {
    let source = Resources.temporaryPath()
    let target = Resources.temporaryPath()
    defer {
      Resources.remove(source)
      Resources.remove(target)
    }
    let file = try LocalFile.create(source)
    try file.write(Self.bytes)
    try file.close()
    let expected = Self.bytes.dropFirst(offset).prefix(Int(clamping: count))

    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let address = listener.localAddress
    async let received = BlockingThread.run { () throws -> UInt64 in
      let connection = try TCPConnection.connect(to: address, deadline: .test)
      let file = try LocalFile.create(target, .exclusive)
      var (piece, total): ([UInt8], UInt64) = ([], 0)
      while case let count = try connection.read(appendingTo: &piece, deadline: .test), count > 0 {
        try file.write(piece)
        piece = []
        total += UInt64(count)
      }
      try file.close()
      return total
    }
    let progress = try await BlockingThread.run { () throws -> [UInt64] in
      let connection = try listener.accept(deadline: .test)
      let file = try LocalFile.open(source)
      var progress: [UInt64] = []
      let sent = try connection.send(
        file, from: UInt64(offset), count: count, idleLimit: .patience
      ) { progress.append($0) }
      #expect(sent == progress.last ?? 0)
      return progress
    }
    #expect(try await received == UInt64(expected.count))
    #expect(progress == progress.sorted() && progress.last ?? 0 == UInt64(expected.count))
    #expect(Resources.contents(of: target) == Array(expected))
  }

  @Test("A path that is not a regular file is distinguished from a broken connection")
  func fileFails() throws {
    try Loopback.ipv4.withPair { client, _ in
      let folder = try LocalFile.open("/")
      let error = #expect(throws: FileTransferError.self) { try client.send(folder) }
      #expect(error?.description == "cannot read /: Is a directory")
    }
  }

  @Test("A peer that takes nothing")
  func idle() throws {
    try Resources.withTemporaryPath { path in
      let file = try LocalFile.create(path)
      try file.truncate(to: 64 << 20)
      try Loopback.ipv4.withPair { client, _ in
        let error = #expect(throws: FileTransferError.self) {
          try client.send(file, idleLimit: .milliseconds(5))
        }
        guard case .connection(let cause) = error else {
          Issue.record("\(error as Any)")
          return
        }
        #expect(cause.cause == .timedOut(after: .milliseconds(5)))
      }
    }
  }

  @Test("A transfer is cancelled between two pieces")
  func cancelled() throws {
    let wakeUp = WakeUp()
    try Resources.withTemporaryPath { path in
      let file = try LocalFile.create(path)
      try file.truncate(to: 64 << 20)
      try Loopback.ipv4.withPair(clientWakeUp: wakeUp) { client, _ in
        let error = #expect(throws: FileTransferError.self) {
          try client.send(file, idleLimit: .patience) { _ in wakeUp.signal() }
        }
        guard case .connection(let inner) = error else {
          Issue.record("\(error as Any)")
          return
        }
        #expect(inner.isCancelled)
      }
    }
  }
}

extension TCPConnection {
  /// Sends a file from an offset to its end, or `count` bytes of it, and returns how many bytes were sent.
  ///
  /// `progress` is called after every piece with the total so far.
  @discardableResult
  func send(
    _ file: borrowing LocalFile, from offset: UInt64 = 0, count: UInt64 = .max, idleLimit: Duration? = nil,
    progress: (UInt64) -> Void = { _ in }
  ) throws(FileTransferError) -> UInt64 {
    var total: UInt64 = 0
    while total < count {
      let limit = Int(min(UInt64(Self.sendPiece), count - total))
      let sent = try send(
        pieceOf: file, at: offset &+ total, limit: limit, deadline: .after(idleLimit))
      if sent == 0 { break }
      total += UInt64(sent)
      progress(total)
    }
    return total
  }
}
