import FTPCaptures
import FTPProtocol

/// Makes captures of a conversation with something wrong in the file, in its packets or in their order.
struct CaptureGenerator: Sendable {
  private let file: PacketFile
  private let mutator: ByteMutator

  /// Begins from a capture of raw IP.
  ///
  /// If it cannot be read, there are no packets.
  init(_ capture: [UInt8]) {
    file = (try? PacketFile(reading: capture)) ?? PacketFile([])
    mutator = ByteMutator(tokens: [
      [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x45], [0x60], Array("227 ".utf8),
    ])
  }

  /// The conversation in each file format, and with each kind of link header in one of the formats.
  var forms: [[UInt8]] {
    PacketFile.Form.allCases.map { file.bytes($0, .raw) }
      + PacketFile.Link.allCases.map { file.bytes(.littleBlocks, $0) }
  }

  func make(_ random: inout SeededGenerator) -> [UInt8] {
    var changed = file
    let form = PacketFile.Form.allCases[random.below(PacketFile.Form.allCases.count)]
    let link = PacketFile.Link.allCases[random.below(PacketFile.Link.allCases.count)]
    switch random.below(8) {
    case 0, 1:
      // The file's headers stay intact, so that the noise gets as far as it can.
      for index in changed.packets.indices where random.isOnce(in: 2) {
        for _ in 0..<random.below(3) { mutator.mutate(&random, &changed.packets[index].bytes) }
      }
      return changed.bytes(form, link)
    case 2:
      changed.packets.shuffle(using: &random)
      // Without times, nothing shows that the order is wrong.
      if random.isOnce(in: 2) { for index in changed.packets.indices { changed.packets[index].time = 0 } }
      return changed.bytes(form, link)
    case 3:
      let bytes = changed.bytes(form, link)
      return Array(bytes.prefix(random.below(bytes.count + 1)))
    case 4:
      let head = changed.bytes(form, link).prefix([0, 4, 8, 24, 28][random.below(5)])
      return head + (0..<random.below(200)).map { _ in random.byte() }
    default:
      var bytes = changed.bytes(form, link)
      for _ in 0..<(1 + random.below(8)) { mutator.mutate(&random, &bytes) }
      return bytes
    }
  }
}
