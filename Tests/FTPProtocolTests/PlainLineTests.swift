import Testing

@testable import FTPProtocol

@Suite("A flawless command line is read at once, with the same result as the parser's")
struct PlainLineTests {
  @Test(arguments: [
    "NOOP\r\n", "noop\r\n", "X\r\n", "RETR a b \r\n", "RETR \r\n", "SITE  x\r\n", "VERYLONGVERB ~\r\n",
  ])
  func plainOnes(line: String) throws {
    let bytes = line.latin1
    let command = try #require(Command(plainLine: bytes))
    #expect(outcomes(bytes) == [.command(command, line: bytes, deviations: [])])
  }

  @Test(arguments: [
    "", "\r\n", "\n", "NOOP\n", "NOOP\r", "NOOP", " NOOP\r\n", "NO\tOP\r\n", "RETR a\tb\r\n", "RETR a\rb\r\n",
    "RETR a\0b\r\n", "RETR a\r\r\n", "A\r\nB\r\n", "NO1P\r\n", "N[OP\r\n", "N`OP\r\n", "RETR \u{7F}\r\n",
    "RETR \u{E4}\r\n",
    "\u{FF}\u{F4}\u{FF}\u{F2}ABOR\r\n", "RETR \u{FF}\u{FF}\r\n",
  ])
  func othersAreLeftToTheParser(line: String) {
    #expect(Command(plainLine: line.latin1) == nil)
  }

  /// Every line of up to three special bytes, followed by CR LF.
  @Test func neverDisagreesWithTheParser() {
    let alphabet: [UInt8] = [0x41, 0x7A, 0x20, 0x0D, 0x0A, 0x00, 0x31, 0x09, 0xE4, 0xFF, 0xF2]
    var bodies: [[UInt8]] = [[]]
    for _ in 0..<3 { bodies += bodies.flatMap { body in alphabet.map { body + [$0] } } }
    var plain = 0
    for body in Set(bodies) {
      let line = body + [0x0D, 0x0A]
      guard let command = Command(plainLine: line) else { continue }
      plain += 1
      #expect(outcomes(line) == [.command(command, line: line, deviations: [])])
    }
    #expect(plain > 10)
  }

  private func outcomes(_ bytes: [UInt8]) -> [CommandParser.Outcome] {
    var parser = CommandParser()
    parser.append(bytes)
    var outcomes: [CommandParser.Outcome] = []
    while let outcome = parser.next() { outcomes.append(outcome) }
    return outcomes
  }
}
