/// Follows one direction of a connection that is protected by TLS, as far as that can be done without the keys.
///
/// Neighbouring records of one type are noted together, as the row of a vector would: `tls control record data 96 bytes
/// from the server`.
struct TLSRecords: Sendable {
  /// Records of one type after each other.
  struct Run: Hashable {
    /// The meaning of the type.
    var type: ConversationMark.Record
    /// The bytes of the records, their headers included.
    var byteCount: Int
  }

  private var run: Run?
  private var header: [UInt8] = []
  private var left = 0

  /// Takes bytes and returns the runs that have ended, and how many bytes at the end are no longer TLS; those
  /// are left to the reader of clear text.
  mutating func receive(_ bytes: [UInt8]) -> (runs: [Run], clear: Int) {
    var runs: [Run] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if left > 0 {
        let count = min(left, rest.count)
        left -= count
        run?.byteCount += count
        rest = rest.dropFirst(count)
        continue
      }
      header.append(byte)
      guard Self.isHeader(header) else {
        // Bytes that only look like a header cannot be longer than one.
        let clear = min(bytes.count, rest.count + header.count - 1)
        header = []
        return (runs + flush(), clear)
      }
      rest = rest.dropFirst()
      guard header.count == 5 else { continue }
      let type = Self.type(header[0])
      left = Int(header[3]) << 8 | Int(header[4])
      header = []
      if run?.type == type {
        run?.byteCount += 5
      } else {
        runs += flush()
        run = Run(type: type, byteCount: 5)
      }
    }
    return (runs, 0)
  }

  /// The run that has not ended yet.
  mutating func flush() -> [Run] {
    run.take().map { [$0] } ?? []
  }

  /// Whether bytes may begin a record: a type, and a version of 3.
  static func isHeader(_ bytes: some Collection<UInt8>) -> Bool {
    guard let type = bytes.first, (20...23).contains(type) else { return false }
    return bytes.dropFirst().first.map { $0 == 3 } ?? true
  }

  private static func type(_ byte: UInt8) -> ConversationMark.Record {
    switch byte {
    case 20: .changeCipherSpec
    case 21: .alert
    case 22: .handshake
    default: .applicationData
    }
  }
}
