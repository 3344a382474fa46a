import FTPProtocol
import FTPVectors

/// Changes sequences: their lines, how these are cut and sent, and what happens to connections.
struct SequenceMutator {
  typealias Action = ServerSequence.Action

  var random: SeededGenerator

  /// Makes one change.
  mutating func mutate(_ actions: inout [Action]) {
    let writes = actions.indices.filter { if case .command = actions[$0] { true } else { false } }
    switch random.below(12) {
    case 0..<5:
      guard let index = one(of: writes) else { fallthrough }
      if case .command(let line) = actions[index] { actions[index] = .command(changed(line)) }
    case 5:
      let noise = Action.command(VectorLine(noise()))
      let isUrgent = random.isOnce(in: 4)
      actions.insert(
        contentsOf: isUrgent ? [.urgent, noise] : [noise], at: random.below(actions.count + 1))
    case 6: if let index = one(of: writes) { actions.insert(.atOnce, at: index + 1) }
    case 7: if let index = one(of: writes) { actions.insert(.urgent, at: index) }
    case 8:
      guard actions.count > 1 else { return }
      actions.swapAt(random.below(actions.count), random.below(actions.count))
    case 9:
      guard let action = actions.randomElement(using: &random) else { return }
      let place = random.below(actions.count + 1)
      for _ in 0...random.below(3) { actions.insert(action, at: place) }
    case 10:
      guard !actions.isEmpty else { return }
      actions.remove(at: random.below(actions.count))
    default:
      let others: [Action] = [
        .openData, .halfCloseData, .resetData, .closeData, .download, .uploadBytes(1 << 20),
        .halfCloseControl, .resetControl, .data(.upload, VectorLine(block())),
      ]
      actions.insert(others[random.below(others.count)], at: random.below(actions.count + 1))
    }
  }

  /// One of these; nil for none.
  private mutating func one(of indices: [Int]) -> Int? {
    indices.isEmpty ? nil : indices[random.below(indices.count)]
  }
}

// Changes to lines.
extension SequenceMutator {
  /// Command lines that are wrong in a way that matters to some server.
  private static let lines = FuzzPieces.bytes("fuzz server", "line")

  /// Bytes that are one line, several lines, or less than one.
  private mutating func noise() -> [UInt8] {
    switch random.below(8) {
    case 0..<5: return Self.lines[random.below(Self.lines.count)]
    case 5: return Self.telnet[random.below(Self.telnet.count)] + Array("NOOP\r\n".utf8)
    case 6:
      let verb = VerbTable.verbs[random.below(VerbTable.verbs.count)].verb
      // Commands that change files keep arguments that the fence understands.
      guard verb.row?.traits.contains(.changesFiles) == false else { return Array("\(verb)\r\n".utf8) }
      return Array("\(verb) ".utf8) + argument() + [0x0D, 0x0A]
    default: return (0..<random.below(64)).map { _ in random.byte() } + [0x0D, 0x0A]
    }
  }

  /// Telnet commands, complete and incomplete, that servers have stumbled over.
  private static let telnet = FuzzPieces.bytes("fuzz server", "telnet")

  /// An argument that is wrong in some way.
  private mutating func argument() -> [UInt8] {
    switch random.below(9) {
    case 0: return []
    case 1:
      return [UInt8](repeating: 0x61, count: [255, 256, 512, 1_023, 4_096, 5_000, 20_000][random.below(7)])
    case 2: return Array("%n%s%x%d".utf8)
    case 3: return [0xC0, 0xAF, 0xFE, 0x80]
    case 4: return Array("a\0b".utf8)
    case 5: return Array("-1".utf8)
    case 6: return Array("99999999999999999999".utf8)
    case 7: return Array("*?[{~$`\"'\\".utf8)
    default: return Array("a b  c ".utf8)
    }
  }

  /// A line with one change; placeholders stay.
  private mutating func changed(_ line: VectorLine) -> VectorLine {
    var parts = line.parts
    guard case .bytes(var bytes)? = parts.first else { return line }
    let space = bytes.firstIndex(of: 0x20)
    switch random.below(11) {
    case 0: bytes = bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    case 1: bytes.insert(random.byte(), at: random.below(bytes.count + 1))
    case 2 where !bytes.isEmpty: bytes[random.below(bytes.count)] = random.byte()
    case 3:
      bytes.insert(
        contentsOf: Self.telnet[random.below(Self.telnet.count)], at: random.below(bytes.count + 1))
    case 4, 5:
      guard let space, parts.count == 1 else { return cut(line) }
      bytes = Array(bytes[...space]) + argument() + [0x0D, 0x0A]
    case 6: if let space { bytes.insert(0x20, at: space) }
    case 7:
      guard parts.count == 1 else { return cut(line) }
      bytes = Array(bytes.dropLast(2)) + [[0x0A], [0x0D], [0x0D, 0x00, 0x0D, 0x0A], []][random.below(4)]
    case 8:
      guard parts.count == 1 else { return cut(line) }
      // Several commands in one segment.
      bytes = Array(repeatElement(bytes, count: 2 + random.below(30)).joined())
    default: return cut(line)
    }
    parts[0] = .bytes(bytes)
    return VectorLine(parts)
  }

  /// The same line in several segments.
  private mutating func cut(_ line: VectorLine) -> VectorLine {
    var parts: [VectorLine.Part] = []
    for part in line.parts {
      guard case .bytes(let bytes) = part, bytes.count > 1 else {
        parts.append(part)
        continue
      }
      let place = 1 + random.below(bytes.count - 1)
      parts += [.bytes(Array(bytes[..<place])), .cut(pause: nil), .bytes(Array(bytes[place...]))]
    }
    return VectorLine(parts)
  }

  /// Blocks and records of the other modes, some of them malformed.
  private mutating func block() -> [UInt8] {
    let blocks: [[UInt8]] = [
      [0x40, 0x00, 0x00], [0x80, 0xFF, 0xFF, 0x61], [0x10, 0x00, 0x03, 0x31, 0x32, 0x33], [0x00, 0x00],
      [0xFF, 0x02],
      [0xFF, 0xFF, 0xFF, 0xFF], [0x3F, 0x61, 0xC0, 0x00, 0xBF, 0x62], [0x00, 0x40],
    ]
    return Array((0...random.below(3)).flatMap { _ in blocks[random.below(blocks.count)] })
  }
}
