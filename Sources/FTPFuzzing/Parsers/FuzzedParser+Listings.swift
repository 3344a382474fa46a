import FTPProtocol

/// Readers of LIST.
extension FuzzedParser {
  /// The parser of listings, which recognizes the form or is given one, with a limit that lines exceed and with its
  /// usual limit.
  static let listings = FuzzedParser(
    "listings", "the parser of listings",
    oracles: [.segmentation, .lossless, .printing, .memory, .messages],
    seeds: ListingSeeds.listings, longest: 1_024, sampleRuns: 150, harvest: { $0.data },
    check: { input throws(ParserFault) in
      for bound in [80, 8_192] {
        let whole = ReadListing([input.bytes[...]], bound: bound)
        for pieces in input.segmentations {
          let cut = ReadListing(pieces, bound: bound)
          try ParserOracle.segmentation.expect(
            cut.lines == whole.lines && cut.recognition == whole.recognition,
            "whole \(whole.description), in pieces \(cut.description)")
          try ParserOracle.memory.expect(
            cut.mostHeld <= 2 * bound, "\(cut.mostHeld) bytes held of lines of at most \(bound)")
        }
        try whole.checkBytes(input.bytes, bound: bound)
        if let recognition = whole.recognition { try ReadingCheck.message(recognition.description) }
      }
      // The form that is recognized, and another one.
      let forms = ListingForm.allCases
      let recognized = ReadListing([input.bytes[...]], bound: 8_192).recognition?.form
      for form in [recognized, forms[Int(input.hash % UInt64(forms.count))]] {
        guard let form else { continue }
        try ReadListing([input.bytes[...]], bound: 8_192, form: form).checkEntries(form)
      }
    })
}

private struct ReadListing {
  private(set) var lines: [ListedLine] = []
  private(set) var recognition: ListingRecognition?
  /// The most bytes that the parser held after all lines had been taken.
  private(set) var mostHeld = 0

  /// Reads a listing.
  ///
  /// If the form is given, the order of dates is too, so that no line depends on earlier ones.
  init(_ pieces: [ArraySlice<UInt8>], bound: Int, form: ListingForm? = nil) {
    guard let now = TimeValue(year: 2024, month: 5, day: 20) else { return }
    var parser = ListingParser(
      clock: ListingClock(now: now), form: form, dateOrder: form == nil ? nil : .monthFirst, lineLength: bound
    )
    for piece in pieces {
      parser.append(piece)
      while let line = parser.next() { lines.append(line) }
      mostHeld = max(mostHeld, parser.heldCount)
    }
    parser.finish()
    while let line = parser.next() { lines.append(line) }
    recognition = parser.recognition
  }

  var description: String { "\(lines) of \(recognition?.description ?? "no form")" }

  /// The lines are the input, apart from what is cut off lines that are too long, and no part of an entry is invented.
  func checkBytes(_ bytes: [UInt8], bound: Int) throws(ParserFault) {
    var rest = bytes[...]
    for line in lines {
      var count = line.bytes.count
      if case .tooLong(let length) = line.meaning {
        try ParserOracle.memory.expect(
          count == bound && length > bound, "\(count) bytes are kept of \(length)")
        count = length
      }
      try ParserOracle.lossless.expect(rest.starts(with: line.bytes), "\(line) is not what came")
      rest = rest.dropFirst(count)
      guard let entry = line.entry else { continue }
      try ParserOracle.lossless.expect(
        entry.line == line.bytes && !entry.name.isEmpty && !entry.name.allSatisfy { $0 == 0x20 || $0 == 0x09 }
          && entry.name.count < line.bytes.count + 1,
        "\(entry) is not of its line")
      for text in [entry.name, entry.target ?? [], entry.owner ?? [], entry.group ?? []] {
        try ParserOracle.lossless.expect(
          text.isEmpty || line.bytes.firstRange(of: text) != nil,
          "\(Escaping.ascii(text)) is not in \(Escaping.ascii(line.bytes))")
      }
    }
    try ParserOracle.lossless.expect(rest.isEmpty, "\(rest.count) bytes are left")
  }

  /// The line that an entry keeps is read as the same entry.
  func checkEntries(_ form: ListingForm) throws(ParserFault) {
    for line in lines {
      guard let entry = line.entry else { continue }
      let again = ReadListing([entry.line[...]], bound: 8_192, form: form).lines
      try ParserOracle.printing.expect(again == [line], "\(entry) is read as \(again)")
      if let date = entry.modified ?? entry.referred { try ReadingCheck.message(date.description) }
    }
  }
}

extension [UInt8] {
}
