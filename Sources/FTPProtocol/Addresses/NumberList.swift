/// Decimal numbers joined by commas, as in PORT, LPRT, 227 and 228.
///
/// The scan notes anything unusual about the form and never fails: it ends where the
/// list ends.
struct NumberList {
  /// One number: the position of its digits, and its value, which saturates above 65535.
  struct Number {
    let digits: Range<Int>
    let value: UInt32
  }

  /// No useful list has more numbers than LPRT for IPv6 needs; a longer one is only counted.
  static let limit = 32

  private(set) var numbers: [Number] = []
  /// How many numbers there are; those beyond ``limit`` are counted but not kept.
  private(set) var count = 0
  /// True if spaces or tabs are next to a comma.
  private(set) var isSpaced = false
  /// Offset of the text after the last comma if it is not a number; nil if the list ends with a number.
  private(set) var broken: Int?
  /// Offset just past the list.
  private(set) var end: Int

  /// Reads the list that begins at `start`, which must be a digit.
  init(_ bytes: ArraySlice<UInt8>, at start: Int) {
    end = start
    var index = start
    while true {
      let first = index
      var value: UInt32 = 0
      while index < bytes.endIndex, bytes[index].isDigit {
        value = min(value * 10 + UInt32(bytes[index] - 0x30), 65_536)
        index += 1
      }
      guard index > first else {
        broken = first
        return
      }
      count += 1
      if numbers.count < Self.limit { numbers.append(Number(digits: first..<index, value: value)) }
      end = index
      let comma = Self.skippingBlanks(bytes, from: index)
      guard comma < bytes.endIndex, bytes[comma] == 0x2C else { return }
      let next = Self.skippingBlanks(bytes, from: comma + 1)
      let isNumber = next < bytes.endIndex && bytes[next].isDigit
      if isNumber, comma > index || next > comma + 1 { isSpaced = true }
      index = next
    }
  }

  /// Offset of the first byte at or after `start` that is neither space nor tab.
  static func skippingBlanks(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.endIndex, bytes[index].isBlank { index += 1 }
    return index
  }

  /// The text of the item at `start`, up to the next comma, bracket or blank, for a message.
  static func item(_ bytes: ArraySlice<UInt8>, at start: Int) -> String {
    Escaping.ascii(bytes[start...].prefix { $0 != 0x2C && $0 != 0x29 && !$0.isBlank }, limit: 12)
  }

  /// True if there is a sign at `index`, directly followed by a digit.
  static func isSign(_ bytes: ArraySlice<UInt8>, at index: Int) -> Bool {
    guard index >= bytes.startIndex, index + 1 < bytes.endIndex, bytes[index + 1].isDigit else {
      return false
    }
    return bytes[index] == 0x2D || bytes[index] == 0x2B
  }

  /// The values as octets, or the place and the text of the first that is above 255.
  func octets(
    of bytes: ArraySlice<UInt8>, in form: AddressForm, _ source: DataAddressError.Source
  ) throws(DataAddressError) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(numbers.count)
    for (index, number) in numbers.enumerated() {
      guard let octet = UInt8(exactly: number.value) else {
        let text = Escaping.ascii(bytes[number.digits], limit: 12)
        throw DataAddressError(.octetOutOfRange(position: index + 1, text: text), in: form, source)
      }
      octets.append(octet)
    }
    return octets
  }

  /// Unusual forms of the numbers that deserve a note.
  func notes(
    of bytes: ArraySlice<UInt8>, spacing: ValueDeviation.Weight?, _ requirement: RequirementID
  ) -> [ValueDeviation] {
    var notes: [ValueDeviation] = []
    if isSpaced, let spacing {
      notes.append(ValueDeviation(requirement, "spaces beside a comma", weight: spacing))
    }
    if numbers.contains(where: { $0.digits.count > 3 }) {
      notes.append(ValueDeviation(requirement, "a number of more than three digits"))
    } else if numbers.contains(where: { $0.digits.count > 1 && bytes[$0.digits.lowerBound] == 0x30 }) {
      notes.append(.remark(requirement, "leading zeros, read as decimal"))
    }
    return notes
  }
}

extension Reading<DataAddress> {
  /// The reading itself, unless a breach is an error here.
  func checked(
    _ leniency: Leniency, _ form: AddressForm, _ source: DataAddressError.Source
  ) throws(DataAddressError) -> Self {
    if leniency.rejectsBreaches, let breach = breaches.first {
      throw DataAddressError(.deviation(breach), in: form, source)
    }
    return self
  }
}
