/// The argument of REST: printable characters without space, which in stream mode are the digits of an
/// offset in octets (RFC 959, section 3.4.2; RFC 3659, section 5).
package struct RestartMarker: Hashable, Sendable {
  /// The characters, each from 33 to 126; at least one.
  package let bytes: [UInt8]

  /// Takes the argument of REST, or the content of a marker block, unchanged.
  ///
  /// - Throws: for no bytes and for any byte outside 33–126.
  package init(_ bytes: some Collection<UInt8>) throws(ValueDeviation) {
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 33 && $0 <= 126 }) else {
      let text = Escaping.ascii(bytes, limit: 30)
      throw ValueDeviation("959:3.4.2:marker-printable", "'\(text)', which is not a restart marker")
    }
    self.bytes = Array(bytes)
  }

  /// The marker of stream mode: an offset in octets.
  package init(offset: UInt64) { bytes = Array(String(offset).utf8) }

  /// The offset in octets, 0 to 2^64 - 1; leading zeros are ignored.
  ///
  /// - Throws: for a marker that is not all digits, and for an offset that is too large: a number that silently wrapped
  ///   would restart a transfer at the wrong place.
  package func offset() throws(ValueDeviation) -> UInt64 {
    if let offset: UInt64 = bytes[...].decimal() { return offset }
    let text = Escaping.ascii(bytes, limit: 30)
    guard bytes.allSatisfy(\.isDigit) else {
      throw ValueDeviation("3659:5.3:rest-digits-only", "'\(text)', which is not an offset")
    }
    throw ValueDeviation("3659:5.3:rest-out-of-range", "\(text), which is above 2^64 - 1")
  }
}

extension RestartMarker: CustomStringConvertible {
  /// The characters, which are the argument of REST.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
