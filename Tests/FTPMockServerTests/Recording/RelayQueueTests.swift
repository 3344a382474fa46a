import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPRecording

@Suite("What is relayed ends as it ended, however slowly it is read", .queueing, .endsWhenItHangs)
struct RelayQueueTests {
  /// The close alert waits for room too; without it, the reader would take the end for a cut.
  @Test func aSlowReaderGetsTheCloseAlert() throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    var reader = try TCPConnection.connect(to: listener.localAddress, deadline: .after(.patience))
    var writer = try listener.accept(deadline: .after(.patience))
    try reader.startLayer(ToyLayer(.client, seed: 1))
    try writer.startLayer(ToyLayer(.server, seed: 1))
    while reader.isHandshaking || writer.isHandshaking {
      _ = (reader.ready(for: .readable), writer.ready(for: .readable))
    }
    var queue = RelayQueue()
    var count = 0
    // As much as the system takes, until it takes no more.
    while queue.byteCount == 0 {
      queue.append([UInt8](repeating: 7, count: 1 << 16))
      count += 1 << 16
      try queue.flush(to: writer)
    }
    queue.end()
    var buffer = [UInt8](repeating: 0, count: 1 << 10)
    var received = 0
    var hasWaited = false
    while true {
      try queue.flush(to: writer)
      hasWaited = hasWaited || queue.byteCount == 0 && !queue.isOver
      let piece = try reader.read(into: &buffer, deadline: .after(.patience))
      if piece == 0 { break }
      received += piece
    }
    #expect(received == count && hasWaited && queue.isOver)
  }
}
