import FTPProtocol

/// The value that a fault takes after its name, and how it is read.
struct FaultParameter<Value: Sendable>: Sendable {
  /// Its kind, in capitals: `COUNT`, `SPAN`.
  let name: String
  let defaultValue: String
  let read: @Sendable (String) throws(UnfitValue) -> Value

  init(
    _ name: String, _ defaultValue: String, read: @escaping @Sendable (String) throws(UnfitValue) -> Value
  ) {
    self.name = name
    self.defaultValue = defaultValue
    self.read = read
  }

  /// A value read from text; any other text is not what was `expected`.
  init(
    _ name: String, _ defaultValue: String, _ expected: String,
    _ meaning: @escaping @Sendable (String) -> Value?
  ) {
    self.init(name, defaultValue) { text throws(UnfitValue) in
      guard let value = meaning(text) else { throw UnfitValue("'\(text)' is not \(expected)") }
      return value
    }
  }

  /// Two values with a sign between them.
  static func pair<First, Second>(
    _ first: FaultParameter<First>, _ second: FaultParameter<Second>, sign: Character = ":",
    _ expected: String = "two parts with a colon between them"
  ) -> FaultParameter where Value == (First, Second) {
    FaultParameter(
      "\(first.name)\(sign)\(second.name)", "\(first.defaultValue)\(sign)\(second.defaultValue)"
    ) { text throws(UnfitValue) in
      let parts = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty || sign == ":" else {
        throw UnfitValue("'\(text)' is not \(expected)")
      }
      return (try first.read(parts[0]), try second.read(parts[1]))
    }
  }
}

/// Why a text is not a value of a fault.
struct UnfitValue: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension FaultParameter {
  /// A whole number.
  static func count(_ defaultValue: String, _ range: ClosedRange<Int>, named name: String = "COUNT") -> Self
  where Value == Int {
    Self(name, defaultValue, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Quantity.count(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Hours to the east of UTC, to the west with a minus sign.
  static func hours(_ defaultValue: String) -> Self where Value == Int {
    Self("HOURS", defaultValue, "a number of hours from -14 to +14") { text in
      let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
      guard let hours = Quantity.count(digits), hours <= 14 else { return nil }
      return text.hasPrefix("-") ? -hours : hours
    }
  }

  /// A number of bytes.
  static func bytes(_ defaultValue: String) -> Self where Value == UInt64 {
    Self("BYTES", defaultValue, "a number of bytes such as 512, 64KiB or 5MB") { Quantity.byteCount($0) }
  }

  /// A span of time.
  static func span(_ defaultValue: String) -> Self where Value == Duration {
    Self("SPAN", defaultValue, "a span of time such as 300ms, 1.5s or 2m") { Quantity.duration($0) }
  }

  /// A reply code within the grammar.
  static func code(_ defaultValue: String) -> Self where Value == ReplyCode {
    Self("CODE", defaultValue, "a reply code of three digits") { text in
      guard text.utf8.count == 3, let number = Quantity.count(text),
        let code = ReplyCode(rawValue: UInt16(number)), (1...9).contains(code.firstDigit)
      else { return nil }
      return code
    }
  }

  /// A verb of four letters or so.
  static func verb(_ defaultValue: String, named name: String = "VERB") -> Self where Value == Verb {
    Self(name, defaultValue, "a verb") { text in
      let isVerb = (1...16).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      return isVerb ? Verb(text) : nil
    }
  }

  /// Printable text on one line, which may be empty.
  static func line(_ name: String, _ defaultValue: String) -> Self where Value == [UInt8] {
    Self(name, defaultValue) { text throws(UnfitValue) in
      guard text.utf8.count <= 1_000, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw UnfitValue("'\(Escaping.ascii(text.utf8, limit: 30))' is not one line of printable text")
      }
      return Array(text.utf8)
    }
  }

  /// A verb and, after a colon, a whole command.
  static func command(of verb: String, _ command: String) -> Self where Value == (Verb, Command) {
    let both = FaultParameter<(Verb, [UInt8])>.pair(.verb(verb), .line("COMMAND", command))
    return Self(both.name, both.defaultValue) { text throws(UnfitValue) in
      let (verb, line) = try both.read(text)
      guard let command = Command(parsing: line) else {
        throw UnfitValue("there is no command after the colon of '\(text)'")
      }
      return (verb, command)
    }
  }

  /// An IPv4 address.
  static func host(_ defaultValue: String) -> Self where Value == IPAddress {
    Self("HOST", defaultValue, "an IPv4 address") { text in
      IPAddress(text).flatMap { $0.octets.count == 4 ? $0 : nil }
    }
  }

  /// One printable character of ASCII.
  static func character(_ defaultValue: String) -> Self where Value == String {
    Self("CHARACTER", defaultValue, "one character from ! to ~") { text in
      text.utf8.count == 1 && text.utf8.allSatisfy { (33...126).contains($0) } ? text : nil
    }
  }

  /// One of a few words.
  static func choice(_ name: String, _ defaultValue: String, of words: [String]) -> Self
  where Value == String {
    Self(name, defaultValue, "one of \(words.joined(separator: ", "))") { words.contains($0) ? $0 : nil }
  }
}
