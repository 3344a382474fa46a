/// The three fields of EPRT and 229, cut at their delimiter and not yet understood.
struct ExtendedFields {
  /// The delimiter around every field: the first byte.
  let delimiter: UInt8
  /// The bytes of the family, the host and the port.
  let family: ArraySlice<UInt8>
  /// The bytes of the host.
  let host: ArraySlice<UInt8>
  /// The bytes of the port.
  let port: ArraySlice<UInt8>
  /// True if a delimiter follows the port.
  let isClosed: Bool
  /// Offset just past the last delimiter, or past the port if it is missing.
  let end: Int

  /// Splits the fields at repetitions of the first byte; nil if there are too few.
  ///
  /// `open` admits a port that ends with the bytes instead of a delimiter.
  init?(_ bytes: ArraySlice<UInt8>, open: Bool) {
    guard let delimiter = bytes.first, ExtendedAddress.isDelimiter(delimiter) else { return nil }
    let start = bytes.startIndex + 1
    guard let second = bytes[start...].firstIndex(of: delimiter),
      let third = bytes[(second + 1)...].firstIndex(of: delimiter)
    else { return nil }
    let fourth = bytes[(third + 1)...].firstIndex(of: delimiter)
    guard open || fourth != nil else { return nil }
    self.delimiter = delimiter
    family = bytes[start..<second]
    host = bytes[(second + 1)..<third]
    port = bytes[(third + 1)..<(fourth ?? bytes.endIndex)]
    isClosed = fourth != nil
    end = fourth.map { $0 + 1 } ?? bytes.endIndex
  }

  /// The fields as an address; adds notes for deviations that are tolerated.
  func address(
    in source: DataAddressError.Source, _ notes: inout [ValueDeviation]
  ) throws(DataAddressError) -> DataAddress {
    if source == .reply, family.isEmpty, host.isEmpty {
      return DataAddress(host: nil, port: try Self.port(port, source, &notes))
    }
    if source == .reply {
      notes.append(ValueDeviation("2428:3:epsv-empty-fields", "a family or host before the port"))
      guard !family.isEmpty else {
        guard let address = IPAddress(text: host) else {
          throw ExtendedAddress.fault(
            .badHost(family: host.contains(0x3A) ? .ipv6 : .ipv4, text: Escaping.ascii(host)), source)
        }
        return DataAddress(host: address, port: try Self.port(port, source, &notes))
      }
    }
    guard !family.isEmpty, family.allSatisfy(\.isDigit) else {
      throw ExtendedAddress.fault(.notANumber(position: 1, text: Escaping.ascii(family, limit: 12)), source)
    }
    let number: Int = family.decimal() ?? .max
    guard let named = UInt16(exactly: number).map(AddressFamily.init(rawValue:)),
      AddressFamily.known.contains(named)
    else { throw ExtendedAddress.fault(.unknownFamily(number), source) }
    let isNamed = source == .argument || !host.isEmpty
    let address = isNamed ? try self.address(of: named, source) : nil
    return DataAddress(host: address, port: try Self.port(port, source, &notes))
  }

  private func address(
    of named: AddressFamily, _ source: DataAddressError.Source
  ) throws(DataAddressError) -> IPAddress {
    guard let address = IPAddress(text: host) else {
      throw ExtendedAddress.fault(.badHost(family: named, text: Escaping.ascii(host)), source)
    }
    guard address.family == named else {
      throw ExtendedAddress.fault(.familyMismatch(named: named, host: address), source)
    }
    return address
  }

  /// Digits as a port from 1 to 65535.
  static func port(
    _ digits: ArraySlice<UInt8>, _ source: DataAddressError.Source, _ notes: inout [ValueDeviation]
  ) throws(DataAddressError) -> UInt16 {
    let text = Escaping.ascii(digits, limit: 12)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
      throw ExtendedAddress.fault(.notANumber(position: 3, text: text), source)
    }
    let value: UInt16? = digits.decimal()
    guard let value else { throw ExtendedAddress.fault(.portOutOfRange(text: text), source) }
    guard value != 0 else { throw ExtendedAddress.fault(.portZero, source) }
    if digits.first == 0x30 {
      let requirement: RequirementID = source == .argument ? "2428:2:eprt-port" : "2428:3:epsv-reply-form"
      notes.append(
        ValueDeviation(requirement, "leading zeros in the port", weight: digits.count > 5 ? .breach : .remark)
      )
    }
    return value
  }
}
