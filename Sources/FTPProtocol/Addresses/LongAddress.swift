/// The numbers of LPRT and 228: family, length of the host and its octets, length of the port and its
/// octets (RFC 1639, sections 2 and 3).
///
/// Families 4 (IPv4, four octets) and 6 (IPv6, sixteen octets) can be read, with ports of two octets. Every other
/// family and every wrong length is an error that says which. A 228 may have spaces next to its
/// commas, as in the RFC's suggested text; an argument may not.
package enum LongAddress: AddressCodec {
  static let ofForm = AddressForm.long

  /// Writes `4,4,h1,…,2,p1,p2` or `6,16,h1,…,2,p1,p2`; throws for a host that is nil.
  package static func argument(for address: DataAddress) throws(DataAddressError) -> String {
    try numbers(for: address, .argument)
  }

  /// Writes the text of a 228: words, then the numbers in parentheses.
  package static func replyText(for address: DataAddress) throws(DataAddressError) -> String {
    "Entering Long Passive Mode (\(try numbers(for: address, .reply)))"
  }

  /// Reads the argument of LPRT: the numbers joined by commas and nothing else.
  package static func read(
    argument: some Collection<UInt8>, _ leniency: Leniency = .strict
  ) throws(DataAddressError) -> Reading<DataAddress> {
    let bytes = slice(argument)
    let start = NumberList.skippingBlanks(bytes, from: bytes.startIndex)
    guard start < bytes.endIndex else { throw fault(.noAddress, .argument) }
    guard bytes[start].isDigit else {
      throw foreign(bytes, .argument) ?? notANumber(bytes, 1, start, .argument)
    }
    let list = NumberList(bytes, at: start)
    if isHostPort(list) { throw fault(.otherForm(.hostPort), .argument) }
    if let broken = list.broken { throw notANumber(bytes, list.count + 1, broken, .argument) }
    if list.end < bytes.endIndex, !bytes[list.end].isBlank {
      throw notANumber(bytes, list.count, list.numbers.last?.digits.lowerBound ?? start, .argument)
    }
    let reading = try address(of: list, bytes, .argument)
    var notes = reading.notes
    if start > bytes.startIndex {
      notes.append(.remark("959:5.3:separator-spaces", "more than one space before the argument"))
    }
    if list.end < bytes.endIndex {
      let text = "'\(Escaping.ascii(bytes[list.end...], limit: 20))' after the last number"
      notes.append(ValueDeviation("1639:2:lprt-form", text))
    }
    return try Reading(reading.value, notes: notes).checked(leniency, .long, .argument)
  }

  /// Reads the text of a 228, with or without its code: the first two or more numbers joined by commas.
  package static func read(
    reply text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(DataAddressError) -> Reading<DataAddress> {
    let bytes = slice(text)
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(where: \.isDigit) {
      let list = NumberList(bytes, at: start)
      if let broken = list.broken, NumberList.isSign(bytes, at: broken) {
        throw notANumber(bytes, list.count + 1, broken, .reply)
      }
      guard list.count > 1 else {
        index = list.end
        continue
      }
      if isHostPort(list) { throw fault(.otherForm(.hostPort), .reply) }
      let reading = try address(of: list, bytes, .reply)
      var notes = reading.notes
      let opens = bytes[..<start].last { !$0.isBlank } == 0x28
      let closes = bytes[list.end...].first { !$0.isBlank } == 0x29
      if !opens || !closes { notes.append(ValueDeviation(reply, "no parentheses around the address")) }
      if reading.value.isUnspecified {
        notes.append(ValueDeviation("1123:4.1.2.6:pasv-own-address", "a host that names no host"))
      }
      return try Reading(reading.value, notes: notes).checked(leniency, .long, .reply)
    }
    throw foreign(bytes, .reply) ?? fault(.noAddress, .reply)
  }

  private static let reply: RequirementID = "1639:3:lpsv-228"
}

extension LongAddress {
  /// True if the bytes contain a list of numbers that begins like a long address.
  static func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(where: \.isDigit) {
      let list = NumberList(bytes, at: start)
      if list.count > 1 {
        let head = (list.numbers[0].value, list.numbers[1].value)
        return head == (4, 4) && list.count == 9 || head == (6, 16) && list.count == 21
      }
      index = list.end
    }
    return false
  }

  /// True for six numbers that do not begin with a family, as in PORT and 227.
  private static func isHostPort(_ list: NumberList) -> Bool {
    guard list.count == 6, let first = list.numbers.first else { return false }
    return first.value != 4 && first.value != 6
  }

  private static func numbers(
    for address: DataAddress, _ source: DataAddressError.Source
  ) throws(DataAddressError) -> String {
    guard let host = address.host, let family = host.family.longNumber else {
      throw fault(.notExpressible(address), source)
    }
    let octets = host.octets
    let port = [2, UInt8(truncatingIfNeeded: address.port >> 8), UInt8(truncatingIfNeeded: address.port)]
    return ([family, UInt8(truncatingIfNeeded: octets.count)] + octets + port).map(String.init)
      .joined(separator: ",")
  }

  /// Splits the numbers by their lengths.
  private static func address(
    of list: NumberList, _ bytes: ArraySlice<UInt8>, _ source: DataAddressError.Source
  ) throws(DataAddressError) -> Reading<DataAddress> {
    let octets = try list.octets(of: bytes, in: .long, source)
    guard octets.count > 1 else { throw fault(.missingNumbers(found: octets.count, expected: 9), source) }
    guard let family = AddressFamily(longNumber: octets[0]) else {
      throw fault(.unknownFamily(Int(octets[0])), source)
    }
    let width = family == .ipv4 ? 4 : 16
    guard octets[1] == width else {
      throw fault(.badLength(of: .host, found: Int(octets[1]), expected: width), source)
    }
    let expected = width + 5
    guard octets.count > width + 2 else {
      throw fault(.missingNumbers(found: list.count, expected: expected), source)
    }
    guard octets[width + 2] == 2 else {
      throw fault(.badLength(of: .port, found: Int(octets[width + 2]), expected: 2), source)
    }
    guard list.count >= expected else {
      throw fault(.missingNumbers(found: list.count, expected: expected), source)
    }
    guard list.count == expected, let host = IPAddress(octets: octets[2..<(width + 2)]) else {
      throw fault(.extraNumbers(found: list.count, expected: expected), source)
    }
    let port = UInt16(octets[width + 3]) << 8 | UInt16(octets[width + 4])
    guard port != 0 else { throw fault(.portZero, source) }
    let isArgument = source == .argument
    let requirement = isArgument ? "1639:2:lprt-form" : reply
    let notes = list.notes(of: bytes, spacing: isArgument ? .breach : nil, requirement)
    return Reading(DataAddress(host: host, port: port), notes: notes)
  }

  private static func foreign(
    _ bytes: ArraySlice<UInt8>, _ source: DataAddressError.Source
  ) -> DataAddressError? {
    ExtendedAddress.matches(bytes) ? fault(.otherForm(.extended), source) : nil
  }
}
