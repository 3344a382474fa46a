import FTPCaptures

/// IP datagrams, and the capture files that they can be written to: every file format and link type that is supported.
package struct PacketFile: Sendable {
  /// The datagrams with their times.
  package var packets: [CapturedPacket]

  /// Makes a file of datagrams.
  package init(_ packets: [CapturedPacket]) { self.packets = packets }

  /// Reads the datagrams of a capture of raw IP.
  package init(reading capture: [UInt8]) throws(CaptureError) {
    var parser = CaptureParser()
    parser.append(capture)
    packets = []
    while let packet = try parser.next() { packets.append(packet) }
    try parser.finish()
  }

  /// The bytes before an IP datagram.
  package enum Link: CaseIterable, Sendable {
    case raw, ethernet, tagged, twiceTagged, cooked, cooked2, null, nullBig, loop
    case session, taggedSession, cookedSession, cooked2Session, bareSession, ppp, pppCompressed, pppSerial

    /// The number of the link type in the file.
    package var type: LinkType {
      switch self {
      case .raw: .raw
      case .ethernet, .tagged, .twiceTagged, .session, .taggedSession: .ethernet
      case .cooked, .cookedSession: .linuxCooked
      case .cooked2, .cooked2Session: .linuxCooked2
      case .bareSession: .pppoe
      case .ppp, .pppCompressed: .ppp
      case .pppSerial: .pppSerial
      case .null, .nullBig: .null
      case .loop: .loop
      }
    }

    /// The bytes before a datagram.
    package func header(isIPv6: Bool) -> [UInt8] {
      let type: [UInt8] = isIPv6 ? [0x86, 0xDD] : [0x08, 0x00]
      let family: UInt8 = isIPv6 ? 30 : 2
      let hardware = [UInt8](repeating: 2, count: 12)
      // PPPoE and PPP.
      let network: UInt8 = isIPv6 ? 0x57 : 0x21
      let session: [UInt8] = [0x11, 0, 0, 1, 0, 0, 0, network]
      switch self {
      case .raw: return []
      case .ethernet: return hardware + type
      case .tagged: return hardware + [0x81, 0, 0, 7] + type
      case .twiceTagged: return hardware + [0x88, 0xA8, 0, 7, 0x81, 0, 0, 8] + type
      case .cooked: return [UInt8](repeating: 0, count: 14) + type
      case .cooked2: return type + [UInt8](repeating: 0, count: 18)
      case .null: return [family, 0, 0, 0]
      case .nullBig, .loop: return [0, 0, 0, family]
      case .session: return hardware + [0x88, 0x64] + session
      case .taggedSession: return hardware + [0x81, 0, 0, 7, 0x88, 0x64] + session
      case .cookedSession: return [UInt8](repeating: 0, count: 14) + [0x88, 0x64] + session
      case .cooked2Session: return [0x88, 0x64] + [UInt8](repeating: 0, count: 18) + session
      case .bareSession: return session
      case .ppp: return [0, network]
      case .pppCompressed: return [network]
      case .pppSerial: return [0xFF, 0x03, 0, network]
      }
    }

    /// The datagram with its header and padding.
    package func wrap(_ datagram: [UInt8]) -> [UInt8] {
      // Ethernet pads short frames.
      let padding = [UInt8](repeating: 0, count: type == .ethernet ? max(0, 46 - datagram.count) : 0)
      return header(isIPv6: datagram.first.map { $0 >> 4 == 6 } ?? false) + datagram + padding
    }
  }

  package enum Form: CaseIterable, Sendable {
    case littleMicroseconds, bigMicroseconds, littleNanoseconds, bigNanoseconds, littleBlocks, bigBlocks
  }

  /// The bytes of a file with these packets.
  package func bytes(_ form: Form = .littleNanoseconds, _ link: Link = .raw) -> [UInt8] {
    switch form {
    case .littleMicroseconds: plain(link, isBig: false, isNanoseconds: false)
    case .bigMicroseconds: plain(link, isBig: true, isNanoseconds: false)
    case .littleNanoseconds: plain(link, isBig: false, isNanoseconds: true)
    case .bigNanoseconds: plain(link, isBig: true, isNanoseconds: true)
    case .littleBlocks: blocks(link, isBig: false)
    case .bigBlocks: blocks(link, isBig: true)
    }
  }

  private func plain(_ link: Link, isBig: Bool, isNanoseconds: Bool) -> [UInt8] {
    var bytes = NumberWriter(isBig: isBig)
    bytes.add(UInt32(isNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4))
    bytes.add(UInt16(2))
    bytes.add(UInt16(4))
    for number in [0, 0, 65_535, UInt32(link.type.rawValue)] { bytes.add(number) }
    for packet in packets {
      let content = link.wrap(packet.bytes)
      let added = content.count - packet.bytes.count
      bytes.add(UInt32(truncatingIfNeeded: packet.time / 1_000_000_000))
      bytes.add(UInt32(truncatingIfNeeded: packet.time % 1_000_000_000 / (isNanoseconds ? 1 : 1_000)))
      bytes.add(UInt32(content.count))
      bytes.add(UInt32(truncatingIfNeeded: packet.originalLength + added))
      bytes.bytes += content
    }
    return bytes.bytes
  }

  private func blocks(_ link: Link, isBig: Bool) -> [UInt8] {
    var bytes = NumberWriter(isBig: isBig)
    bytes.block(0x0A0D_0D0A) {
      $0.add(UInt32(0x1A2B_3C4D))
      $0.add(UInt16(1))
      $0.add(UInt16(0))
      $0.add(UInt64.max)
      // An unknown option, and the end of the options.
      $0.option(4, Array("tests".utf8))
      $0.option(0, [])
    }
    bytes.block(1) {
      $0.add(link.type.rawValue)
      $0.add(UInt16(0))
      $0.add(UInt32(0))
      $0.option(2, Array("lo".utf8))
      $0.option(9, [9])
      $0.option(0, [])
    }
    // A block of an unknown kind, and statistics.
    bytes.block(0x0BAD) { $0.bytes += [1, 2, 3, 4] }
    for packet in packets {
      let content = link.wrap(packet.bytes)
      bytes.block(6) {
        $0.add(UInt32(0))
        $0.add(UInt32(truncatingIfNeeded: packet.time >> 32))
        $0.add(UInt32(truncatingIfNeeded: packet.time))
        $0.add(UInt32(content.count))
        $0.add(UInt32(truncatingIfNeeded: packet.originalLength + content.count - packet.bytes.count))
        $0.bytes += content
        $0.pad()
        $0.option(2, [0, 0, 0, 0])
        $0.option(0, [])
      }
    }
    return bytes.bytes
  }
}
