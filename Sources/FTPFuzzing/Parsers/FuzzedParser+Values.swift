import FTPProtocol

/// Readers of values in replies, commands and listings.
extension FuzzedParser {
  /// The addresses of data connections in their three forms, as arguments and in replies.
  static let addresses = FuzzedParser(
    "addresses", "the addresses in 227, 228, 229, PORT, EPRT and LPRT, and the argument of EPSV",
    oracles: [.strictness, .printing, .messages],
    longest: 256, sampleRuns: 150,
    harvest: { $0.texts(of: 227, 228, 229) + $0.arguments(of: "PORT", "EPRT", "LPRT", "EPSV") },
    check: { input throws(ParserFault) in
      let bytes = input.bytes
      for form in AddressForm.allCases {
        let argument = try ReadingCheck.both(bytes, form.read(argument:_:))
        let announced = try ReadingCheck.both(bytes, form.read(reply:_:))
        for reading in [argument, announced] {
          guard let address = reading?.value else { continue }
          try ParserOracle.strictness.expect(address.port != 0, "port 0 in \(form.rawValue)")
          try checkPrinting(address, form)
        }
        let reply = Reply(form.replyCode, String(decoding: bytes, as: UTF8.self))
        _ = try ReadingCheck.both(reply) { reply, leniency throws(DataAddressError) in
          try AnnouncedAddress(reply, askedFor: .extended, leniency).reading
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let address = DataAddress(text) {
        try ParserOracle.printing.expect(
          DataAddress(address.description) == address, "\(address) is read as another one")
      }
      if let host = IPAddress(text: bytes) {
        try ParserOracle.printing.expect(
          IPAddress(host.description) == host, "\(host) is read as another one")
      }
      if let request = try? ExtendedPassiveRequest(argument: bytes) {
        let again = try? ExtendedPassiveRequest(argument: request.argument.map { Array($0.utf8) })
        try ParserOracle.printing.expect(again == request, "\(request) is read as \(again as Any)")
      }
    })

  /// An address that is written is read as the same address.
  private static func checkPrinting(_ address: DataAddress, _ form: AddressForm) throws(ParserFault) {
    if let argument = try? form.argument(for: address) {
      try ParserOracle.printing.expect(
        (try? form.read(argument: argument.utf8, .strict))?.value.matches(address) ?? false,
        "\(address) is written as \(argument)")
    }
    if let text = try? form.replyText(for: address) {
      let announced = form == .extended ? DataAddress(host: nil, port: address.port) : address
      try ParserOracle.printing.expect(
        (try? form.read(reply: text.utf8, .lenient))?.value.matches(announced) ?? false,
        "\(address) is announced as \(text)")
    }
  }

  static let paths = FuzzedParser(
    "paths", "the path in a 257", oracles: [.strictness, .printing, .messages],
    longest: 256, harvest: { $0.texts(of: 257) },
    check: { input throws(ParserFault) in
      let reading = try ReadingCheck.both(input.bytes, PathReply.read)
      guard let path = reading?.value, let written = try? path.encoded() else { return }
      let again = try? PathReply.read(written, .strict)
      try ParserOracle.printing.expect(
        again == Reading(path), "\(path) is written as \(Escaping.ascii(written)) and read as \(again as Any)"
      )
    })

  /// The list in a 211, the answer to FEAT.
  static let features = FuzzedParser(
    "features", "the list in a 211, and the facts in it",
    oracles: [.strictness, .printing, .messages],
    harvest: { vector in vector.replies.filter { $0.code == 211 }.map(\.bytes) },
    check: { input throws(ParserFault) in
      guard let reply = Reply(parsing: input.bytes) else { return }
      let reading = try ReadingCheck.both(reply, FeatureList.read)
      guard let list = reading?.value else { return }
      // Bytes that are not UTF-8 and bytes that would end a line are written differently from how they were read, so
      // the list is compared after it was written once.
      guard let once = try? FeatureList.read(list.reply).value else {
        throw ParserFault(.printing, "\(list.reply) cannot be read")
      }
      try ParserOracle.printing.expect(
        (try? FeatureList.read(once.reply).value) == once, "\(once.reply) is read as another list")
      try checkSelection(list["MLST"].map { Array($0.parameters.utf8) } ?? [])
    })

  private static func checkSelection(_ parameters: [UInt8]) throws(ParserFault) {
    let reading = FactSelection.read(parameters)
    for note in reading.notes { try ReadingCheck.message(note.description) }
    guard reading.isCanonical else { return }
    try ParserOracle.printing.expect(
      FactSelection.list(reading.value).utf8.elementsEqual(parameters),
      "\(Escaping.ascii(parameters)) is written as \(FactSelection.list(reading.value))")
  }

  /// The facts of MLSD and MLST.
  static let facts = FuzzedParser(
    "facts", "the facts and the name in a line of MLSD or MLST",
    oracles: [.strictness, .printing, .messages],
    longest: 512,
    harvest: { vector in
      vector.data.flatMap { $0.split(separator: 0x0A).map(Array.init) }.filter { $0.contains(0x3B) }
        + vector.replies.filter { $0.code == 250 && $0.isMultiline }.flatMap {
          $0.lines.map { Array($0.text) }
        }
    },
    check: { input throws(ParserFault) in
      for source in [FactList.Source.mlsd, .mlst] {
        let reading = try ReadingCheck.both(input.bytes) { bytes, leniency throws(ValueDeviation) in
          try FactList.read(bytes, from: source, leniency)
        }
        guard let entry = reading?.value else { continue }
        _ = (
          entry.size, entry.modify, entry.create, entry.type, entry.unixMode, entry.permissions?.description
        )
        try ReadingCheck.message(String("'\(entry)'".prefix(500)))
        guard let written = try? entry.encoded() else { continue }
        try ParserOracle.printing.expect(
          (try? FactList.read(written, from: source))?.value == entry,
          "\(Escaping.ascii(written)) is read as another entry")
        if reading?.isCanonical ?? false {
          let line = input.bytes.last == 0x0A ? Array(input.bytes.dropLast(2)) : input.bytes
          try ParserOracle.printing.expect(written == line, "it is written as \(Escaping.ascii(written))")
        }
      }
      guard let reply = Reply(parsing: Array("250-a\r\n ".utf8) + input.bytes + Array("\r\n250 b\r\n".utf8))
      else { return }
      _ = try ReadingCheck.both(reply, FactList.read)
    })

  /// The times of MDTM, MFMT and facts.
  static let times = FuzzedParser(
    "times", "the times of MDTM, MFMT and facts", oracles: [.strictness, .printing, .messages],
    longest: 64, harvest: { $0.texts(of: 213) + $0.arguments(of: "MFMT", "MDTM") },
    check: { input throws(ParserFault) in
      let reading = try ReadingCheck.both(input.bytes, TimeValue.read)
      guard let time = reading?.value else { return }
      let printed = try? TimeValue.read(time.description.utf8)
      try ParserOracle.printing.expect(printed?.value == time, "\(time) is read as another time")
      if reading?.isCanonical ?? false {
        try ParserOracle.printing.expect(
          time.description.utf8.elementsEqual(input.bytes), "it is written as \(time)")
      }
      try ReadingCheck.message(time.iso8601)
      let seconds = time.secondsSince1970
      let again = TimeValue(secondsSince1970: seconds, fraction: time.fraction)
      try ParserOracle.printing.expect(
        again.map { $0.secondsSince1970 == seconds && (time.second == 60 || $0 == time) }
          ?? (time.second == 60),
        "\(time) is \(seconds) seconds, which are \(again as Any)")
      try ParserOracle.printing.expect(!(time < time), "\(time) comes before itself")
    })

  /// The other values in replies: sizes, markers, systems, names that the server chose.
  static let values = FuzzedParser(
    "values", "sizes, restart markers, systems and names in replies",
    oracles: [.strictness, .printing, .messages],
    longest: 128,
    harvest: { $0.texts(of: 213, 215, 110, 125, 150, 226, 250) + $0.arguments(of: "REST", "OPTS") },
    check: { input throws(ParserFault) in
      let bytes = input.bytes
      let size = try ReadingCheck.both(bytes, SizeReply.read)
      try checkPrinted(size) { try? SizeReply.read($0, .strict) }
      let mark = try ReadingCheck.both(bytes, MarkReply.read)
      try checkPrinted(mark) { try? MarkReply.read($0, .strict) }
      _ = try ReadingCheck.both(bytes, SystemReply.read)
      let name = try ReadingCheck.both(bytes, StoreUniqueReply.read)
      if let name = name?.value, let written = try? name.encoded() {
        try ParserOracle.printing.expect(
          (try? StoreUniqueReply.read(written))?.value == name,
          "\(Escaping.ascii(written)) is read as another name")
      }
      try checkSelection(bytes)
      do throws(ValueDeviation) {
        let marker = try RestartMarker(bytes)
        let offset = try marker.offset()
        _ = RestartMarker(offset: offset)
      } catch {
        try ReadingCheck.message(error.description)
      }
    })

  /// A value that is written is read as the same value.
  private static func checkPrinted<Value: CustomStringConvertible>(
    _ reading: Reading<Value>?, _ read: ([UInt8]) -> Reading<Value>?
  ) throws(ParserFault) {
    guard let value = reading?.value else { return }
    try ParserOracle.printing.expect(
      read(Array(value.description.utf8))?.value == value, "'\(value)' is read as another value")
  }
}

extension DataAddress {
  /// Whether both are the same, where an IPv4 address mapped into IPv6 equals the IPv4 address.
  fileprivate func matches(_ other: DataAddress) -> Bool {
    port == other.port && host?.unmapped == other.host?.unmapped
  }
}
