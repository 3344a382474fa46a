import FTPProtocol
import TestSupport
import Testing

@testable import FTPCaptures

@Suite("No capture traps, and each gives conversations or one line", .computing)
struct CaptureFuzzTests {
  /// Takes a file in and expects nothing but a good message.
  private func importing(_ bytes: some Collection<UInt8>) {
    var importer = CaptureImporter()
    do throws(CaptureError) {
      try importer.append(bytes)
    } catch {
      expectOneLine(error)
    }
    do throws(CaptureError) {
      try importer.finish()
    } catch {
      expectOneLine(error)
    }
    for conversation in importer.conversations { _ = conversation.transcript.description }
  }

  private func expectOneLine(_ error: CaptureError) {
    let text = error.description
    #expect(!text.isEmpty && text.count < 200 && text.allSatisfy { $0.isASCII && !$0.isNewline })
  }

  @Test(arguments: CaptureFixture.Form.allCases)
  func everyPrefix(form: CaptureFixture.Form) throws {
    let file = try CaptureFixture.conversation().file(form, .ethernet)
    for end in stride(from: 0, through: file.count, by: Thoroughness.stride(67)) { importing(file[..<end]) }
  }

  @Test(arguments: CaptureFixture.Form.allCases, [CaptureFixture.Link.ethernet, .cooked2, .raw, .null])
  func flippedBits(form: CaptureFixture.Form, link: CaptureFixture.Link) throws {
    let file = try CaptureFixture.conversation().file(form, link)
    var random = SeededGenerator(seed: 4)
    for _ in 0..<30 {
      var copy = file
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let index = Int.random(in: copy.indices, using: &random)
        copy[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      importing(copy)
    }
  }

  /// The headers stay, so that the noise gets as far as it can.
  @Test(arguments: [CaptureFixture.Form.littleNanoseconds, .bigBlocks])
  func noiseInsidePackets(form: CaptureFixture.Form) throws {
    let fixture = try CaptureFixture.conversation()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<30 {
      var copy = fixture
      for index in copy.packets.indices {
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let place = Int.random(in: copy.packets[index].bytes.indices, using: &random)
          copy.packets[index].bytes[place] = .random(in: .min ... .max, using: &random)
        }
        if Int.random(in: 0..<10, using: &random) == 0 {
          copy.packets[index].bytes.removeLast(
            Int.random(in: 0...copy.packets[index].bytes.count, using: &random))
        }
      }
      importing(copy.file(form))
    }
  }

  @Test func packetsInAnyOrder() throws {
    let fixture = try CaptureFixture.conversation(data: Array(CaptureFixture.text.utf8))
    var random = SeededGenerator(seed: 6)
    for _ in 0..<20 {
      var copy = fixture
      copy.packets.shuffle(using: &random)
      importing(copy.file())
      // Where there are no times, there is no order to be missed.
      for index in copy.packets.indices { copy.packets[index].time = 0 }
      importing(copy.file())
    }
  }

  @Test func noise() {
    var random = SeededGenerator(seed: 7)
    for count in [0, 1, 4, 24, 100, 5_000] {
      for _ in 0..<20 {
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        importing(bytes)
        importing([0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + bytes)
        importing([0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A] + bytes)
      }
    }
  }
}
