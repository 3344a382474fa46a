/// Reads the packets of a capture, pcap or pcapng, from bytes that may be appended in pieces.
///
///     var parser = CaptureParser()
///     parser.append(bytesOfTheFile)
///     while let packet = try parser.next() { print(packet.time, packet.bytes.count) }
///     try parser.finish()
///
/// Both orders of bytes are read, times in microseconds, nanoseconds and whatever else pcapng allows, several sections
/// and interfaces. No input traps, and ``CaptureLimits`` limits the memory of the parser. Once it has thrown, it
/// always throws the same error.
package struct CaptureParser: Sendable {
  /// The limits on what the parser holds.
  package let limits: CaptureLimits
  /// How many packets have been read.
  package private(set) var packetCount = 0

  private enum Format {
    case unknown
    case plain(PlainCapture)
    case blocks(BlockCapture)
  }

  private var format = Format.unknown
  private var buffer: [UInt8] = []
  private var start = 0
  /// The offset of `buffer[0]` in the file.
  private var base = 0
  private var failure: CaptureError?

  /// Makes a parser at the beginning of a file.
  package init(limits: CaptureLimits = CaptureLimits()) { self.limits = limits }

  /// Takes in bytes of the file; nothing is read until ``next()``.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    if start > 1 << 16, start >= buffer.count / 2 {
      buffer.removeSubrange(..<start)
      base += start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next packet; nil if more bytes are needed.
  ///
  /// - Throws: if the file is not a capture, exceeds a limit, or is malformed.
  package mutating func next() throws(CaptureError) -> CapturedPacket? {
    if let failure { throw failure }
    do throws(CaptureError) {
      while let step = try step() {
        start += step.length
        guard let packet = step.packet else { continue }
        packetCount += 1
        return packet
      }
      return nil
    } catch {
      throw fail(error)
    }
  }

  /// Marks the end of the file; throws if it ends inside something, or is not a capture.
  package mutating func finish() throws(CaptureError) {
    if let failure { throw failure }
    if case .unknown = format, case let rest = buffer[start...], rest.count >= 4, !BlockCapture.begins(rest) {
      do throws(CaptureError) { _ = try PlainCapture.order(rest) } catch { throw fail(error) }
    }
    guard let rest = remainder() else { return }
    throw fail(CaptureError(rest, packet: packetCount, offset: base + start))
  }

  private mutating func fail(_ error: CaptureError) -> CaptureError {
    failure = error
    buffer = []
    start = 0
    return error
  }

  /// The unfinished part at the end of the file.
  private func remainder() -> CaptureError.Reason? {
    let rest = buffer[start...]
    switch format {
    case .unknown:
      if rest.isEmpty { return .empty }
      if rest.count < 4 { return .notACapture(Array(rest)) }
      if BlockCapture.begins(rest) { return BlockCapture().shortage(rest, packet: packetCount + 1) }
      return .truncated(part: "its header", length: 24, found: rest.count)
    case .plain(let capture):
      return capture.shortage(rest, packet: packetCount + 1)
    case .blocks(let capture):
      return capture.shortage(rest, packet: packetCount + 1)
    }
  }

  /// One step through the file: its length, and the packet in it; nil if more bytes are needed.
  private mutating func step() throws(CaptureError) -> CaptureStep? {
    let rest = buffer[start...]
    let place = CapturePlace(packet: packetCount + 1, offset: base + start, limits: limits)
    switch format {
    case .unknown:
      // As many bytes as an error shows, so that it does not depend on how the file was cut.
      guard rest.count >= 8 else { return nil }
      if BlockCapture.begins(rest) {
        format = .blocks(BlockCapture())
        return CaptureStep(length: 0)
      }
      guard let order = try PlainCapture.order(rest) else { return nil }
      guard rest.count >= 24 else { return nil }
      format = .plain(try PlainCapture(rest, order))
      return CaptureStep(length: 24)
    case .plain(let capture): return try capture.step(rest, place)
    case .blocks(var capture):
      let step = try capture.step(rest, place)
      format = .blocks(capture)
      return step
    }
  }
}

/// A step through a capture.
struct CaptureStep {
  /// How many bytes it takes.
  var length: Int
  var packet: CapturedPacket?
}

/// The start of a step, for errors, and its limits.
struct CapturePlace {
  var packet: Int
  var offset: Int
  var limits: CaptureLimits

  func error(_ reason: CaptureError.Reason) -> CaptureError {
    CaptureError(reason, packet: packet, offset: offset)
  }
}
