import FTPProtocol

/// Makes streams of replies: by the grammar, by the ways in which servers break it, and by mutating seeds.
struct ReplyGenerator {
  /// Streams to begin from, besides those that are generated.
  private let seeds: [[UInt8]]
  private let codes = PieceTable([
    "220", "220", "150", "226", "331", "230", "550", "421", "227", "110", "000", "999", "633", "733", "850",
    "125",
  ])
  private let texts = PieceTable(
    ["", "a", "text", "220 x", "220-x", "22", "226 Done.", "MARK 1 = 2", "a longer text that fills a line"]
      .map {
        Array($0.utf8)
      } + [
        [0xC3, 0xA9], [0xE9], [0xFF, 0xFF], [0xFF, 0xFD, 0x0A], [0xFF, 0xFB], [0xFF, 0xFA, 0x78],
        [0xFF, 0xF0],
        [0xFF, 0xF4], [0xFF, 0xFA, 0x31, 0x32, 0xFF, 0xF0], [0], [0x0D, 0], [0x0D], [0xFF], [0x09],
      ])
  private let ends = PieceTable([
    "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\n", "\r", "\r\0",
    "\r\r\n",
    "\n\r", "",
  ])
  private let mutator = ByteMutator(
    tokens: ["220 ", "220-", "220", "\r\n", "\n", "\r", "2", " ", "-", "  220 x", "\r\n220 ", "\t"].map {
      Array($0.utf8)
    }
      + [[0xFF], [0xFF, 0xFB, 0x0A], [0xFF, 0xFE], [0xFF, 0xF1], [0], [0xFF, 0xFF], [0xFF, 0xFA]])

  init(seeds: [[UInt8]]) { self.seeds = seeds.filter { !$0.isEmpty && $0.count <= 4_096 } }

  /// Makes a case with a new generator.
  func make(_ random: inout SeededGenerator, settings: Int, into made: inout ParserCase) {
    made.bytes.removeAll(keepingCapacity: true)
    made.cuts.removeAll(keepingCapacity: true)
    // The choices that every run needs come from one random word, because drawing words takes most of the time of a
    // run.
    let dice = random.next()
    made.settings = Int(truncatingIfNeeded: ((dice & 0xFFFF) &* UInt64(settings)) >> 16)
    if !seeds.isEmpty, (dice >> 24) & 3 == 0 {
      made.bytes.append(contentsOf: seeds[random.below(seeds.count)])
    } else {
      let count = (0x0132_2111 >> (4 * ((dice >> 26) & 7))) & 0xF
      for _ in 0..<count { appendReply(&random, to: &made.bytes) }
    }
    let mutations = (0x3021_1000 >> (4 * ((dice >> 29) & 7))) & 0xF
    for _ in 0..<mutations { mutator.mutate(&random, &made.bytes) }
    if (dice >> 32) & 0x3FF == 0 { mutator.lengthen(&random, &made.bytes) }
    cut(&random, UInt8(truncatingIfNeeded: dice >> 48), &made)
  }

  // MARK: Grammar

  private func appendReply(_ random: inout SeededGenerator, to bytes: inout [UInt8]) {
    let dice = random.next()
    func roll(_ shift: UInt64, _ bound: UInt64) -> Int {
      Int(truncatingIfNeeded: (((dice >> shift) & 0xFF) &* bound) >> 8)
    }
    // One reply in four has line ends of all kinds; the others have correct ones.
    let isOdd = roll(0, 4) == 0
    if roll(8, 8) == 0 {
      texts.append(random.below(texts.count), to: &bytes)
      appendEnd(&random, isOdd, to: &bytes)
    }
    let code = roll(16, UInt64(codes.count))
    switch roll(24, 16) {
    case 0...8: appendLine(code, 0x20, &random, isOdd, to: &bytes)
    case 9:
      codes.append(code, to: &bytes)
      if roll(32, 2) == 0 { bytes.append(random.byte()) }
      appendEnd(&random, isOdd, to: &bytes)
    default:
      appendLine(code, 0x2D, &random, isOdd, to: &bytes)
      for _ in 0..<roll(40, 3) { appendInner(code, &random, isOdd, to: &bytes) }
      // Sometimes the last line has another code, or is missing.
      let last = roll(48, 8)
      if last != 7 {
        appendLine(last == 6 ? random.below(codes.count) : code, 0x20, &random, isOdd, to: &bytes)
      }
    }
  }

  private func appendInner(
    _ code: Int, _ random: inout SeededGenerator, _ isOdd: Bool, to bytes: inout [UInt8]
  ) {
    switch random.below(6) {
    case 0: appendLine(code, 0x2D, &random, isOdd, to: &bytes)
    case 1: appendLine(random.below(codes.count), 0x20, &random, isOdd, to: &bytes)
    case 2:
      bytes.append(0x20)
      appendLine(code, 0x20, &random, isOdd, to: &bytes)
    case 3: appendEnd(&random, isOdd, to: &bytes)
    default:
      texts.append(random.below(texts.count), to: &bytes)
      appendEnd(&random, isOdd, to: &bytes)
    }
  }

  private func appendLine(
    _ code: Int, _ separator: UInt8, _ random: inout SeededGenerator, _ isOdd: Bool, to bytes: inout [UInt8]
  ) {
    codes.append(code, to: &bytes)
    bytes.append(separator)
    texts.append(random.below(texts.count), to: &bytes)
    appendEnd(&random, isOdd, to: &bytes)
  }

  private func appendEnd(_ random: inout SeededGenerator, _ isOdd: Bool, to bytes: inout [UInt8]) {
    if isOdd {
      ends.append(random.below(ends.count), to: &bytes)
    } else {
      bytes.append(0x0D)
      bytes.append(0x0A)
    }
  }

  /// Cuts the stream: not at all, everywhere, or at a few places.
  private func cut(_ random: inout SeededGenerator, _ dice: UInt8, _ made: inout ParserCase) {
    let count = made.bytes.count
    guard count > 1, dice & 7 != 0 else { return }
    if dice & 7 == 1 {
      for offset in 1..<count { made.cuts.append(offset) }
      return
    }
    var offset = 0
    let step = max(2, count / (1 + Int(dice >> 3) & 3))
    while true {
      offset += 1 + random.below(step)
      if offset >= count { return }
      made.cuts.append(offset)
    }
  }
}
