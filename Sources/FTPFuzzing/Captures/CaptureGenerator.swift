import FTPCaptures
import FTPProtocol
import FTPVectors

/// Makes captures of a conversation that something is wrong with: in the file, in the packets, in their order.
struct CaptureGenerator: Sendable {
  private let file: PacketFile
  private let mutator: ByteMutator

  /// Begins from a capture of raw IP; one that cannot be read has no packets.
  init(_ capture: [UInt8]) {
    file = (try? PacketFile(reading: capture)) ?? PacketFile([])
    mutator = ByteMutator(tokens: [
      [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x45], [0x60], Array("227 ".utf8),
    ])
  }

  /// The conversation in each form of file and in some of the wrappings.
  var forms: [[UInt8]] {
    PacketFile.Form.allCases.map { file.bytes($0, .raw) }
      + PacketFile.Link.allCases.map { file.bytes(.littleBlocks, $0) }
  }

  /// Makes one.
  func make(_ random: inout SeededGenerator) -> [UInt8] {
    var changed = file
    let form = PacketFile.Form.allCases[random.below(PacketFile.Form.allCases.count)]
    let link = PacketFile.Link.allCases[random.below(PacketFile.Link.allCases.count)]
    switch random.below(8) {
    case 0, 1:
      // The headers of the file stay, so that the noise gets as far as it can.
      for index in changed.packets.indices where random.isOnce(in: 2) {
        for _ in 0..<random.below(3) { mutator.mutate(&random, &changed.packets[index].bytes) }
      }
      return changed.bytes(form, link)
    case 2:
      changed.packets.shuffle(using: &random)
      // Where there are no times, there is no order to be missed.
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
