import FTPConversation
import FTPVectors

/// A word of `send --raw`: bytes in the escapes of a vector, which are sent as they are and with nothing added.
struct RawText: Sendable {
  /// The bytes to send, segment by segment, and how long to wait after each.
  let segments: [(bytes: [UInt8], pause: Duration?)]

  /// Reads the escapes; throws what is wrong with them.
  init(_ text: [UInt8]) throws(ArgumentValueError) {
    let line: VectorLine
    do throws(VectorSyntaxError) { line = try VectorLine(reading: text) } catch {
      throw ArgumentValueError("character \(error.column) of '\(VectorText.escape(text))': \(error.message)")
    }
    var segments: [(bytes: [UInt8], pause: Duration?)] = []
    var bytes: [UInt8] = []
    for part in line.parts {
      switch part {
      case .bytes(let more): bytes += more
      // `{data}` is the only name that has a meaning here.
      case .placeholder(let placeholder): bytes += "\(placeholder)".utf8
      case .cut(let pause):
        segments.append((bytes, pause))
        bytes = []
      }
    }
    self.segments = segments + [(bytes, nil)]
  }

  /// The command without its line end, if this is one command line in one segment; otherwise nil.
  var command: [UInt8]? {
    guard segments.count == 1, segments[0].bytes.suffix(2) == [0x0D, 0x0A] else { return nil }
    let line = segments[0].bytes.dropLast(2)
    return line.contains { $0 == 0x0D || $0 == 0x0A } ? nil : Array(line)
  }
}
