import FTPProtocol

/// The value of a fault, or its default, which the fault interprets.
struct FaultValue {
  let text: String
  private let isGiven: Bool
  private let fault: String

  private init(_ text: String, for fault: String) {
    self.text = text
    isGiven = true
    self.fault = fault
  }

  init(_ text: String?, of kind: FaultKind) {
    self.text = text ?? kind.parameter?.defaultValue ?? ""
    isGiven = text != nil
    fault = kind.name
  }

  /// For faults that take no value.
  func refuse() throws(FaultError) {
    if isGiven { throw FaultError(fault, "it takes no value") }
  }

  /// A whole number.
  func count(_ range: ClosedRange<Int>) throws(FaultError) -> Int {
    guard let count = Quantity.count(text), range.contains(count) else {
      throw FaultError(
        fault, "'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// A number of bytes.
  func byteCount() throws(FaultError) -> UInt64 {
    guard let count = Quantity.byteCount(text) else {
      throw FaultError(fault, "'\(text)' is not a number of bytes such as 512, 64KiB or 5MB")
    }
    return count
  }

  /// A span of time.
  func duration() throws(FaultError) -> Duration {
    guard let duration = Quantity.duration(text) else {
      throw FaultError(fault, "'\(text)' is not a span of time such as 300ms, 1.5s or 2m")
    }
    return duration
  }

  /// A reply code within the grammar.
  func code() throws(FaultError) -> ReplyCode {
    guard text.utf8.count == 3, let number = Quantity.count(text), let number = UInt16(exactly: number),
      let code = ReplyCode(rawValue: number), (1...9).contains(code.firstDigit)
    else { throw FaultError(fault, "'\(text)' is not a reply code of three digits") }
    return code
  }

  /// A value of any kind and a reply code, with a colon between them.
  func pair<First>(
    _ first: (FaultValue) throws(FaultError) -> First
  ) throws(FaultError) -> (First, ReplyCode) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw FaultError(fault, "'\(text)' is not two parts with a colon between them")
    }
    return (try first(FaultValue(parts[0], for: fault)), try FaultValue(parts[1], for: fault).code())
  }

  /// A verb and, after a colon, printable text, which may be empty.
  func verbAndText() throws(FaultError) -> (verb: Verb, text: [UInt8]) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw FaultError(fault, "'\(text)' is not two parts with a colon between them")
    }
    return (try FaultValue(parts[0], for: fault).verb(), try FaultValue(parts[1], for: fault).line())
  }

  /// A verb and, after a colon, a whole command.
  func verbAndCommand() throws(FaultError) -> (verb: Verb, command: Command) {
    let (verb, text) = try verbAndText()
    guard let command = Command(parsing: text) else {
      throw FaultError(fault, "there is no command after the colon of '\(self.text)'")
    }
    return (verb, command)
  }

  /// A name and, after an equals sign, printable text, which may be empty.
  func nameAndText() throws(FaultError) -> (name: String, text: [UInt8]) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw FaultError(fault, "'\(text)' is not a name and a value with an equals sign between them")
    }
    return (parts[0], try FaultValue(parts[1], for: fault).line())
  }

  /// Printable text on one line, which may be empty.
  func line() throws(FaultError) -> [UInt8] {
    guard text.utf8.count <= 1_000, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw FaultError(fault, "'\(Escaping.ascii(text.utf8, limit: 30))' is not one line of printable text")
    }
    return Array(text.utf8)
  }

  /// A verb of four letters or so.
  func verb() throws(FaultError) -> Verb {
    guard !text.isEmpty, text.utf8.count <= 16, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw FaultError(fault, "'\(text)' is not a verb")
    }
    return Verb(text)
  }

  /// An IPv4 address.
  func host() throws(FaultError) -> IPAddress {
    guard let host = IPAddress(text), host.octets.count == 4 else {
      throw FaultError(fault, "'\(text)' is not an IPv4 address")
    }
    return host
  }

  /// One printable character of ASCII.
  func character() throws(FaultError) -> UInt8 {
    guard text.utf8.count == 1, let byte = text.utf8.first, (33...126).contains(byte) else {
      throw FaultError(fault, "'\(text)' is not one character from ! to ~")
    }
    return byte
  }

  /// One of a few words.
  func choice(_ words: [String]) throws(FaultError) -> String {
    guard words.contains(text) else {
      throw FaultError(fault, "'\(text)' is not one of \(words.joined(separator: ", "))")
    }
    return text
  }

  /// Hours to the east of UTC, to the west with a minus sign.
  func hours() throws(FaultError) -> Int {
    let isWest = text.hasPrefix("-")
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let hours = Quantity.count(digits), hours <= 14 else {
      throw FaultError(fault, "'\(text)' is not a number of hours from -14 to +14")
    }
    return isWest ? -hours : hours
  }
}
