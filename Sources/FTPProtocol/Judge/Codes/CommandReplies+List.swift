extension CommandReplies {
  /// The codes that one text gives a command.
  struct List: Sendable {
    private let first: StaticString
    private let mark: StaticString
    private let after: StaticString
    private let origin: Origin
    private let served: StaticString

    /// Lists of codes separated by spaces.
    ///
    /// - Parameters:
    ///   - first: what may be the first reply.
    ///   - mark: what may come while data flows.
    ///   - after: what may follow a 1yz reply.
    ///   - origin: the source of the list.
    ///   - served: those of the first replies that the mock server sends too, although their origin is practice.
    /// - Returns: the list.
    static func codes(
      _ first: StaticString, mark: StaticString = "", after: StaticString = "", _ origin: Origin,
      served: StaticString = ""
    ) -> List {
      List(first: first, mark: mark, after: after, origin: origin, served: served)
    }

    /// The codes, each with its phase.
    var entries: [Entry] {
      entries(first, .first) + entries(mark, .mark) + entries(after, .afterPreliminary)
    }

    private func entries(_ codes: StaticString, _ phase: Phase) -> [Entry] {
      let served = phase == .first ? Self.numbers(served) : []
      return Self.numbers(codes).compactMap { number in
        ReplyCode(rawValue: number).map {
          Entry(code: $0, phase: phase, origin: origin, isServed: served.contains(number))
        }
      }
    }

    /// The numbers of a list, read byte by byte: every list of the table is read when a program starts.
    private static func numbers(_ codes: StaticString) -> [UInt16] {
      guard codes.utf8CodeUnitCount > 0 else { return [] }
      return codes.withUTF8Buffer { bytes in
        var numbers: [UInt16] = []
        numbers.reserveCapacity(bytes.count / 4 + 1)
        var number: UInt16?
        for byte in bytes {
          if case 0x30...0x39 = byte {
            number = (number ?? 0) &* 10 &+ UInt16(byte - 0x30)
          } else if let done = number {
            numbers.append(done)
            number = nil
          }
        }
        if let number { numbers.append(number) }
        return numbers
      }
    }
  }
}
