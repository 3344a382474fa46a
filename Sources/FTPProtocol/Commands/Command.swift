/// A command as values: a verb and its argument, if any.
///
/// This is the typed form. A client may send any bytes: ``CommandParser`` reads those
/// into a command; ``CommandEncoder`` writes a command as bytes and refuses bytes that would begin another.
public struct Command: Hashable, Sendable {
  /// The verb.
  public let verb: Verb
  /// The argument after the first space, as bytes without the line end; nil if there was no space.
  public let argument: [UInt8]?

  /// Makes a command with an argument of bytes.
  public init(_ verb: Verb, bytes argument: [UInt8]? = nil) {
    self.verb = verb
    self.argument = argument
  }

  /// Makes a command with an argument of text, sent as UTF-8 (RFC 2640, section 3.1).
  public init(_ verb: Verb, _ argument: String) {
    self.init(verb, bytes: Array(argument.utf8))
  }

  /// The argument as text; bytes that are not UTF-8 are replaced.
  ///
  /// Empty if there is none.
  public var text: String { String(decoding: argument ?? [], as: UTF8.self) }

  /// True if the argument is a secret that must not be recorded (PASS, ACCT, ADAT, and similar commands of servers:
  /// `SITE PSWD`, `XPASS`).
  public var carriesSecret: Bool { verb.has(.secret) || SecretScanner.secretStart(inText: line) != nil }

  /// The same command with its secret replaced by `****`; the name in USER is not a secret.
  public var redacted: Command {
    if verb.has(.secret) { return argument == nil ? self : Command(verb, bytes: Self.mask) }
    let line = line
    guard let start = SecretScanner.secretStart(inText: line) else { return self }
    return Command(parsing: line[..<start] + Self.mask) ?? self
  }

  /// The command as the text of a line, without its end.
  package var line: [UInt8] { Array(verb.name.utf8) + (argument.map { [0x20] + $0 } ?? []) }

  private static let mask = Array("****".utf8)
}

extension Command {
  /// Reads one line, with or without its line end: the verb up to the first space, the argument after it.
  ///
  /// Exactly one space separates the two; further spaces belong to the argument, as do those at its end (RFC
  /// 2640, section 3.1). Telnet sequences are not decoded. Nil if there is no verb: an empty line, or
  /// one that begins with a space.
  public init?(parsing line: some BidirectionalCollection<UInt8>) {
    var content = line[...]
    if content.last == 0x0A {
      content = content.dropLast()
      if content.last == 0x0D { content = content.dropLast() }
    }
    guard let separator = content.firstIndex(of: 0x20) else {
      guard !content.isEmpty else { return nil }
      self.init(Verb(bytes: content))
      return
    }
    guard separator != content.startIndex else { return nil }
    let argument = content[content.index(after: separator)...]
    self.init(Verb(bytes: content[..<separator]), bytes: Array(argument))
  }

  /// Reads a flawless whole line: letters, perhaps a space and printable ASCII, CR LF.
  ///
  /// Nil for every other line, though ``CommandParser`` may well read it as a command. If this one has an
  /// answer, that one has the same, without deviations.
  init?(plainLine line: [UInt8]) {
    let end = line.count - 2
    guard end > 0, line[end] == 0x0D, line[end + 1] == 0x0A else { return nil }
    var verbEnd = 0
    while verbEnd < end, 0x41...0x5A ~= line[verbEnd] & 0xDF { verbEnd += 1 }
    guard verbEnd > 0 else { return nil }
    let verb = Verb(bytes: line[..<verbEnd])
    guard verbEnd < end else {
      self.init(verb)
      return
    }
    guard line[verbEnd] == 0x20 else { return nil }
    for index in verbEnd..<end where line[index] < 0x20 || line[index] > 0x7E { return nil }
    self.init(verb, bytes: Array(line[(verbEnd + 1)..<end]))
  }

  /// Reads one line of text, with or without its line end; the rules are those for bytes.
  public init?(parsing line: String) { self.init(parsing: Array(line.utf8)) }
}

extension Command: CustomStringConvertible {
  /// The command as printable ASCII, a secret argument replaced by `****`.
  public var description: String {
    guard let argument = redacted.argument else { return Escaping.ascii(Array(verb.name.utf8)) }
    return Escaping.ascii(Array(verb.name.utf8) + [0x20] + argument)
  }
}
