import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("A connection with a record layer reads plain bytes, however the records come", .queueing)
struct LayerReadingTests {
  static let flow =
    ToyLayer.record(.data, "first") + ToyLayer.record(.data, "") + ToyLayer.record(.noise, "x")
    + ToyLayer.record(.data, " second")

  @Test("Records that are cut anywhere give the same bytes", arguments: 0...flow.count)
  func cut(at place: Int) throws {
    var ends = try RawEnd()
    try ends.establish(seed: UInt64(place))
    try ends.raw.write(Self.flow[..<place])
    // What has arrived is read before the rest is sent.
    var bytes: [UInt8] = []
    while !ends.layered.ready(for: .readable).isEmpty {
      _ = try ends.layered.read(appendingTo: &bytes, limit: 3, deadline: .after(.zero))
    }
    #expect("first second".bytes.starts(with: bytes))
    try ends.raw.write(Self.flow[place...])
    #expect(try bytes + ends.layered.readBytes(12 - bytes.count) == "first second".bytes)
  }

  @Test("The handshake may be cut anywhere too, and data may follow it in one segment")
  func cutHandshake() throws {
    let flow = RawEnd.handshake + Self.flow
    for place in 0...flow.count {
      var ends = try RawEnd()
      try ends.layered.startLayer(ToyLayer(.server, seed: UInt64(place)))
      try ends.raw.write(flow[..<place])
      _ = ends.layered.ready(for: .readable)
      try ends.raw.write(flow[place...])
      try ends.layered.handshake(deadline: .test)
      #expect(try ends.layered.readBytes(12) == "first second".bytes)
    }
  }

  @Test("Bytes that were read before the layer began belong to it")
  func readBefore() throws {
    var ends = try RawEnd()
    try ends.layered.startLayer(ToyLayer(.server, seed: 1), havingRead: Array(RawEnd.handshake.prefix(9)))
    try ends.raw.write(Array(RawEnd.handshake.dropFirst(9)))
    try ends.layered.handshake(deadline: .test)
  }

  @Test("Bytes that the layer holds make the connection readable, whatever the descriptor says")
  func heldBytes() throws {
    var ends = try RawEnd()
    try ends.establish()
    try ends.raw.write(ToyLayer.record(.data, "four"))
    var one: [UInt8] = [0]
    #expect(try ends.layered.read(into: &one, deadline: .test) == 1)
    var entries = WaitSet()
    entries.add(ends.layered, .readable)
    try entries.wait(deadline: .after(.zero))
    #expect(ends.layered.ready(for: .readable) == .readable)
    #expect(ends.layered.ready(for: [.readable, .writable]) == [.readable, .writable])
    #expect(try ends.layered.wait(for: .readable, deadline: .after(.zero)) == .readable)
    let never = try TCPListener(on: .loopbackIPv4(port: 0))
    let (first, second) = try waitForEither(
      never, .readable, or: ends.layered, .readable, deadline: .after(.zero))
    #expect(first == [] && second == .readable)
    #expect(ends.layered.bytesAvailable == 3)
    var rest = [UInt8](repeating: 0, count: 8)
    #expect(try ends.layered.readAvailable(into: &rest) == 3)
    #expect(try ends.layered.readAvailable(into: &rest) == nil)
    #expect(ends.layered.ready(for: .readable) == [])
  }

  @Test("An incomplete record is not readable: each wait lasts until its deadline")
  func halfARecord() throws {
    var ends = try RawEnd()
    try ends.establish()
    let record = ToyLayer.record(.data, "whole")
    try ends.raw.write(record.dropLast())
    let short = Duration.milliseconds(30)
    #expect(ends.layered.ready(for: .readable) == [])
    #expect(ends.layered.bytesAvailable == 0)
    let layered = cause { _ = try ends.layered.wait(for: .readable, deadline: .after(short)) }
    #expect(layered == .timedOut(after: short))
    var buffer = [UInt8](repeating: 0, count: 8)
    let read = cause { _ = try ends.layered.read(into: &buffer, deadline: .after(short)) }
    #expect(read == .timedOut(after: short))
    let never = try TCPListener(on: .loopbackIPv4(port: 0))
    let either = cause {
      _ = try waitForEither(never, .readable, or: ends.layered, .readable, deadline: .after(short))
    }
    #expect(either == .timedOut(after: short))
    try ends.raw.write(record.suffix(1))
    #expect(try ends.layered.read(into: &buffer, deadline: .test) == 5)
  }

  @Test("A wait that wakes at one half of a record ends with the other")
  func halvesInAWait() async throws {
    var ends = try RawEnd()
    try ends.establish()
    let record = ToyLayer.record(.data, "whole")
    let (connection, raw) = (Shared(ends.layered), Shared(ends.raw))
    async let events: SocketEvents = BlockingThread.run { () throws(TransportError) in
      try connection.connection.wait(for: .readable, deadline: .test)
    }
    // Whether the wait has begun yet or not, it must not end before the second half arrives.
    try await BlockingThread.run { () throws(TransportError) in
      for byte in record { try raw.connection.write([byte]) }
    }
    #expect(try await events == .readable)
    #expect(connection.connection.bytesAvailable == 5)
  }

  @Test("Bytes that are not a record are an error, for readers and writers")
  func garbage() throws {
    var ends = try RawEnd()
    try ends.establish()
    try ends.raw.write("220 clear text\r\n".bytes)
    var buffer: [UInt8] = [0]
    let expected = TransportError.Cause.layer("no record begins with 50")
    #expect(cause { _ = try ends.layered.read(into: &buffer, deadline: .test) } == expected)
    #expect(cause { try ends.layered.write([1], deadline: .test) } == expected)
  }
}
