/// A pcapng file: sections of blocks, some of which are packets.
struct BlockCapture: Sendable {
  private struct Interface {
    var linkType: LinkType
    var snapLength: Int
    var resolution = TimeResolution()
    /// Seconds to be added to every time.
    var offset: Int64 = 0
  }

  private enum Kind {
    static let section: UInt32 = 0x0A0D_0D0A
    static let interface: UInt32 = 1
    static let packet: UInt32 = 2
    static let simplePacket: UInt32 = 3
    static let enhancedPacket: UInt32 = 6
  }

  private var order = ByteOrder.little
  private var interfaces: [Interface] = []
  private var hasSection = false

  /// Whether a file begins with a section.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) }

  /// Reads one block; nil if more bytes are needed.
  mutating func step(_ bytes: ArraySlice<UInt8>, _ place: CapturePlace) throws(CaptureError) -> CaptureStep? {
    guard bytes.count >= 12 else { return nil }
    let isSection = Self.begins(bytes)
    if isSection {
      order = try Self.order(bytes, place)
      interfaces = []
      hasSection = true
    }
    let kind = order.number32(bytes, 0)
    let length = Int(order.number32(bytes, 4))
    let isPacket = [Kind.packet, Kind.simplePacket, Kind.enhancedPacket].contains(kind)
    let part = isPacket ? "packet \(place.packet)" : "a block"
    // A packet has a header and options; writers add only a few of those.
    let limit = isPacket ? place.limits.packetBytes + 65_536 : place.limits.blockBytes
    guard length <= limit else { throw place.error(.tooLong(part: part, length: length, limit: limit)) }
    guard length >= 12, length.isMultiple(of: 4) else {
      throw place.error(.malformed("\(part) of \(length) bytes, which is impossible"))
    }
    guard bytes.count >= length else { return nil }
    guard Int(order.number32(bytes, length - 4)) == length else {
      throw place.error(.malformed("\(part) whose two lengths differ"))
    }
    let body = bytes.dropFirst(8).prefix(length - 12)
    var step = CaptureStep(length: length)
    switch kind {
    case Kind.section: try checkSection(body, place)
    case Kind.interface: try addInterface(body, place)
    case Kind.enhancedPacket: step.packet = try packet(body, Int(order.number32(body, 0)), place)
    case Kind.packet: step.packet = try packet(body, Int(order.number16(body, 0)), place)
    case Kind.simplePacket: step.packet = try simplePacket(body, place)
    default: break
    }
    return step
  }

  /// The unfinished part at the end of the file.
  func shortage(_ rest: ArraySlice<UInt8>, packet: Int) -> CaptureError.Reason? {
    guard !rest.isEmpty else { return nil }
    let part = "a block after packet \(packet - 1)"
    guard rest.count >= 12 else { return .truncated(part: part, length: 12, found: rest.count) }
    return .truncated(part: part, length: Int(order.number32(rest, 4)), found: rest.count)
  }

  private static func order(_ bytes: ArraySlice<UInt8>, _ place: CapturePlace) throws(CaptureError)
    -> ByteOrder
  {
    for order in [ByteOrder.network, .little] where order.number32(bytes, 8) == 0x1A2B_3C4D { return order }
    throw place.error(.malformed("a section without its byte-order magic"))
  }

  private func checkSection(_ body: ArraySlice<UInt8>, _ place: CapturePlace) throws(CaptureError) {
    guard body.count >= 16 else { throw place.error(.malformed("a section header that is too short")) }
    let version = order.number16(body, 4)
    guard version == 1 else {
      throw CaptureError(.unsupported("a pcapng of version \(version); only version 1 is supported"))
    }
  }

  private mutating func addInterface(
    _ body: ArraySlice<UInt8>, _ place: CapturePlace
  ) throws(CaptureError) {
    guard body.count >= 8 else { throw place.error(.malformed("an interface that is too short")) }
    guard interfaces.count < place.limits.interfaces else {
      throw place.error(.tooMany("interfaces", limit: place.limits.interfaces))
    }
    var interface = Interface(
      linkType: LinkType(rawValue: order.number16(body, 0)), snapLength: Int(order.number32(body, 4)))
    var rest = body.dropFirst(8)
    // Options are in any order; a cut counts as their end.
    while rest.count >= 4 {
      let code = order.number16(rest, 0)
      let length = Int(order.number16(rest, 2))
      let value = rest.dropFirst(4).prefix(length)
      if code == 0 || value.count < length { break }
      if code == 9, let exponent = value.first { interface.resolution = TimeResolution(exponent) }
      if code == 14, length == 8 { interface.offset = Int64(bitPattern: order.number64(value, 0)) }
      rest = rest.dropFirst(4 + (length + 3) / 4 * 4)
    }
    interfaces.append(interface)
  }

  private func packet(
    _ body: ArraySlice<UInt8>, _ number: Int, _ place: CapturePlace
  ) throws(CaptureError) -> CapturedPacket {
    guard body.count >= 20 else { throw place.error(.malformed("packet \(place.packet), too short for one")) }
    guard interfaces.indices.contains(number) else {
      throw place.error(.malformed("packet \(place.packet) of interface \(number), which is not described"))
    }
    let interface = interfaces[number]
    let length = Int(order.number32(body, 12))
    guard length <= body.count - 20 else {
      throw place.error(
        .malformed("packet \(place.packet) of \(length) bytes in a block with room for \(body.count - 20)"))
    }
    let units = UInt64(order.number32(body, 4)) << 32 | UInt64(order.number32(body, 8))
    return CapturedPacket(
      time: interface.resolution.nanoseconds(units, offset: interface.offset), linkType: interface.linkType,
      bytes: Array(body.dropFirst(20).prefix(length)), originalLength: Int(order.number32(body, 16)))
  }

  private func simplePacket(
    _ body: ArraySlice<UInt8>, _ place: CapturePlace
  ) throws(CaptureError) -> CapturedPacket {
    guard body.count >= 4, let interface = interfaces.first else {
      throw place.error(.malformed("packet \(place.packet) of an interface that is not described"))
    }
    let original = Int(order.number32(body, 0))
    let kept = interface.snapLength == 0 ? original : min(original, interface.snapLength)
    return CapturedPacket(
      time: 0, linkType: interface.linkType, bytes: Array(body.dropFirst(4).prefix(kept)),
      originalLength: original)
  }
}

/// The unit of time in pcapng: a negative power of ten or of two.
struct TimeResolution: Sendable {
  private let exponent: Int
  private let isBinary: Bool

  /// Microseconds, unless an interface says otherwise.
  init() { self.init(6) }

  /// Reads the option `if_tsresol`.
  init(_ option: UInt8) {
    exponent = Int(option & 0x7F)
    isBinary = option & 0x80 != 0
  }

  /// Converts units to nanoseconds; saturates on overflow, and is 0 for an invalid unit.
  func nanoseconds(_ units: UInt64, offset: Int64) -> UInt64 {
    var result: UInt64
    if isBinary {
      guard exponent < 64 else { return 0 }
      let fraction = units & ((1 << UInt64(exponent)) &- 1)
      let (high, low) = fraction.multipliedFullWidth(by: 1_000_000_000)
      let nanoseconds = exponent == 0 ? 0 : high << UInt64(64 - exponent) | low >> UInt64(exponent)
      result = Self.product(units >> UInt64(exponent), 1_000_000_000).addingClamped(nanoseconds)
    } else if exponent <= 9 {
      result = Self.product(units, Self.powerOfTen(9 - exponent))
    } else {
      guard exponent <= 19 + 9 else { return 0 }
      result = units / Self.powerOfTen(exponent - 9)
    }
    let shift = Self.product(offset.magnitude, 1_000_000_000)
    result = offset < 0 ? result - min(result, shift) : result.addingClamped(shift)
    return result
  }

  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in product(power, 10) }
  }

  private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? .max : product
  }
}

extension UInt64 {
  fileprivate func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
