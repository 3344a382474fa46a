import FTPConversation

/// The bytes of one row, with placeholders in them and the places where segments end.
///
/// For a row of the control connection, the bytes include the line end, however it is written.
package struct VectorLine: Hashable, Sendable {
  /// A piece of a line.
  package enum Part: Hashable, Sendable {
    /// Bytes as sent.
    case bytes([UInt8])
    /// Bytes that differ from one replay to the next.
    case placeholder(Placeholder)
    /// The end of a segment; the next is sent after this time, or at once if nil.
    case cut(pause: Duration?)
  }

  /// The pieces in order.
  ///
  /// Neighbouring bytes are one piece.
  package private(set) var parts: [Part] = []

  /// Makes a line of pieces; empty ones are omitted, and neighbouring bytes are joined.
  package init(_ parts: [Part]) {
    for part in parts { append(part) }
  }

  /// Makes a line of bytes, with the offsets at which segments end.
  package init(_ bytes: some Collection<UInt8>, cuts: [Int] = []) {
    let bytes = Array(bytes)
    var start = 0
    for cut in cuts.sorted() where cut >= start && cut <= bytes.count {
      append(.bytes(Array(bytes[start..<cut])))
      append(.cut(pause: nil))
      start = cut
    }
    append(.bytes(Array(bytes[start...])))
  }

  /// Adds a piece at the end.
  package mutating func append(_ part: Part) {
    guard case .bytes(let bytes) = part else {
      parts.append(part)
      return
    }
    guard !bytes.isEmpty else { return }
    if case .bytes(var before) = parts.last {
      // Taken out, so that it is this one that grows and no copy.
      parts.removeLast()
      before += bytes
      parts.append(.bytes(before))
    } else {
      parts.append(part)
    }
  }

  /// The placeholders in order.
  package var placeholders: [Placeholder] {
    parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// The bytes with placeholders replaced, and where the segments end.
  package func rendered(_ bindings: PlaceholderBindings) -> Rendering {
    var rendering = Rendering()
    for part in parts {
      switch part {
      case .bytes(let bytes): rendering.bytes += bytes
      case .placeholder(let placeholder): rendering.bytes += Array(bindings.wireText(of: placeholder).utf8)
      case .cut(let pause): rendering.cuts.append(SegmentCut(offset: rendering.bytes.count, pause: pause))
      }
    }
    return rendering
  }

  /// Bytes that can be sent.
  package struct Rendering: Hashable, Sendable {
    /// The bytes of the row, line end included.
    package var bytes: [UInt8] = []
    /// Where segments end, ascending.
    package var cuts: [SegmentCut] = []
  }
}
