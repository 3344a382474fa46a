import TestSupport
import Testing

@testable import FTPProtocol

/// Everything that a parser tells about some bytes.
private struct Account: Equatable {
  var replies: [Reply] = []
  var left: [UInt8] = []
  var hint = ""
  var error: ReplyParserError?
  var atClose: Reply?
  var closeError: ReplyParserError?
}

@Suite("Random bytes never trap a reply parser, and no segmentation changes what they are")
struct ReplyFuzzTests {
  private static let pieces: [[UInt8]] = [
    "220 ", "220-", "220", "331 ", "150-", "22", "2", " ", "-", "\t", "text", "\r\n", "\r\n", "\r\n", "\n",
    "\r",
    "\0", "\r\0", "\u{FF}", "\u{FF}\u{FF}", "\u{FF}\u{FD}\n", "\u{FF}\u{FB}", "\u{FF}\u{FA}x", "\u{FF}\u{F0}",
    "\u{FF}\u{F4}",
    "\u{C3}\u{A9}", "\u{E9}", "999 ", "633-", "  220 x", "\r\n220 ",
    "a longer piece of text that fills a line",
  ].map(\.latin1)

  private static let leniencies: [Leniency] = [
    .lenient, .strict, Leniency(multilineEnd: .anyCode), Leniency(carriageReturnEndsLine: true),
    Leniency(rejected: [.nul, .invalidUTF8], multilineEnd: .anyCode, carriageReturnEndsLine: true),
  ]

  /// Some bytes: pieces of the grammar, mutated, or noise.
  private static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      bytes += pieces.randomElement(using: &generator) ?? []
    }
    for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch UInt8.random(in: 0...2, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: index)
      default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
      }
    }
    return bytes
  }

  private static func account(
    _ bytes: [UInt8], _ leniency: Leniency, _ limits: ReplyLimits, largestStep: Int, inPlace: Bool,
    _ generator: inout SeededGenerator
  ) -> Account {
    var parser = ReplyParser(leniency, limits: limits)
    var account = Account()
    var index = 0
    do throws(ReplyParserError) {
      repeat {
        let end = min(bytes.count, index + Int.random(in: 1...max(1, largestStep), using: &generator))
        if inPlace, Bool.random(using: &generator) {
          try parser.forEachReply(in: bytes[index..<end].span) { span, extent in
            account.replies.append(Reply(extent, bytes: extent.range.map { span[$0] }))
          }
        } else if inPlace, let reply = try parser.next(appending: bytes[index..<end].span) {
          account.replies.append(reply)
          while let reply = try parser.next() { account.replies.append(reply) }
        } else {
          if !inPlace { parser.append(bytes[index..<end]) }
          while let reply = try parser.next() { account.replies.append(reply) }
        }
        index = end
      } while index < bytes.count
      account.left = Array(parser.unfinished)
      account.hint = parser.unfinishedDescription
    } catch {
      account.error = error
      return account
    }
    do throws(ReplyParserError) { account.atClose = try parser.finish() } catch { account.closeError = error }
    return account
  }

  @Test("200,000 inputs in eight lots, or a tenth of them", .computing, arguments: UInt64(1)...8)
  func manyInputs(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<Thoroughness.rounds(25_000) {
      let bytes = ReplyFuzzTests.bytes(&generator)
      let leniency = ReplyFuzzTests.leniencies[round % ReplyFuzzTests.leniencies.count]
      let limits = round % 3 == 0 ? ReplyLimits(lineLength: 24, lines: 3, bytes: 60) : .standard
      let whole = ReplyFuzzTests.account(
        bytes, leniency, limits, largestStep: bytes.count, inPlace: false, &generator)
      let cut = ReplyFuzzTests.account(bytes, leniency, limits, largestStep: 9, inPlace: true, &generator)
      guard whole == cut else {
        Issue.record("\(leniency) \(limits): \(Escaping.ascii(bytes))\n\(whole)\n\(cut)")
        return
      }
      guard round % 8 == 0 else { continue }
      for reply in whole.replies { check(reply) }
      if let reply = whole.atClose { check(reply) }
      let seen = whole.replies.flatMap(\.bytes)
      #expect(bytes.starts(with: seen))
      if whole.error == nil, !leniency.carriageReturnEndsLine { #expect(seen + whole.left == bytes) }
    }
  }

  private func check(_ reply: Reply) {
    let lines = Array(reply.lines)
    let bytes = lines.flatMap(\.bytes)
    #expect(bytes == reply.bytes || [0x0A] + bytes == reply.bytes || [0] + bytes == reply.bytes)
    #expect(lines.filter { $0.kind == .stray }.count == reply.leadingLineCount)
    #expect(reply.lastLine.kind == (reply.isMultiline ? .last : .only))
    #expect(reply.firstLine.code == reply.code)
    for deviation in reply.deviations {
      #expect(lines.indices.contains(deviation.line))
      #expect(0...reply.bytes.count ~= deviation.offset)
    }
    #expect(reply.text.utf8.count >= 0 && reply.description.utf8.allSatisfy { 0x20...0x7E ~= $0 })
  }
}
