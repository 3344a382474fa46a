import FTPProtocol

extension Reply {
  /// The number in the last `(… bytes)` of the text, where servers announce the size of a file; nil if there is none.
  var announcedSize: UInt64? {
    var found: UInt64?
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "("): start = index + 1
      case UInt8(ascii: ")"):
        if let start { found = Self.size(bytes[start..<index]) ?? found }
        start = nil
      default: break
      }
    }
    return found
  }

  private static func size(_ text: ArraySlice<UInt8>) -> UInt64? {
    let digits = text.prefix { $0 >= 0x30 && $0 <= 0x39 }
    let unit = text[digits.endIndex...]
    guard unit.elementsEqual(" bytes".utf8) || unit.elementsEqual(" byte".utf8) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }
}

extension Judge {
  /// Whether a RETR transfers all bytes of a file as they are stored.
  var sendsWholeFilesAsTheyAre: Bool {
    parameters.type == .image && parameters.structure == .file && parameters.mode == .stream && restart == nil
  }
}
