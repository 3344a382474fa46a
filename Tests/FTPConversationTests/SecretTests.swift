import FTPConversation
import FTPProtocol
import FTPText
import TestSupport
import Testing

@Suite("No secret of a conversation is recorded, however it is written and whichever side sends it")
struct SecretTests {
  /// All that a recorder provides, as text.
  private func told(by recorder: ConversationRecorder) -> String {
    let transcript = recorder.transcript
    var bytes: [UInt8] = []
    for event in transcript.events { event.json.append(to: &bytes) }
    var rows = String(decoding: bytes, as: UTF8.self) + transcript.description
    for verdict in recorder.verdicts { rows += verdict.description }
    for case .reply(let reply, _, _) in transcript.events.map(\.content) { rows += reply.text }
    return rows.lowercased()
  }

  private static let telnet: [[UInt8]] = [
    [0xFF, 0xF1], [0xFF, 0xFB, 0x50], [0xFF, 0xFD, 0x0A], [0xFF, 0xFE, 0xFF], [0xFF, 0xF4], [0xFF, 0xF2],
    [0xFF, 0xFA, 0x18, 0x0A, 0x50, 0xFF, 0xF0], [0xFF, 0xFA, 0xFF, 0xF0], [0xFF, 0xF6],
  ]
  private static let verbs = [
    "PASS ", "pass ", "ACCT ", "ADAT ", "XPASS ", "SITE PSWD ", "site  cpwd old ", "PASS",
  ]

  private struct Noise {
    var random: SeededGenerator

    /// The bytes with Telnet sequences and NULs at random places.
    mutating func around(_ bytes: [UInt8], leading: Int = 0) -> [UInt8] {
      var result: [UInt8] = []
      for _ in 0..<leading { result += [[0x00], [0x0D, 0x00], [0x20]].randomElement(using: &random) ?? [] }
      for _ in 0..<leading { result += sequence() }
      for byte in bytes {
        if Int.random(in: 0..<6, using: &random) == 0 { result += sequence() }
        result.append(byte)
      }
      return result
    }

    mutating func sequence() -> [UInt8] { SecretTests.telnet.randomElement(using: &random) ?? [] }

    /// The bytes in pieces of random length.
    mutating func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
      var rest = bytes[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...(Bool.random(using: &random) ? 3 : 80), using: &random))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      return pieces
    }
  }

  @Test(.computing, arguments: 0..<Thoroughness.rounds(2_000))
  func nothingOfItIsReported(seed: Int) {
    var noise = Noise(random: SeededGenerator(seed: UInt64(seed)))
    let letters = Array("qxzjkwQXZJKW".utf8)
    let length = Int.random(in: 6...40, using: &noise.random)
    let secret = (0..<length).map { _ in letters.randomElement(using: &noise.random) ?? 0 }
    let verb = Self.verbs.randomElement(using: &noise.random) ?? ""
    let recorder = ConversationRecorder(limits: RecordingLimits(dataBytes: 200))
    recorder.reply(Reply(220, "Ready."))
    let line = noise.around(Array(verb.utf8) + secret, leading: seed % 40)
    for piece in noise.pieces(line + [0x0D, 0x0A]) {
      recorder.commandBytes(piece)
      if Int.random(in: 0..<8, using: &noise.random) == 0 { recorder.reply(Reply(220, "Still ready.")) }
    }
    recorder.reply(Reply(230, "Welcome \(String(decoding: secret, as: UTF8.self).uppercased())!"))
    for number in 0..<3 {
      recorder.commandBytes(Array("CWD ".utf8) + noise.around(secret) + [0x0D, 0x0A])
      let echo = Array("250-No\r\n \(number) ".utf8) + noise.around(secret) + Array("\r\n250 is it.\r\n".utf8)
      if let reply = Reply(parsing: echo) { recorder.reply(reply, cuts: [12, 20]) }
    }
    recorder.commandBytes(secret + [0x0D, 0x0A])
    recorder.reply(Reply(500, String(decoding: secret, as: UTF8.self) + "?"))
    let connection = recorder.dataOpened(ConversationMark.Opening(isPassive: true, local: "a:1", peer: "b:2"))
    let data =
      [UInt8](repeating: 0x2E, count: Int.random(in: 0..<210, using: &noise.random)) + secret + [0x2E]
    for piece in noise.pieces(data) { recorder.data(connection, .download, piece.span) }
    recorder.dataClosed(connection, .closedByServer)
    recorder.note("It was \(String(decoding: secret, as: UTF8.self)).")
    recorder.unfinishedReply(Array("500 ".utf8) + noise.around(secret.dropLast(1)))
    recorder.controlClosed(.byClient)
    let told = told(by: recorder)
    for start in 0...(secret.count - 4) {
      let part = String(decoding: secret[start..<(start + 4)], as: UTF8.self).lowercased()
      #expect(!told.contains(part), "seed \(seed): \(part) of \(Escaping.ascii(secret)) in \(told)")
    }
  }

  @Test func whatASecretHasInCommonWithOtherTextStays() {
    let recorder = ConversationRecorder()
    recorder.commandBytes(Array("USER tester\r\nPASS Tester\r\nUSER me\r\nPASS 1234\r\nPASS abc\r\n".utf8))
    for text in ["tester is in /home/tester", "(|||51234|)", "12345", "abc"] {
      recorder.reply(Reply(200, text))
    }
    let told = told(by: recorder)
    for text in ["tester is in /home/tester", "(|||51234|)", "200 12345", "200 abc"] {
      #expect(told.contains(text))
    }
  }

  @Test func aPasswordOfDigitsIsNotAReasonToBlameAServer() {
    let recorder = ConversationRecorder()
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes(Array("USER me\r\n".utf8))
    recorder.reply(Reply(331, "Yes?"))
    recorder.commandBytes(Array("PASS 2121\r\n".utf8))
    recorder.reply(Reply(230, "Yes."))
    recorder.commandBytes(Array("EPSV\r\n".utf8))
    recorder.reply(Reply(229, "Yes (|||2121|)"))
    #expect(recorder.verdicts.isEmpty)
    #expect(!recorder.transcript.description.contains("2121"))
  }

  @Test func whatFollowsAGapBeforeTheLoginMayBeTheRestOfAPassword() {
    let recorder = ConversationRecorder()
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes(Array("USER joe\r\n".utf8))
    recorder.reply(Reply(331, "Yes?"))
    recorder.missing(8, from: .client)
    recorder.commandBytes(Array("hunter2\r\nNOOP\r\n".utf8))
    let told = told(by: recorder)
    #expect(!told.contains("hunter2") && told.contains("noop"))
  }
}
