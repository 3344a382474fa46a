import FTPConversation
import FTPProtocol

/// Reads the text after `--`.
///
/// Text that begins with a word of the notation must be a mark; any other is a note.
enum MarkReader {
  typealias Problem = LineReader.Problem
  private typealias Word = RowReader.Word

  static func read(_ text: ArraySlice<UInt8>) throws(Problem) -> ConversationMark {
    let all = String(decoding: text, as: UTF8.self)
    guard
      let verb = text.split(separator: 0x20, maxSplits: 1).first.map({ String(decoding: $0, as: UTF8.self) })
    else { return .note(all) }
    let isNoReply = all.hasPrefix("no reply to ")
    guard isNoReply || forms[verb] != nil else { return .note(all) }
    let words = try RowReader.words(text)
    if let mark = isNoReply ? noReply(words) : try read(verb, words) { return mark }
    throw Problem(
      offset: text.startIndex,
      message: "no such mark; " + (isNoReply ? "write `no reply to VERB`" : "write \(forms[verb] ?? verb)"))
  }

  private static let forms: [String: String] = [
    "open":
      "`open control to HOST:PORT`, `open data`, `open data to HOST:PORT` or `open data from HOST:PORT`",
    "close": "`close control (closed by the server)`, `(closed by the client)` or `(lost)`, or `close data`, "
      + "perhaps with `(N bytes, first N shown, closed by the server)`",
    "half-close": "`half-close control (by the client)` or `half-close data (by the server)`",
    "refuse": "`refuse data`",
    "use": "`use data2`",
    "tls":
      "`tls control established`, `failed` or `ended`, or `tls data record handshake 517 bytes from the client`",
    "wait": "`wait 200ms` or `wait 2s`, up to an hour",
    "missing": "`missing control 12 bytes from the client` or `missing data 12 bytes from the server`",
    "cut": "`cut short`",
  ]

  private static func read(_ verb: String, _ words: [Word]) throws(Problem) -> ConversationMark? {
    switch verb {
    case "open": open(words)
    case "close": try close(words)
    case "half-close": halfClose(words)
    case "refuse": words.count == 2 ? DataConnectionID(label: words[1].text).map { .dataRefused($0) } : nil
    case "use": words.count == 2 ? DataConnectionID(label: words[1].text).map { .use($0) } : nil
    case "tls": tls(words)
    case "missing": missing(words)
    case "cut": words.count == 2 && words[1].text == "short" ? .cutShort : nil
    default: words.count == 2 ? Duration(vectorUnits: words[1].text).map { .wait($0) } : nil
    }
  }

  private static func noReply(_ words: [Word]) -> ConversationMark? {
    words.count == 4 ? .noReply(Verb(words[3].text)) : nil
  }

  private static func open(_ words: [Word]) -> ConversationMark? {
    guard words.count == 2 || words.count == 4 else { return nil }
    let address = words.count == 4 ? words[3].text : nil
    let isFrom = words.count == 4 && words[2].text == "from"
    guard words.count == 2 || isFrom || words[2].text == "to" else { return nil }
    if words[1].text == "control" { return isFrom ? nil : .controlOpened(to: address) }
    guard let connection = DataConnectionID(label: words[1].text) else { return nil }
    return .dataOpened(
      connection,
      ConversationMark.Opening(connector: address == nil ? nil : isFrom ? .server : .client, address: address)
    )
  }

  private static func close(_ words: [Word]) throws(Problem) -> ConversationMark? {
    guard words.count >= 2 else { return nil }
    let details = words.dropFirst(2).map(\.text).joined(separator: " ")
    guard details.isEmpty || details.hasPrefix("(") && details.hasSuffix(")") else { return nil }
    let inside = details.dropFirst().dropLast()
    if words[1].text == "control" { return ControlEnd(phrase: inside).map { .controlClosed($0) } }
    guard let connection = DataConnectionID(label: words[1].text) else { return nil }
    var closing = ConversationMark.Closing()
    var parts = inside.isEmpty ? [] : inside.split(separator: ",").map { $0.drop { $0 == " " } }[...]
    if let count = parts.first.flatMap({ number(in: $0, before: " bytes") }) {
      closing.byteCount = count
      parts = parts.dropFirst()
    }
    if let part = parts.first, part.hasPrefix("first "),
      let count = number(in: part.dropFirst(6), before: " shown")
    {
      closing.shownCount = count
      parts = parts.dropFirst()
    }
    if let part = parts.first {
      guard parts.count == 1, let ending = DataEnding(rawValue: String(part)) else { return nil }
      closing.ending = ending
    }
    if let shown = closing.shownCount {
      guard let all = closing.byteCount, shown < all else {
        throw Problem(
          offset: words[2].offset,
          message: "`first N shown` must follow the total number of bytes, which is larger")
      }
    }
    let mark = ConversationMark.dataClosed(connection, closing)
    // Any other spacing or order would not be printed back.
    return mark.description == words.map(\.text).joined(separator: " ") ? mark : nil
  }

  private static func halfClose(_ words: [Word]) -> ConversationMark? {
    guard words.count == 5, words[2].text == "(by", words[3].text == "the", words[4].text.hasSuffix(")"),
      let side = ConversationMark.Side(rawValue: String(words[4].text.dropLast()))
    else { return nil }
    if words[1].text == "control" { return .controlHalfClosed(by: side) }
    return DataConnectionID(label: words[1].text).map { .dataHalfClosed($0, by: side) }
  }

  private static func tls(_ words: [Word]) -> ConversationMark? {
    guard words.count >= 3 else { return nil }
    let connection = DataConnectionID(label: words[1].text)
    guard connection != nil || words[1].text == "control" else { return nil }
    switch (words[2].text, words.count) {
    case ("established", 3): return .tls(connection, .established)
    case ("failed", 3): return .tls(connection, .failed)
    case ("ended", 3): return .tls(connection, .ended)
    case ("record", 9):
      guard let record = ConversationMark.Record(rawValue: words[3].text), let count = Int(words[4].text),
        (0...16_640).contains(count), let side = ConversationMark.Side(rawValue: words[8].text)
      else { return nil }
      let mark = ConversationMark.tls(connection, .record(record, byteCount: count, from: side))
      return mark.description == words.map(\.text).joined(separator: " ") ? mark : nil
    default: return nil
    }
  }

  private static func missing(_ words: [Word]) -> ConversationMark? {
    guard words.count == 7, let count = words[2].text == "some" ? 0 : Int(words[2].text),
      let side = ConversationMark.Side(rawValue: words[6].text)
    else { return nil }
    let connection = DataConnectionID(label: words[1].text)
    let mark = ConversationMark.missing(connection, byteCount: count, from: side)
    return mark.description == words.map(\.text).joined(separator: " ") ? mark : nil
  }

  private static func number(in text: Substring, before unit: String) -> Int? {
    guard text.hasSuffix(unit) else { return nil }
    let digits = text.dropLast(unit.count)
    guard digits.count <= 18, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(digits)
  }
}

extension ControlEnd {
  /// Reads ``phrase``.
  init?(phrase: some StringProtocol) {
    guard let end = [ControlEnd.byServer, .byClient, .lost].first(where: { $0.phrase == phrase }) else {
      return nil
    }
    self = end
  }
}
