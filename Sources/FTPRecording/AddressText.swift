import FTPProtocol

/// Finds the text of an address among the bytes of a command or a reply, and puts another address in its place.
enum AddressText {
  /// The bytes with only the address replaced; nil if the text cannot be found or the new
  /// address cannot be written in this form.
  static func replacing(
    _ old: DataAddress, in bytes: [UInt8], form: AddressForm, with new: DataAddress, isReply: Bool
  ) -> [UInt8]? {
    let numbers = Self.numbers(in: bytes)
    switch form {
    case .hostPort:
      guard let octets = ipv4Octets(old.host), let text = try? form.argument(for: new),
        let range = range(of: octets + portOctets(old.port), in: numbers)
      else { return nil }
      return replacing(range, of: bytes, with: text)
    case .long:
      guard let host = old.host, let text = try? form.argument(for: new) else { return nil }
      let octets = host.octets.map(Int.init)
      let family = octets.count == 4 ? 4 : 6
      guard let range = range(of: [family, octets.count] + octets + [2] + portOctets(old.port), in: numbers)
      else { return nil }
      return replacing(range, of: bytes, with: text)
    case .extended: return isReply ? extendedReply(old, bytes, numbers, new) : extendedArgument(bytes, new)
    }
  }

  private struct Number {
    var value: Int
    var range: Range<Int>
  }

  /// The numbers of up to five digits.
  private static func numbers(in bytes: [UInt8]) -> [Number] {
    var numbers: [Number] = []
    var index = 0
    while index < bytes.count {
      let start = index
      var value = 0
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
        value = min(value * 10 + Int(bytes[index] - 0x30), 100_000)
        index += 1
      }
      if index > start { numbers.append(Number(value: value, range: start..<index)) } else { index += 1 }
    }
    return numbers
  }

  /// From the first to the last of neighbouring numbers that have these values.
  private static func range(of values: [Int], in numbers: [Number]) -> Range<Int>? {
    guard numbers.count >= values.count else { return nil }
    for start in 0...numbers.count - values.count {
      let run = numbers[start..<start + values.count]
      if let first = run.first, let last = run.last, run.map(\.value) == values {
        return first.range.lowerBound..<last.range.upperBound
      }
    }
    return nil
  }

  /// The port of a 229 is the last number with its value; a host before it is replaced too.
  private static func extendedReply(
    _ old: DataAddress, _ bytes: [UInt8], _ numbers: [Number], _ new: DataAddress
  ) -> [UInt8]? {
    guard let port = numbers.last(where: { $0.value == Int(old.port) })?.range else { return nil }
    var result = replacing(port, of: bytes, with: "\(new.port)")
    guard old.host != nil, let host = new.host, port.lowerBound > 0 else { return result }
    let delimiter = bytes[port.lowerBound - 1]
    guard let before = bytes[..<(port.lowerBound - 1)].lastIndex(of: delimiter) else { return result }
    result.replaceSubrange(before + 1..<port.lowerBound - 1, with: Array(host.description.utf8))
    return result
  }

  /// The argument of EPRT goes from its first delimiter to its end.
  private static func extendedArgument(_ bytes: [UInt8], _ new: DataAddress) -> [UInt8]? {
    guard let space = bytes.firstIndex(of: 0x20),
      let start = bytes[space...].firstIndex(where: { $0 != 0x20 }),
      let text = try? AddressForm.extended.argument(for: new)
    else { return nil }
    let end = bytes[start...].lastIndex { $0 != 0x0D && $0 != 0x0A && $0 != 0x20 } ?? start
    return replacing(start..<end + 1, of: bytes, with: text)
  }

  private static func replacing(_ range: Range<Int>, of bytes: [UInt8], with text: String) -> [UInt8] {
    Array(bytes[..<range.lowerBound]) + Array(text.utf8) + Array(bytes[range.upperBound...])
  }

  private static func ipv4Octets(_ host: IPAddress?) -> [Int]? {
    guard case .ipv4(let address) = host?.unmapped else { return nil }
    return address.octets.map(Int.init)
  }

  private static func portOctets(_ port: UInt16) -> [Int] { [Int(port >> 8), Int(port & 255)] }
}
