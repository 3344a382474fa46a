import FTPProtocol

/// What is known about a file: its possible contents, and when it was changed.
struct FileModel: Hashable, Sendable {
  /// The possible contents, each as in image type; nil if nothing is known.
  var contents: [[UInt8]]?
  /// The contents that it would have if it had been stored as text; it was in fact stored with another type.
  var otherContents: [[UInt8]] = []
  /// The time that the server has reported since the file was last written, or that a command set.
  var modified: TimeValue?
  /// A time that a command set before the file was last written, and that it cannot have any more.
  var outdated: TimeValue?

  /// The permissions that SITE CHMOD has set.
  var mode: UInt16?

  /// Makes a file of which only the possible contents are known.
  init(contents: [[UInt8]]? = nil) { self.contents = contents }

  /// The possible sizes in bytes.
  var sizes: Set<Int>? { contents.map { Set($0.map(\.count)) } }

  /// The same file after a change that may have turned each of its possible contents into several others.
  func changing(_ ways: ([UInt8]) -> [[UInt8]]) -> FileModel {
    var file = FileModel()
    file.contents = contents.map { Self.unique($0.flatMap(ways)) }
    return file
  }

  /// How many of ``otherContents`` are kept.
  static let mostPossibilities = 8

  private static func unique(_ contents: [[UInt8]]) -> [[UInt8]] {
    contents.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// The forms of text in image type and in ASCII type.
///
/// A server may store lines in any form, and many send ASCII type unchanged, so several forms are possible.
enum TextForms {
  /// The possible stored forms of text that came in ASCII type; nil if its line ends are handled differently by
  /// servers.
  static func kept(_ wire: [UInt8]) -> [[UInt8]]? {
    for (place, byte) in wire.enumerated() {
      if byte == 0x0D, place + 1 == wire.count || wire[place + 1] != 0x0A { return nil }
      if byte == 0x0A, place == 0 || wire[place - 1] != 0x0D { return nil }
    }
    let lines = withoutReturns(wire)
    return lines == wire ? [wire] : [lines, wire]
  }

  /// The possible forms in ASCII type of a stored file.
  static func sent(_ image: [UInt8]) -> [[UInt8]] {
    var forms = [withReturns(image, sparing: true)]
    for form in [withReturns(image, sparing: false), image] where !forms.contains(form) { forms.append(form) }
    return forms
  }

  /// Whether text looks different on the wire if the server converts line ends.
  static func differs(_ image: [UInt8]) -> Bool { withReturns(image, sparing: true) != image }

  /// Converts LF to CR LF; with `sparing`, a LF that already follows a CR is left alone.
  private static func withReturns(_ bytes: [UInt8], sparing: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte == 0x0A, !(sparing && text.last == 0x0D) { text.append(0x0D) }
      text.append(byte)
    }
    return text
  }

  /// Converts CR LF to LF.
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
