import FTPConversation

extension VectorLine {
  /// The row after `C> ` or `S> `: a line end of CR LF is left out, any other end is closed with a
  /// backslash.
  var controlText: String {
    var parts = parts
    guard case .bytes(let bytes) = parts.last, bytes.suffix(2) == [0x0D, 0x0A] else {
      return VectorLine(parts).text + "\\"
    }
    parts[parts.count - 1] = .bytes(Array(bytes.dropLast(2)))
    return VectorLine(parts).text
  }

  /// The row after `D> ` or `D< `.
  var dataText: String { text }

  private var text: String {
    var text: [UInt8] = []
    var run: [UInt8] = []
    var cuts: [SegmentCut] = []
    let lastByte = parts.lastIndex { if case .cut = $0 { false } else { true } } ?? -1
    for (index, part) in parts.enumerated() {
      switch part {
      case .bytes(let bytes): run += bytes
      case .cut(let pause): cuts.append(SegmentCut(offset: run.count, pause: pause))
      case .placeholder(let placeholder):
        VectorText.append(run, cuts: cuts, endsRow: false, to: &text)
        text += placeholder.description.utf8
        (run, cuts) = ([], [])
      }
      if index == parts.count - 1 {
        var endsRow = false
        if lastByte >= 0, case .bytes = parts[lastByte] { endsRow = true }
        VectorText.append(run, cuts: cuts, endsRow: endsRow, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
