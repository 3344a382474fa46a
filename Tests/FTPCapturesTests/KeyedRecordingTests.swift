import FTPConversation
import FTPProtocol
import FTPTransport
import FTPVectors
import Foundation
import TestSupport
import Testing

@testable import FTPCaptures

/// Recordings under TLS that are in `Vectors` three times: as a vector, as the captured packets, and as the keys of
/// these sessions, which were made for a test user.
@Suite(
  "A recording under TLS agrees with the packets",
  .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"))
struct KeyedRecordingTests {
  static let recordings = ["recorded/pyftpdlib-tls-2.2.0/keyed", "recorded/vsftpd-tls-3.0.3/keyed"]

  private static func bytes(_ file: String) throws -> [UInt8] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try Array(Data(contentsOf: package.appending(path: "Vectors/\(file)")))
  }

  /// Both directions of a connection.
  private struct Stream {
    var flow: TCPFlow
    var client: [UInt8] = []
    var server: [UInt8] = []
  }

  /// The connections of a capture in the order in which they were opened.
  private static func streams(_ capture: [UInt8]) throws -> [Stream] {
    var parser = CaptureParser(limits: CaptureLimits())
    parser.append(capture)
    var streams: [Stream] = []
    while let packet = try parser.next() {
      guard case .ip(let offset) = packet.linkType.network(of: packet.bytes),
        let datagram = IPDatagram(packet.bytes[offset...], length: packet.originalLength - offset),
        case .tcp(let bytes, let length) = datagram.content, let segment = TCPSegment(bytes, length: length)
      else { continue }
      let source = CaptureEndpoint(host: datagram.source, port: segment.sourcePort)
      let destination = CaptureEndpoint(host: datagram.destination, port: segment.destinationPort)
      func isOf(_ stream: Stream) -> Bool {
        Set([stream.flow.initiator, stream.flow.responder]) == [source, destination]
      }
      if !streams.contains(where: isOf) {
        streams.append(Stream(flow: TCPFlow(initiator: source, responder: destination)))
      }
      guard let index = streams.firstIndex(where: isOf) else { continue }
      let side = streams[index].flow.side(of: source)
      for case .bytes(let from, let bytes) in streams[index].flow.receive(segment, from: side, limit: 1 << 20)
      {
        if from == .initiator { streams[index].client += bytes } else { streams[index].server += bytes }
      }
    }
    return streams
  }

  /// The number of bytes before the first TLS record, which begins with its type and version.
  private static func clearCount(_ bytes: [UInt8]) -> Int {
    bytes.indices.first { bytes[$0] == 22 && bytes[$0...].dropFirst().first == 3 } ?? bytes.count
  }

  /// Plain bytes of a direction, and whether a close alert ends them.
  private static func opened(
    _ bytes: [UInt8], of side: String, _ keys: TLSOpener.Keys, _ stream: Stream
  ) throws -> (bytes: [UInt8], isClosed: Bool) {
    let hello = stream.client[clearCount(stream.client)...]
    let clear = clearCount(bytes)
    var opener = try TLSOpener(side, keys, hello: hello)
    let contents = try opener.open(bytes[clear...])
    var plain = Array(bytes[..<clear])
    for case .data(let bytes) in contents { plain += bytes }
    return (plain, contents.last == .alert(0))
  }

  /// Splits after each line feed.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: true).map { $0 + [0x0A] }
  }

  @Test(arguments: recordings) func agreesWithThePackets(_ name: String) throws {
    let vector = try Vector(parsing: Self.bytes("\(name).ftpv"))
    let keys = try TLSOpener.Keys(String(decoding: Self.bytes("\(name).keys"), as: UTF8.self))
    let streams = try Self.streams(Self.bytes("\(name).pcap"))
    let control = try #require(streams.first)
    var bindings = PlaceholderBindings()

    let said = try Self.opened(control.client, of: "CLIENT", keys, control)
    let commands = vector.rows.compactMap { if case .command(let line) = $0.content { line } else { nil } }
    #expect(commands.count > 5 && Self.lines(said.bytes).count == commands.count)
    for (line, bytes) in zip(commands, Self.lines(said.bytes)) {
      #expect(line.matches(bytes, &bindings), "\(line) is not \(String(decoding: bytes, as: UTF8.self))")
    }
    let answered = try Self.opened(control.server, of: "SERVER", keys, control)
    let replies = vector.rows.compactMap { if case .reply(let line) = $0.content { line } else { nil } }
    #expect(Self.lines(answered.bytes).count == replies.count)
    for (line, bytes) in zip(replies, Self.lines(answered.bytes)) {
      #expect(line.matches(bytes, &bindings), "\(line) is not \(String(decoding: bytes, as: UTF8.self))")
    }

    // The marks agree with the packets: a handshake for each connection, and a close alert where a mark says that one
    // came.
    let marks = vector.rows.compactMap { if case .mark(let mark) = $0.content { mark } else { nil } }
    let established = marks.count { if case .tls(_, .established) = $0 { true } else { false } }
    #expect(established == streams.count && streams.count > 1)
    var transfers: [(bytes: [UInt8], hasEnded: Bool)] = []
    for row in vector.rows {
      switch row.content {
      case .mark(.dataOpened): transfers.append(([], false))
      case .mark(.tls(.some, .ended)): transfers[transfers.count - 1].hasEnded = true
      case .data(_, let line): transfers[transfers.count - 1].bytes += line.rendered(bindings).bytes
      default: break
      }
    }
    #expect(transfers.count == streams.count - 1)
    for (transfer, stream) in zip(transfers, streams.dropFirst()) {
      let sent = try Self.opened(stream.server, of: "SERVER", keys, stream)
      #expect(sent.bytes == transfer.bytes && !sent.bytes.isEmpty)
      #expect(sent.isClosed == transfer.hasEnded)
    }
  }

  /// The keys of another session open nothing.
  @Test func otherKeysOpenNothing() throws {
    let (one, other) = (Self.recordings[0], Self.recordings[1])
    let control = try #require(try Self.streams(Self.bytes("\(one).pcap")).first)
    let keys = try TLSOpener.Keys(String(decoding: Self.bytes("\(other).keys"), as: UTF8.self))
    #expect(throws: TLSOpener.Trouble.self) { try Self.opened(control.client, of: "CLIENT", keys, control) }
  }
}
