import FTPProtocol

/// The kind of bytes that a placeholder stands for.
package enum PlaceholderKind: String, Hashable, Sendable, CaseIterable {
  /// Any bytes except CR and LF; possibly none.
  case text
  /// One or more bytes without spaces: a name that the server has chosen.
  case word
  /// Decimal digits: the number of a process or of a session.
  case number
  /// An IPv4 address as text.
  case host
  /// An IPv6 address as text.
  case host6
  /// An IP address and a port as marks show them: `127.0.0.1:21`.
  case address
  /// A port as a number: `50001`, as 229 has it.
  case port
  /// A port as two octets: `195,81`, as at the end of 227.
  case portpair
  /// Host and port as six octets, as in PORT and 227.
  case hostport
  /// Host and port as EPRT carries them: `|1|127.0.0.1|50001|`.
  case extended
  /// Host and port as LPRT and 228 carry them.
  case long
  /// A time of 14 digits, with or without a fraction, as MDTM and facts have it.
  case time
  /// The date of a UNIX listing: `Nov 21 13:40`, `Nov 21  2024`.
  case date
  /// A time of day: `13:40`, `13:40:05`.
  case clock
  /// A password or an account, which no file contains.
  case secret

  /// A value of the kind; a different number gives a different value, as far as there are enough.
  package func sample(_ number: Int) -> PlaceholderBindings.Value {
    let port = 50_000 + number % 10_000
    let octets = "\(port / 256),\(port % 256)"
    func same(_ text: String) -> PlaceholderBindings.Value { .init(wireText: text, shownText: text) }
    func shown(_ wire: String, _ shown: String) -> PlaceholderBindings.Value {
      .init(wireText: wire, shownText: shown)
    }
    switch self {
    case .text: return same("text")
    case .word: return same("word\(number)")
    case .number: return same("\(4_000 + number)")
    case .host: return same("127.0.0.1")
    case .host6: return same("::1")
    case .address: return same("127.0.0.1:\(port)")
    case .port: return shown("\(port)", ":\(port)")
    case .portpair: return shown(octets, ":\(port)")
    case .hostport: return shown("127,0,0,1,\(octets)", "127.0.0.1:\(port)")
    case .extended: return shown("|1|127.0.0.1|\(port)|", "127.0.0.1:\(port)")
    case .long: return shown("4,4,127,0,0,1,2,\(octets)", "127.0.0.1:\(port)")
    case .time: return same("20250102030405")
    case .date: return same("Jan  2 03:04")
    case .clock: return same("03:04")
    case .secret: return same("secret")
    }
  }

  /// The value of bytes; nil if they are not of this kind.
  package func value(of bytes: some Collection<UInt8>) -> PlaceholderBindings.Value? {
    let bytes = Array(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    guard fits(bytes) else { return nil }
    switch self {
    case .port:
      return UInt16(text).map { .init(wireText: text, shownText: ":\($0)") }
    case .portpair:
      let octets = bytes.split(separator: 0x2C).compactMap { UInt8(String(decoding: $0, as: UTF8.self)) }
      guard octets.count == 2 else { return nil }
      return .init(wireText: text, shownText: ":\(Int(octets[0]) * 256 + Int(octets[1]))")
    case .hostport, .extended, .long:
      guard let address = address(in: bytes) else { return nil }
      return .init(wireText: text, shownText: "\(address)")
    default: return .init(wireText: text, shownText: text)
    }
  }

  private func address(in bytes: [UInt8]) -> DataAddress? {
    let form: AddressForm = self == .hostport ? .hostPort : self == .extended ? .extended : .long
    return try? form.read(argument: bytes[...], .strict).value
  }

  /// Whether bytes have the outer form of the kind.
  private func fits(_ bytes: [UInt8]) -> Bool {
    func only(_ allowed: String, atLeast count: Int = 1) -> Bool {
      let allowed = Array(allowed.utf8)
      return bytes.count >= count && bytes.allSatisfy { allowed.contains($0) }
    }
    switch self {
    case .text: return !bytes.contains { $0 == 0x0D || $0 == 0x0A }
    case .word: return !bytes.isEmpty && !bytes.contains { $0 <= 0x20 || $0 == 0x7F }
    case .secret: return !bytes.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
    case .number: return only("0123456789")
    case .port: return only("0123456789") && bytes.count <= 5
    case .host: return IPv4Address(text: bytes) != nil
    case .host6: return IPv6Address(text: bytes) != nil
    case .address: return only("0123456789abcdefABCDEF.:[]", atLeast: 3) && bytes.contains(0x3A)
    case .portpair, .hostport, .long: return only("0123456789,")
    case .extended: return bytes.count >= 5
    case .time: return only("0123456789.", atLeast: 14)
    case .date: return bytes.count == 12 && !bytes.contains { $0 < 0x20 || $0 > 0x7E }
    case .clock: return only("0123456789:", atLeast: 4) && bytes.count <= 8
    }
  }
}
