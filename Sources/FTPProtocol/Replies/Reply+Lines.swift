extension Reply {
  /// The lines in order; earlier lines that belong to no reply come first, as ``ReplyLine/Kind/stray``.
  public var lines: ReplyLines { ReplyLines(self) }

  /// The line that opens the reply proper: ``ReplyLine/Kind/only`` or ``ReplyLine/Kind/first``.
  public var firstLine: ReplyLine { lines[strayLineCount] }

  /// The line that ends the reply; the same as ``firstLine`` if there is only one.
  public var lastLine: ReplyLine {
    let lines = lines
    return lines[lines.endIndex - 1]
  }

  /// True if the reply was opened with a hyphen (RFC 959, section 4.2).
  public var isMultiline: Bool { lineCount - strayLineCount > 1 }

  /// How many lines before the reply belong to no reply; they are part of ``bytes`` and ``lines``.
  public var leadingLineCount: Int { strayLineCount }

  /// The texts of all lines but the stray ones, joined by LF: no codes, no Telnet sequences, bytes that are
  /// not UTF-8 replaced.
  public var text: String {
    var joined: [UInt8] = []
    let lines = lines
    for index in strayLineCount..<lines.endIndex {
      if index > strayLineCount { joined.append(0x0A) }
      joined += Telnet.strip(lines[index].text).text
    }
    return String(decoding: joined, as: UTF8.self)
  }

  /// How the bytes deviate from the grammar, in order of lines; found again each time it is asked for.
  public var deviations: [ReplyDeviation] {
    let endsAtReturn = marks.contains(.carriageReturnEndsLine)
    var finder = DeviationFinder(
      code: code, origin: 0, wanted: nil, carriageReturnEndsLine: endsAtReturn)
    let lines = lines
    for (index, line) in lines.enumerated() {
      finder.check(
        lines.bytes.span, line.bytes.startIndex..<line.bytes.endIndex, kind: line.kind, index: index,
        isUnterminated: marks.contains(.unterminated) && index == lines.count - 1)
    }
    return finder.found
  }
}

extension Reply: CustomStringConvertible {
  /// The bytes as printable ASCII, cut after 1,024 bytes.
  public var description: String { Escaping.ascii(bytes, limit: 1_024) }
}

extension Reply {
  /// Reads bytes that are exactly one complete reply; nil otherwise.
  public init?(parsing bytes: some Collection<UInt8>, _ leniency: Leniency = .lenient) {
    var parser = ReplyParser(leniency)
    parser.append(Array(bytes))
    guard let reply = try? parser.next(), parser.unfinished.isEmpty else { return nil }
    guard reply.byteCount == bytes.count else { return nil }
    self = reply
  }

  /// Reads a text that is exactly one complete reply, such as `"226 Done.\r\n"`; nil otherwise.
  public init?(parsing text: String, _ leniency: Leniency = .lenient) {
    self.init(parsing: Array(text.utf8), leniency)
  }
}
