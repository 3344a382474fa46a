/// The six numbers of PORT and 227: four octets of an IPv4 address, two of a port, high octet first
/// (RFC 959, sections 4.1.2 and 5.3).
///
/// A reader handles the forms as follows:
///
/// | written | argument of PORT | text of 227 |
/// |---|---|---|
/// | no parentheses, `=1,2,…`, no words at all | is the form | remark (RFC 1123, section 4.1.2.6) |
/// | digits in the words before | error | remark; they are skipped |
/// | spaces next to a comma, a comma at the end | deviation | deviation |
/// | leading zeros | remark; decimal | remark; decimal |
/// | more than three digits (`0007`) | deviation | deviation |
/// | host 0.0.0.0 | read; see ``DataAddress/isUnspecified`` | deviation |
/// | a number above 255, of any length | error | error |
/// | a sign, letters, nothing between commas | error | error |
/// | fewer or more than six numbers | error | error |
/// | port 0 | error | error |
/// | IPv6 text, or the form of 229 or 228 | error that says so | error that says so |
package enum HostPort: AddressCodec {
  static let ofForm = AddressForm.hostPort

  /// Writes `h1,h2,h3,h4,p1,p2`.
  ///
  /// - Throws: for a host that is nil or IPv6; a mapped IPv4 host is unmapped.
  package static func argument(for address: DataAddress) throws(DataAddressError) -> String {
    try numbers(for: address, .argument)
  }

  /// Writes the text of a 227: words, then the numbers in parentheses.
  package static func replyText(for address: DataAddress) throws(DataAddressError) -> String {
    "Entering Passive Mode (\(try numbers(for: address, .reply)))."
  }

  /// Reads the argument of PORT: six numbers joined by commas and nothing else.
  package static func read(
    argument: some Collection<UInt8>, _ leniency: Leniency = .strict
  ) throws(DataAddressError) -> Reading<DataAddress> {
    let bytes = slice(argument)
    var notes: [ValueDeviation] = []
    var start = NumberList.skippingBlanks(bytes, from: bytes.startIndex)
    if start > bytes.startIndex {
      notes.append(.remark("959:5.3:separator-spaces", "more than one space before the argument"))
    }
    let isBracketed = start < bytes.endIndex && bytes[start] == 0x28
    if isBracketed {
      notes.append(ValueDeviation(form, "parentheses around the numbers"))
      start = NumberList.skippingBlanks(bytes, from: start + 1)
    }
    guard start < bytes.endIndex else { throw fault(.noAddress, .argument) }
    guard bytes[start].isDigit else {
      throw foreign(bytes, .argument) ?? notANumber(bytes, 1, start, .argument)
    }
    let list = NumberList(bytes, at: start)
    guard list.count >= 6 else {
      if let other = foreign(bytes, .argument) { throw other }
      if let broken = list.broken { throw notANumber(bytes, list.count + 1, broken, .argument) }
      guard bytes[list.end...].allSatisfy({ $0.isBlank || $0 == 0x29 }) else {
        throw notANumber(bytes, list.count, list.numbers.last?.digits.lowerBound ?? start, .argument)
      }
      throw fault(.missingNumbers(found: list.count, expected: 6), .argument)
    }
    let reading = try address(of: list, bytes, .argument, notes)
    var rest = bytes[list.end...]
    if isBracketed, rest.first == 0x29 { rest = rest.dropFirst() }
    guard !rest.isEmpty else { return try reading.checked(leniency, .hostPort, .argument) }
    let text = "'\(Escaping.ascii(rest, limit: 20))' after the last number"
    return try Reading(reading.value, notes: reading.notes + [ValueDeviation(form, text)])
      .checked(leniency, .hostPort, .argument)
  }

  /// Reads the text of a 227, with or without its code: the first run of digits that begins six numbers
  /// joined by commas, whatever text is around it (RFC 1123, section 4.1.2.6).
  package static func read(
    reply text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(DataAddressError) -> Reading<DataAddress> {
    let bytes = slice(text)
    var longest: NumberList?
    var notes: [ValueDeviation] = []
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(where: \.isDigit) {
      let list = NumberList(bytes, at: start)
      if list.count >= 6 {
        guard !isSigned(bytes, start) else { throw notANumber(bytes, 1, start - 1, .reply) }
        if list.count != 6, let other = foreign(bytes, .reply) { throw other }
        if IPv6Address.ends(bytes, at: list.numbers.first?.digits ?? start..<start) {
          throw fault(.ipv6Text, .reply)
        }
        notes += surroundings(of: list, from: start, in: bytes)
        return try address(of: list, bytes, .reply, notes).checked(leniency, .hostPort, .reply)
      }
      if let broken = list.broken, NumberList.isSign(bytes, at: broken) {
        throw notANumber(bytes, list.count + 1, broken, .reply)
      }
      if notes.isEmpty, !isCode(bytes, start..<list.end) {
        notes.append(.remark(scan, "digits in the words before the address"))
      }
      if longest?.broken == nil, list.count > longest?.count ?? 1 { longest = list }
      index = list.end
    }
    if let other = foreign(bytes, .reply) { throw other }
    guard let longest else { throw fault(.noAddress, .reply) }
    if let broken = longest.broken, broken < bytes.endIndex, bytes[broken] != 0x29 {
      throw notANumber(bytes, longest.count + 1, broken, .reply)
    }
    throw fault(.missingNumbers(found: longest.count, expected: 6), .reply)
  }

  private static let form: RequirementID = "959:5.3:host-port-form"
  private static let scan: RequirementID = "1123:4.1.2.6:scan-digits"
}

extension HostPort {
  /// True if the bytes contain exactly six numbers joined by commas.
  static func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(where: \.isDigit) {
      let list = NumberList(bytes, at: start)
      if list.count >= 6 { return list.count == 6 }
      index = list.end
    }
    return false
  }

  private static func numbers(
    for address: DataAddress, _ source: DataAddressError.Source
  ) throws(DataAddressError) -> String {
    guard case .ipv4(let host) = address.host?.unmapped else { throw fault(.notExpressible(address), source) }
    let octets = host.octets.map(String.init).joined(separator: ",")
    return "\(octets),\(address.port >> 8),\(address.port & 255)"
  }

  /// The six numbers as an address, once there are at least six.
  private static func address(
    of list: NumberList, _ bytes: ArraySlice<UInt8>, _ source: DataAddressError.Source,
    _ notes: [ValueDeviation]
  ) throws(DataAddressError) -> Reading<DataAddress> {
    guard list.count == 6 else { throw fault(.extraNumbers(found: list.count, expected: 6), source) }
    let octets = try list.octets(of: bytes, in: .hostPort, source)
    let port = UInt16(octets[4]) << 8 | UInt16(octets[5])
    guard port != 0 else { throw fault(.portZero, source) }
    let host = IPv4Address(octets[0], octets[1], octets[2], octets[3])
    var notes = notes + list.notes(of: bytes, spacing: .breach, form)
    if source == .reply, host.isUnspecified {
      let text = "the host \(host), which names no host"
      notes.append(ValueDeviation("1123:4.1.2.6:pasv-own-address", text))
    }
    return Reading(DataAddress(host: .ipv4(host), port: port), notes: notes)
  }

  /// The text around the numbers of a reply.
  private static func surroundings(
    of list: NumberList, from start: Int, in bytes: ArraySlice<UInt8>
  ) -> [ValueDeviation] {
    var notes: [ValueDeviation] = []
    let opens = bytes[..<start].last { !$0.isBlank } == 0x28
    let closes = bytes[list.end...].first { !$0.isBlank } == 0x29
    if !opens && !closes {
      notes.append(.remark(scan, "no parentheses around the address"))
    } else if !opens || !closes {
      notes.append(.remark(scan, "a parenthesis is missing"))
    } else if bytes[start - 1].isBlank || bytes[list.end].isBlank {
      notes.append(.remark(scan, "spaces inside the parentheses"))
    }
    if list.broken != nil {
      notes.append(ValueDeviation(form, "a comma after the last number"))
    }
    return notes
  }

  /// True for a sign before the first number, unless it is a hyphen between words.
  private static func isSigned(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Bool {
    guard NumberList.isSign(bytes, at: start - 1) else { return false }
    return start - 1 == bytes.startIndex || !bytes[start - 2].isAlphanumeric
  }

  /// True for the digits of the code itself, if the caller did not strip it.
  private static func isCode(_ bytes: ArraySlice<UInt8>, _ digits: Range<Int>) -> Bool {
    digits.lowerBound == bytes.startIndex && bytes[digits].elementsEqual([0x32, 0x32, 0x37])
  }

  /// The error for an address of another form or family; nil if there is none.
  private static func foreign(
    _ bytes: ArraySlice<UInt8>, _ source: DataAddressError.Source
  ) -> DataAddressError? {
    if ExtendedAddress.matches(bytes) { return fault(.otherForm(.extended), source) }
    if LongAddress.matches(bytes) { return fault(.otherForm(.long), source) }
    if IPv6Address.isWritten(in: bytes) { return fault(.ipv6Text, source) }
    return nil
  }
}
