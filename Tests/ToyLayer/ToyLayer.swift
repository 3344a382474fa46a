import FTPProtocol
import FTPTransport

/// A record layer that hides nothing and is hard on the code that carries it: length-prefixed records with flipped
/// bytes, more of them than necessary, read in pieces of any size.
///
/// A record consists of a type, two bytes of length, and the body with every byte flipped. The client speaks first, as
/// in TLS: `TOY?`, `TOY!`, `DONE`. The server then sends a record without meaning, as a TLS 1.3 server sends tickets,
/// and more of them from time to time.
package struct ToyLayer: RecordLayer {
  /// The types of record.
  package enum Kind: UInt8, Sendable { case handshake = 0xF1, data, alert, noise }

  /// The next step of the handshake.
  private enum Phase { case hello, answer, done, established }

  /// The largest body of a record.
  package static let largestBody = 8192

  private let side: RecordLayers.Side
  private var dice: SeededGenerator
  private var phase: Phase
  /// The received part of an incomplete record.
  private var partial: [UInt8] = []
  package private(set) var readLimit = 1
  package private(set) var hasPeerClosed = false
  /// Whether files may bypass the layer, for a test of exactly that.
  package var mayBypass = false

  /// Makes one end.
  ///
  /// The seed determines how data are divided into records.
  package init(_ side: RecordLayers.Side, seed: UInt64) {
    self.side = side
    dice = SeededGenerator(seed: seed &* 2 &+ (side == .client ? 1 : 0))
    phase = side == .client ? .answer : .hello
  }

  package var isEstablished: Bool { phase == .established }

  package mutating func begin(_ output: inout [UInt8]) {
    if side == .client { Self.append(.handshake, "TOY?".utf8.span, to: &output) }
  }

  package mutating func open(
    _ bytes: Span<UInt8>, into plain: inout [UInt8], answering output: inout [UInt8]
  ) throws(RecordLayerError) -> Int {
    readLimit = roll(3) == 0 ? 1 + roll(8) : 1 + roll(20_000)
    let known = partial.count
    bytes.withUnsafeBufferPointer { partial.append(contentsOf: $0) }
    var position = 0
    defer { partial.removeFirst(position) }
    while partial.count - position >= 3, !hasPeerClosed {
      let length = Int(partial[position + 1]) << 8 | Int(partial[position + 2])
      guard let kind = Kind(rawValue: partial[position]), length <= Self.largestBody else {
        throw RecordLayerError("no record begins with \(partial[position])")
      }
      guard partial.count - position - 3 >= length else { break }
      let body = position + 3..<position + 3 + length
      position = body.upperBound
      try take(kind, body, into: &plain, &output)
    }
    guard hasPeerClosed else { return bytes.count }
    defer { partial.removeAll() }
    defer { position = 0 }
    return position - known
  }

  private mutating func take(
    _ kind: Kind, _ body: Range<Int>, into plain: inout [UInt8], _ output: inout [UInt8]
  ) throws(RecordLayerError) {
    switch (kind, phase) {
    case (.alert, _): hasPeerClosed = true
    case (.noise, .established): break
    case (.data, .established):
      let start = plain.count
      partial.withUnsafeBufferPointer { plain.append(contentsOf: UnsafeBufferPointer(rebasing: $0[body])) }
      Self.flip(&plain, from: start)
      // At any time, a server may send something that is not an answer.
      if side == .server, roll(8) == 0 { Self.append(.noise, "another ticket".utf8.span, to: &output) }
    case (.handshake, .hello) where isFlipped(body, "TOY?"):
      phase = .done
      Self.append(.handshake, "TOY!".utf8.span, to: &output)
    case (.handshake, .answer) where isFlipped(body, "TOY!"):
      phase = .established
      Self.append(.handshake, "DONE".utf8.span, to: &output)
    case (.handshake, .done) where isFlipped(body, "DONE"):
      phase = .established
      Self.append(.noise, "a ticket".utf8.span, to: &output)
    default: throw RecordLayerError("a record of type \(kind) has no place here")
    }
  }

  private func isFlipped(_ body: Range<Int>, _ text: String) -> Bool {
    partial[body].elementsEqual(text.utf8.map { ~$0 })
  }

  package mutating func seal(
    _ bytes: Span<UInt8>, into output: inout [UInt8]
  ) throws(RecordLayerError) -> Int {
    guard isEstablished else { return 0 }
    if roll(8) == 0 { Self.append(.data, bytes.extracting(first: 0), to: &output) }
    if roll(8) == 0 { Self.append(.noise, bytes.extracting(first: min(bytes.count, 5)), to: &output) }
    var rest = bytes
    while rest.count > 0 {
      var count = min(rest.count, Self.largestBody)
      if count > 1, roll(2) == 0 { count = 1 + roll(count - 1) }
      Self.append(.data, rest.extracting(first: count), to: &output)
      rest = rest.extracting(droppingFirst: count)
    }
    return bytes.count
  }

  package mutating func close(_ output: inout [UInt8]) {
    Self.append(.alert, "BYE".utf8.span, to: &output)
  }

  /// One record with these bytes.
  package static func record(_ kind: Kind, _ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(kind, text.utf8.span, to: &bytes)
    return bytes
  }

  /// A number from 0 to `limit - 1`.
  private mutating func roll(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }

  private static func append(_ kind: Kind, _ body: Span<UInt8>, to output: inout [UInt8]) {
    output += [kind.rawValue, UInt8(body.count >> 8), UInt8(body.count & 0xFF)]
    let start = output.count
    body.withUnsafeBufferPointer { output.append(contentsOf: $0) }
    flip(&output, from: start)
  }

  /// Flips every byte, eight at a time, because tests are not optimized.
  private static func flip(_ bytes: inout [UInt8], from start: Int) {
    bytes.withUnsafeMutableBytes { bytes in
      var index = start
      while index + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        bytes.storeBytes(of: ~word, toByteOffset: index, as: UInt64.self)
        index += 8
      }
      while index < bytes.count {
        bytes[index] = ~bytes[index]
        index += 1
      }
    }
  }
}
