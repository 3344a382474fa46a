/// Writes compressed mode: literal strings, repeats of one byte, runs of the filler, and escapes with
/// a descriptor for the string after them (RFC 959, section 3.4.3).
///
/// The last string is held back until it is clear whether it ends a record or the file, since its descriptor
/// precedes it. The same elements give the same bytes, however the data is cut.
package struct CompressedEncoder: TransferEncoder, Hashable {
  private let filler: UInt8
  private var held: [UInt8] = []
  private var isSuspect = false

  /// Makes an encoder; the filler is a space for text and zero for Image and Local types.
  package init(filler: UInt8) { self.filler = filler }

  /// Appends as much of the data as is settled, or all of it with the descriptor of an end.
  ///
  /// - Throws: if a marker is empty or longer than 127 octets, which fits no string.
  package mutating func encode(
    _ element: TransferElement, into bytes: inout [UInt8]
  ) throws(ValueDeviation) {
    switch element {
    case .data(let data): append(data, isSuspect: false, to: &bytes)
    case .suspectData(let data): append(data, isSuspect: true, to: &bytes)
    case .endOfRecord: end(.endOfRecord, &bytes)
    case .endOfFile: end(.endOfFile, &bytes)
    case .marker(let marker):
      guard (1...127).contains(marker.count) else {
        throw ValueDeviation(
          "959:3.4.3:compressed-runs", "a marker of \(marker.count) octets, which fits no string")
      }
      flush([], &bytes)
      bytes += [0, BlockDescriptor.restartMarker.rawValue, UInt8(marker.count)]
      bytes += marker
    }
  }

  private mutating func append(_ data: ArraySlice<UInt8>, isSuspect: Bool, to bytes: inout [UInt8]) {
    guard !data.isEmpty else { return }
    if isSuspect != self.isSuspect { flush([], &bytes) }
    self.isSuspect = isSuspect
    held += data
    var start = 0
    while let string = nextString(from: start, isLast: false) {
      append(string, from: start, [], to: &bytes)
      start += string.count
    }
    held.removeSubrange(..<start)
  }

  /// An end without a string to carry it gets a run of no fillers.
  private mutating func end(_ descriptor: BlockDescriptor, _ bytes: inout [UInt8]) {
    if held.isEmpty {
      bytes += [0, descriptor.rawValue, 0xC0]
    } else {
      flush(descriptor, &bytes)
    }
  }

  private mutating func flush(_ descriptor: BlockDescriptor, _ bytes: inout [UInt8]) {
    var start = 0
    while let string = nextString(from: start, isLast: true) {
      let end = start + string.count
      append(string, from: start, end == held.count ? descriptor : [], to: &bytes)
      start = end
    }
    held.removeAll(keepingCapacity: true)
  }

  private enum Form {
    case literal, repeated, filler
  }

  private func append(
    _ string: (form: Form, count: Int), from start: Int, _ descriptor: BlockDescriptor,
    to bytes: inout [UInt8]
  ) {
    let flags = isSuspect ? descriptor.union(.suspectData) : descriptor
    if !flags.isEmpty { bytes += [0, flags.rawValue] }
    let count = UInt8(truncatingIfNeeded: string.count)
    switch string.form {
    case .filler: bytes.append(0xC0 | count)
    case .repeated: bytes += [0x80 | count, held[start]]
    case .literal:
      bytes.append(count)
      bytes += held[start..<(start + string.count)]
    }
  }

  /// The string that begins at a position; nil at the end of the data, or if more data might change it.
  private func nextString(from start: Int, isLast: Bool) -> (form: Form, count: Int)? {
    guard start < held.count else { return nil }
    let run = runLength(at: start, limit: 63)
    if !isLast, start + run == held.count { return nil }
    if held[start] == filler, run >= 2 { return (.filler, run) }
    if run >= 3 { return (.repeated, run) }
    var end = start
    while end < held.count, end - start < 127 {
      let run = runLength(at: end, limit: 3)
      if run >= 3 || (run == 2 && held[end] == filler) { break }
      // Two bytes at the end may be the beginning of a run of three.
      if !isLast, end + run == held.count { return nil }
      end += 1
    }
    if !isLast, end == held.count { return nil }
    return (.literal, end - start)
  }

  private func runLength(at start: Int, limit: Int) -> Int {
    var end = start + 1
    while end < held.count, end - start < limit, held[end] == held[start] { end += 1 }
    return end - start
  }
}
