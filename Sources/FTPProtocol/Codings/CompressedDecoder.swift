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
  package private(set) var deviations: [RequirementID] = []

  private let filler: UInt8
  private var state = State.string
  /// The flags for the current string, or for the next.
  private var descriptor: BlockDescriptor = []
  private var marker: [UInt8] = []
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
        if let element = pass(piece) { return element }
        continue
      }
      take(1, of: &bytes)
      if let run = control(first), let element = pass(run) { return element }
    }
    return nil
  }

  /// The ends that an escape announced but no string delivered; throws if the close precedes the end of the file.
  package mutating func finish() throws(ValueDeviation) -> [TransferElement] {
    if isFinished { return [] }
    guard state == .string else {
      throw ValueDeviation("959:3.4.3:compressed-runs", "the close inside a string", at: offset)
    }
    guard descriptor.contains(.endOfFile) else {
      throw ValueDeviation("959:3.4.2:block-eof-flag", "the close before the end of the file", at: offset)
    }
    note("959:3.4.3:compressed-runs")
    state = .end
    var elements: [TransferElement] = []
    while !isFinished { if let element = endString() { elements.append(element) } }
    return elements
  }

  /// Takes a byte other than the data of a literal string; returns a run that it completes.
  private mutating func control(_ byte: UInt8) -> ArraySlice<UInt8>? {
    switch state {
    case .descriptor:
      let flags = BlockDescriptor(rawValue: byte)
      if !flags.unassigned.isEmpty { note("959:3.4.2:block-flags") }
      descriptor.formUnion(flags)
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

  /// Data, or nil if it is empty or belongs to a marker.
  private mutating func pass(_ data: ArraySlice<UInt8>) -> TransferElement? {
    if data.isEmpty { return nil }
    if descriptor.contains(.restartMarker) {
      marker += data
      return nil
    }
    return descriptor.contains(.suspectData) ? .suspectData(data) : .data(data)
  }

  /// What ends with a string, one per call.
  private mutating func endString() -> TransferElement? {
    if descriptor.contains(.restartMarker) {
      descriptor.remove(.restartMarker)
      defer { marker = [] }
      if (try? RestartMarker(marker)) == nil { note("959:3.4.2:marker-printable") }
      return .marker(marker)
    }
    if descriptor.contains(.endOfRecord) {
      descriptor.remove(.endOfRecord)
      return .endOfRecord
    }
    state = .string
    defer { descriptor = [] }
    guard descriptor.contains(.endOfFile) else { return nil }
    isFinished = true
    return .endOfFile
  }

  private mutating func take(_ count: Int, of bytes: inout ArraySlice<UInt8>) {
    bytes = bytes[(bytes.startIndex + count)...]
    offset += UInt64(count)
  }

  private mutating func note(_ requirement: RequirementID) {
    if !deviations.contains(requirement) { deviations.append(requirement) }
  }
}
