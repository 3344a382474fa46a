/// Reads compressed mode (RFC 959, section 3.4.3).
///
/// A repeat or filler run of no bytes is accepted: it is the only way to end a file that has no last string. An escape
/// without a string after it counts at the close, and is noted. At most one string is kept,
/// 127 octets.
package struct CompressedDecoder: TransferDecoder, Hashable {
  private enum State: Hashable {
    case string, descriptor
    case literal(left: Int)
    case repeated(count: Int)
    /// The string has ended; the ends that its descriptor announces may follow.
    case end
  }

  /// True once the end of the file was returned.
  package private(set) var isFinished = false
  /// Errors that were tolerated.
  package var deviations: [RequirementID] { content.deviations }

  private let filler: UInt8
  private var state = State.string
  /// The flags for the current string, or for the next.
  private var content = BlockContent()
  private var offset: UInt64 = 0

  /// Makes a decoder; the filler is a space for text and zero for Image and Local types.
  package init(filler: UInt8) { self.filler = filler }

  /// Takes the next element; no bytes are an error.
  package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(ValueDeviation) -> TransferElement? {
    while !isFinished {
      if case .end = state {
        if let element = endString() { return element }
        continue
      }
      guard let first = bytes.first else { return nil }
      if case .literal(let left) = state {
        let piece = bytes.prefix(left)
        take(piece.count, of: &bytes)
        state = piece.count == left ? .end : .literal(left: left - piece.count)
        if let element = content.pass(piece) { return element }
        continue
      }
      take(1, of: &bytes)
      if let run = control(first), let element = content.pass(run) { return element }
    }
    return nil
  }

  /// The ends that an escape announced but no string delivered; throws if the close precedes the end of the file.
  package mutating func finish() throws(ValueDeviation) -> [TransferElement] {
    if isFinished { return [] }
    guard state == .string else {
      throw ValueDeviation("959:3.4.3:compressed-runs", "the close inside a string", at: offset)
    }
    guard content.descriptor.contains(.endOfFile) else {
      throw ValueDeviation("959:3.4.2:block-eof-flag", "the close before the end of the file", at: offset)
    }
    content.note("959:3.4.3:compressed-runs")
    state = .end
    var elements: [TransferElement] = []
    while !isFinished { if let element = endString() { elements.append(element) } }
    return elements
  }

  /// Takes a byte other than the data of a literal string; returns a run that it completes.
  private mutating func control(_ byte: UInt8) -> ArraySlice<UInt8>? {
    switch state {
    case .descriptor:
      content.add(flags: byte)
      state = .string
      return nil
    case .repeated(let count):
      state = .end
      return [UInt8](repeating: byte, count: count)[...]
    default:
      let count = Int(byte & 0x3F)
      switch byte >> 6 {
      case 2: state = .repeated(count: count)
      case 3:
        state = .end
        return [UInt8](repeating: filler, count: count)[...]
      default: state = byte == 0 ? .descriptor : .literal(left: Int(byte))
      }
      return nil
    }
  }

  /// What ends with a string, one per call.
  private mutating func endString() -> TransferElement? {
    if let element = content.end() { return element }
    state = .string
    defer { content.descriptor = [] }
    guard content.descriptor.contains(.endOfFile) else { return nil }
    isFinished = true
    return .endOfFile
  }

  private mutating func take(_ count: Int, of bytes: inout ArraySlice<UInt8>) {
    bytes = bytes[(bytes.startIndex + count)...]
    offset += UInt64(count)
  }
}
