import FTPProtocol

/// Finds the parts of a server's text that differ in each recording: times, dates, numbers of processes and
/// sessions, hosts, ports, durations.
struct TextMask {
  /// Hosts of the recording, as text, with the kind of placeholder that stands for each.
  var hosts: [(text: [UInt8], kind: PlaceholderKind)] = []
  /// Ports of the recording, which are replaced after the word `port`.
  var ports: Set<UInt16> = []

  /// The bytes with placeholders for these parts.
  func parts(of bytes: [UInt8]) -> [VectorLine.Part] {
    var parts: [VectorLine.Part] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      guard let (kind, count) = find(in: bytes, at: index) else {
        index += 1
        continue
      }
      parts.append(.bytes(Array(bytes[start..<index])))
      parts.append(.placeholder(Placeholder("", kind)))
      index += count
      start = index
    }
    parts.append(.bytes(Array(bytes[start...])))
    return parts
  }

  private func find(in bytes: [UInt8], at index: Int) -> (PlaceholderKind, Int)? {
    let before = index > 0 ? bytes[index - 1] : 0x20
    for host in hosts where bytes[index...].starts(with: host.text) && !Self.isHostPart(before) {
      let end = index + host.text.count
      if end == bytes.count || !Self.isHostPart(bytes[end]) { return (host.kind, host.text.count) }
    }
    if let count = Self.fullDate(in: bytes[index...]), !Self.isHostPart(before) { return (.text, count) }
    if let count = Self.date(in: bytes[index...]), before == 0x20 { return (.date, count) }
    guard Self.isDigit(bytes[index]), !Self.isHostPart(before) else { return nil }
    if let count = Self.time(in: bytes[index...]) { return (.time, count) }
    if let count = Self.clock(in: bytes[index...]) { return (.clock, count) }
    if let count = Self.process(in: bytes, at: index) { return (.number, count) }
    if let count = port(in: bytes, at: index) { return (.port, count) }
    if let count = Self.measurement(in: bytes[index...]) { return (.word, count) }
    return nil
  }

  /// `port 21`, if that is one of the ports.
  private func port(in bytes: [UInt8], at index: Int) -> Int? {
    let digits = bytes[index...].prefix(while: Self.isDigit)
    guard Self.follows(["port ", "port: ", "port="], in: bytes, at: index),
      let port = UInt16(String(decoding: digits, as: UTF8.self)), ports.contains(port)
    else { return nil }
    return digits.count
  }

  /// `0.012 seconds`, `2.63 Mbytes per second`: a measurement has a fraction and a unit of time or of speed.
  private static func measurement(in bytes: ArraySlice<UInt8>) -> Int? {
    let whole = bytes.prefix(while: isDigit)
    let rest = bytes.dropFirst(whole.count)
    guard rest.first == 0x2E else { return nil }
    let fraction = rest.dropFirst().prefix(while: isDigit)
    let unit = rest.dropFirst(1 + fraction.count).drop { $0 == 0x20 }.prefix(12).map { $0 | 0x20 }
    let units = ["sec", "s ", "ms ", "kbyte", "mbyte", "kb/", "mb/", "kib/", "mib/", "bytes/", "bytes per"]
    guard !fraction.isEmpty, units.contains(where: { unit.starts(with: $0.utf8) }) else { return nil }
    return whole.count + 1 + fraction.count
  }

  /// `20251121134005`, perhaps with a fraction.
  private static func time(in bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.prefix(while: isDigit)
    guard digits.count == 14, digits.starts(with: "19".utf8) || digits.starts(with: "20".utf8) else {
      return nil
    }
    let rest = bytes.dropFirst(14)
    let fraction = rest.first == 0x2E ? rest.dropFirst().prefix(while: isDigit).count : 0
    guard (try? TimeValue.read(digits)) != nil else { return nil }
    return fraction == 0 ? 14 : 15 + fraction
  }

  /// `13:40` or `13:40:05`, of a day.
  private static func clock(in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(bytes.prefix(9))
    func pair(_ offset: Int) -> Int? {
      guard text.count >= offset + 2, isDigit(text[offset]), isDigit(text[offset + 1]) else { return nil }
      return Int(text[offset] - 0x30) * 10 + Int(text[offset + 1] - 0x30)
    }
    guard let hour = pair(0), hour < 24, text.count > 2, text[2] == 0x3A, let minute = pair(3), minute < 60
    else {
      return nil
    }
    var count = 5
    if text.count > 5, text[5] == 0x3A, let second = pair(6), second < 61 { count = 8 }
    guard text.count == count || !isHostPart(text[count]) || text[count] == 0x2E || text[count] | 0x20 == 0x61
    else { return nil }
    return count
  }

  /// `Nov 21 13:40` and `Nov 21  2024` of a UNIX listing.
  private static func date(in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(bytes.prefix(13))
    guard text.count >= 12, months.contains(where: { text.starts(with: $0.utf8) }), text[3] == 0x20,
      text[6] == 0x20,
      text[4] == 0x20 || isDigit(text[4]), isDigit(text[5]), text.count == 12 || text[12] == 0x20
    else { return nil }
    let end = text[7..<12]
    if clock(in: end) == 5 { return 12 }
    return end.first == 0x20 && end.dropFirst().allSatisfy(isDigit) ? 12 : nil
  }

  /// `Fri Nov 21 13:40:05 2025`, as C has it.
  private static func fullDate(in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(bytes.prefix(24))
    guard text.count == 24, days.contains(where: { text.starts(with: $0.utf8) }), text[3] == 0x20,
      months.contains(where: { text[4...].starts(with: $0.utf8) }), text[7] == 0x20, isDigit(text[9]),
      clock(in: text[11...]) == 8, text[20...].allSatisfy({ $0 == 0x20 || isDigit($0) })
    else { return nil }
    return 24
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `ftpd[1234]`, `pid 1234`, `user number 3`.
  private static func process(in bytes: [UInt8], at index: Int) -> Int? {
    let count = bytes[index...].prefix(while: isDigit).count
    if follows(["pid ", "pid=", "pid:", "user number "], in: bytes, at: index) { return count }
    guard index > 1, bytes[index - 1] == UInt8(ascii: "["), bytes[index - 2] | 0x20 >= 0x61,
      index + count < bytes.count, bytes[index + count] == UInt8(ascii: "]")
    else { return nil }
    return count
  }

  /// Whether one of some words precedes it, in either case.
  private static func follows(_ words: [String], in bytes: [UInt8], at index: Int) -> Bool {
    let before = bytes[..<index].suffix(12).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return words.contains { before.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte continues with a number, a name or an address.
  private static func isHostPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2E || byte == 0x3A
  }
}
