import FTPProtocol

/// What is known of a file: all that it may hold, and when it was changed.
struct FileModel: Hashable, Sendable {
  /// What it may hold, each as image type has it; nil if nothing is known.
  var contents: [[UInt8]]?
  /// What it would hold if it had been stored as text: a file with these contents was stored with another type.
  var otherContents: [[UInt8]] = []
  /// The time that the server has reported since the file was last written, or that it was set to.
  var modified: TimeValue?

  /// Makes a file of which only the possible contents are known.
  init(contents: [[UInt8]]? = nil) { self.contents = contents }

  /// The only thing that it can hold.
  var content: [UInt8]? { contents?.count == 1 ? contents?.first : nil }

  /// How many bytes it may have.
  var sizes: Set<Int>? { contents.map { Set($0.map(\.count)) } }

  /// The same file with each thing that it may hold changed in each of some ways.
  func changing(_ ways: ([UInt8]) -> [[UInt8]]) -> FileModel {
    var file = FileModel()
    file.contents = contents.map { Self.unique($0.flatMap(ways)) }
    return file
  }

  /// So much may be possible that to follow it all would be too much.
  static let mostPossibilities = 8

  private static func unique(_ contents: [[UInt8]]) -> [[UInt8]] {
    contents.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// How text looks in image type and in ASCII type.
///
/// A server may keep lines in whatever way it likes, and many send ASCII as it is; so several forms are possible.
enum TextForms {
  /// What may be kept of text that came in ASCII type; nil if the line ends are such that servers differ.
  static func kept(_ wire: [UInt8]) -> [[UInt8]]? {
    for (place, byte) in wire.enumerated() {
      if byte == 0x0D, place + 1 == wire.count || wire[place + 1] != 0x0A { return nil }
      if byte == 0x0A, place == 0 || wire[place - 1] != 0x0D { return nil }
    }
    let lines = withoutReturns(wire)
    return lines == wire ? [wire] : [lines, wire]
  }

  /// What may be sent in ASCII type of what is kept.
  static func sent(_ image: [UInt8]) -> [[UInt8]] {
    var forms = [withReturns(image, sparing: true)]
    for form in [withReturns(image, sparing: false), image] where !forms.contains(form) { forms.append(form) }
    return forms
  }

  /// Whether text looks another way on the wire where the server turns line ends.
  static func differs(_ image: [UInt8]) -> Bool { withReturns(image, sparing: true) != image }

  /// LF as CR LF; one that has its CR stays where it is spared.
  private static func withReturns(_ bytes: [UInt8], sparing: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte == 0x0A, !(sparing && text.last == 0x0D) { text.append(0x0D) }
      text.append(byte)
    }
    return text
  }

  /// CR LF as LF.
  private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == 0x0A, text.last == 0x0D { text.removeLast() }
      text.append(byte)
    }
    return text
  }
}
