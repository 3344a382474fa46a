/// The delimited fields of EPRT and 229: `|family|host|port|` (RFC 2428, sections 2 and 3).
///
/// Any byte from 33 to 126 may be the delimiter, even a digit. A reader handles
/// the forms as follows:
///
/// | written | argument of EPRT | text of 229 |
/// |---|---|---|
/// | family and host empty | error | is the form; the host is nil |
/// | family or host present | is the form | deviation; the host is read |
/// | one delimiter differs from the others | error | deviation |
/// | the last delimiter is missing | deviation | deviation |
/// | one or two of the first three are missing | error | deviation |
/// | text after the last delimiter, or after `)` | deviation | remark |
/// | no parentheses | is the form | deviation |
/// | a family other than 1 and 2 | error, to be refused with 522 | error |
/// | a host of the other family, a zone, no address | error | error |
/// | leading zeros in the port | remark; deviation beyond five digits | the same |
/// | port 0, above 65535, signed, not a number | error | error |
/// | the form of 227 or 228 | error that says so | error that says so |
package enum ExtendedAddress: AddressCodec {
  static let ofForm = AddressForm.extended

  /// Writes `|1|192.0.2.1|2125|` or `|2|2001:db8::1|2125|`.
  ///
  /// Another delimiter may be given; one outside 33–126 or one that occurs in the fields is refused.
  ///
  /// - Throws: for a host that is nil.
  package static func argument(
    for address: DataAddress, delimiter: UInt8
  ) throws(DataAddressError) -> String {
    guard let host = address.host else { throw fault(.notExpressible(address), .argument) }
    let fields = ["\(host.family.rawValue)", "\(host)", "\(address.port)"]
    return try joined(fields, by: delimiter, .argument)
  }

  /// Writes the text of a 229: words, then the port between delimiters in parentheses.
  ///
  /// The host is left out.
  package static func replyText(
    for address: DataAddress, delimiter: UInt8
  ) throws(DataAddressError) -> String {
    "Entering Extended Passive Mode (\(try joined(["", "", "\(address.port)"], by: delimiter, .reply)))"
  }

  package static func argument(for address: DataAddress) throws(DataAddressError) -> String {
    try argument(for: address, delimiter: 0x7C)
  }

  package static func replyText(for address: DataAddress) throws(DataAddressError) -> String {
    try replyText(for: address, delimiter: 0x7C)
  }

  /// Reads the argument of EPRT: three fields between equal delimiters and nothing else.
  package static func read(
    argument: some Collection<UInt8>, _ leniency: Leniency = .strict
  ) throws(DataAddressError) -> Reading<DataAddress> {
    let bytes = slice(argument)
    let trimmed = bytes[NumberList.skippingBlanks(bytes, from: bytes.startIndex)...]
    guard let delimiter = trimmed.first else { throw fault(.noAddress, .argument) }
    guard isDelimiter(delimiter) else { throw fault(.badDelimiter(delimiter), .argument) }
    guard let fields = ExtendedFields(trimmed, open: true) else {
      throw foreign(bytes) ?? fault(.missingDelimiter, .argument)
    }
    var notes: [ValueDeviation] = []
    if trimmed.startIndex > bytes.startIndex {
      notes.append(ValueDeviation("2428:2:eprt-fields", "more than one space before the argument"))
    }
    let address: DataAddress
    do {
      address = try fields.address(in: .argument, &notes)
    } catch {
      throw foreign(bytes) ?? error
    }
    if !fields.isClosed {
      notes.append(ValueDeviation("2428:2:eprt-fields", "no delimiter after the port"))
    } else if fields.end < bytes.endIndex {
      let text = "'\(Escaping.ascii(bytes[fields.end...], limit: 20))' after the last delimiter"
      notes.append(ValueDeviation("2428:2:eprt-fields", text))
    }
    return try Reading(address, notes: notes).checked(leniency, .extended, .argument)
  }

  /// Reads the text of a 229, with or without its code: the port between delimiters in parentheses.
  package static func read(
    reply text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(DataAddressError) -> Reading<DataAddress> {
    let bytes = slice(text)
    var first: DataAddressError?
    var index = bytes.startIndex
    while let open = bytes[index...].firstIndex(of: 0x28) {
      index = open + 1
      guard let fields = ExtendedFields(bytes[index...], open: false) else { continue }
      do {
        return try reading(of: fields, opened: open, in: bytes).checked(leniency, .extended, .reply)
      } catch {
        if case .deviation = error.reason { throw error }
        if !fields.delimiter.isAlphanumeric, first == nil { first = error }
      }
    }
    if let first { throw first }
    if let loose = try looseReading(of: bytes) { return try loose.checked(leniency, .extended, .reply) }
    if let other = foreign(bytes, .reply) { throw other }
    throw fault(bytes.contains(where: \.isDigit) ? .missingDelimiter : .noAddress, .reply)
  }
}

extension ExtendedAddress {
  /// True if the bytes contain three equal delimiters, digits and the same delimiter again, or the three
  /// fields of EPRT.
  static func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    var notes: [ValueDeviation] = []
    let start = bytes.firstIndex(of: 0x28).map { $0 + 1 } ?? bytes.startIndex
    guard let fields = ExtendedFields(bytes[start...], open: false), !fields.delimiter.isAlphanumeric else {
      return false
    }
    return (try? fields.address(in: .reply, &notes)) != nil
  }

  static func isDelimiter(_ byte: UInt8) -> Bool { byte >= 33 && byte <= 126 }

  private static let form: RequirementID = "2428:3:epsv-reply-form"

  private static func joined(
    _ fields: [String], by delimiter: UInt8, _ source: DataAddressError.Source
  ) throws(DataAddressError) -> String {
    guard isDelimiter(delimiter), !fields.contains(where: { $0.utf8.contains(delimiter) }) else {
      throw fault(.badDelimiter(delimiter), source)
    }
    let mark = String(Unicode.Scalar(delimiter))
    return mark + fields.joined(separator: mark) + mark
  }

  /// The fields of a 229 with the text around them.
  private static func reading(
    of fields: ExtendedFields, opened: Int, in bytes: ArraySlice<UInt8>
  ) throws(DataAddressError) -> Reading<DataAddress> {
    var notes: [ValueDeviation] = []
    let address = try fields.address(in: .reply, &notes)
    if bytes[..<opened].contains(0x29) || bytes[..<opened].contains(0x28) {
      notes.append(ValueDeviation(form, "parentheses in the words before the address"))
    }
    let rest = bytes[fields.end...]
    if rest.first != 0x29 {
      notes.append(ValueDeviation(form, "no closing parenthesis after the address"))
    } else if rest.count > 1 {
      let text = "'\(Escaping.ascii(rest.dropFirst(), limit: 20))' after the closing parenthesis"
      notes.append(.remark(form, text))
    }
    return Reading(address, notes: notes)
  }

  /// A port between delimiters that differ, are too few, or have no parentheses; nil if there is none.
  private static func looseReading(
    of bytes: ArraySlice<UInt8>
  ) throws(DataAddressError) -> Reading<DataAddress>? {
    guard !HostPort.matches(bytes), !LongAddress.matches(bytes) else { return nil }
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(where: \.isDigit) {
      let digits = bytes[start...].prefix(while: \.isDigit)
      index = digits.endIndex
      let marks = bytes[..<start].suffix(3).reversed().prefix {
        !$0.isAlphanumeric && $0 != 0x28 && $0 != 0x29
      }
      let before = start - marks.count - 1
      let isBracketed = before >= bytes.startIndex && bytes[before] == 0x28
      guard !marks.isEmpty, isBracketed || marks.count == 3 && Set(marks).count == 1 else { continue }
      if let bad = marks.first(where: { !isDelimiter($0) }) {
        guard isBracketed else { continue }
        throw fault(.badDelimiter(bad), .reply)
      }
      var notes: [ValueDeviation] = []
      let port = try ExtendedFields.port(digits, .reply, &notes)
      if !isBracketed { notes.append(ValueDeviation(form, "no parentheses around the address")) }
      let closing = bytes[index...].first.flatMap { $0.isAlphanumeric || $0 == 0x29 || $0.isBlank ? nil : $0 }
      if marks.count < 3 || closing == nil {
        let count = marks.count + (closing == nil ? 0 : 1)
        notes.append(ValueDeviation(form, "\(count) delimiters instead of 4"))
      }
      if Set(marks).union(closing.map { [$0] } ?? []).count > 1 {
        notes.append(ValueDeviation(form, "delimiters that differ"))
      }
      return Reading(DataAddress(host: nil, port: port), notes: notes)
    }
    return nil
  }

  /// The error for an address of another form; nil if there is none.
  private static func foreign(
    _ bytes: ArraySlice<UInt8>, _ source: DataAddressError.Source = .argument
  ) -> DataAddressError? {
    if LongAddress.matches(bytes) { return fault(.otherForm(.long), source) }
    if HostPort.matches(bytes) { return fault(.otherForm(.hostPort), source) }
    return nil
  }
}
