import FTPProtocol
import Testing

@testable import FTPConversation
@testable import FTPVectors

@Suite("ftpraw prints conversations as vectors")
struct VectorNotationTests {
  /// Records a conversation with everything in it.
  private func recording() -> Transcript {
    let recorder = ConversationRecorder(limits: RecordingLimits(dataBytes: 10))
    func reply(_ text: String, cuts: [Int] = []) {
      guard let reply = Reply(parsing: text) else { return }
      recorder.reply(reply, cuts: cuts)
    }
    recorder.controlOpened(local: "127.0.0.1:40000", peer: "127.0.0.1:21")
    reply("220-Hi {there}\r\n 220 \\ \u{1B} \r\n220 x\r\n", cuts: [2, 8, 16, 17])
    recorder.commandBytes(Array("USER a\r\n".utf8))
    reply("331 Password?\r\n")
    recorder.commandBytes(Array("PASS hunter22\r\n".utf8))
    reply("230 hunter22 is fine.\r\n")
    recorder.commandBytes(Array("PASV\r\n".utf8))
    reply("227 (127,0,0,1,4,1)\r\n")
    let data = recorder.dataOpened(
      ConversationMark.Opening(isPassive: true, local: "127.0.0.1:1", peer: "127.0.0.1:1025"))
    recorder.commandBytes(Array("RETR f\n".utf8))
    reply("150 x\r\n")
    recorder.data(data, .download, Array("one\r\n{two} and more".utf8).span)
    recorder.dataClosed(data, .endOfFile)
    reply("125 y\r\n")
    reply("226 z\n")
    recorder.commandBytes(Array("ABOR\r\nSYST\r\n".utf8))
    recorder.abandon(4)
    recorder.note("something {else}")
    recorder.unfinishedReply(Array("220-a\r\n22".utf8))
    recorder.controlClosed(.byServer)
    return recorder.transcript
  }

  @Test(arguments: [false, true])
  func isReadAndPrintedBack(isVerbose: Bool) throws {
    var options = TranscriptPrinter.Options()
    options.isVerbose = isVerbose
    var printer = TranscriptPrinter(options: options)
    var text = ""
    for event in recording().events {
      for row in printer.rows(for: event) { text += row.text + "\n" }
    }
    for row in printer.finish() { text += row.text + "\n" }
    let vector = try Vector(parsing: text)
    #expect(vector.description == text)
    #expect(text.contains("-- no reply to ABOR\n"))
    #expect(text.contains("=> ") == isVerbose)
  }

  @Test func aVerboseTranscriptReplaysAsItIs() throws {
    var options = TranscriptPrinter.Options()
    options.isVerbose = true
    var printer = TranscriptPrinter(options: options)
    let text = recording().events.flatMap { printer.rows(for: $0) }.map { $0.text + "\n" }.joined()
    let result = VectorReplay().run(try Vector(parsing: text))
    for difference in result.differences { Issue.record("\(difference)") }
  }

  @Test func everyMarkIsPrintedAsItIsRead() throws {
    let marks = [
      "open control", "open control to [::1]:21", "half-close control (by the server)",
      "close control (closed by the client)", "open data", "open data99 to {a}", "open data2 from x:1",
      "refuse data2",
      "half-close data (by the client)", "close data", "close data (0 bytes)",
      "close data (reset by the client)",
      "close data (5 bytes, end of file)", "close data (5 bytes, first 0 shown)", "use data3",
      "tls data failed",
      "tls control ended", "tls data record change-cipher-spec 1 bytes from the server", "wait 0ms",
      "missing control 12 bytes from the client", "missing data2 some bytes from the server",
      "missing control some bytes from the client", "cut short",
      "no reply to RETR", "no reply yet", "opening", "9 more bytes of it were not kept",
    ]
    for mark in marks { #expect(try MarkReader.read(Array(mark.utf8)[...]).description == mark) }
    #expect(try MarkReader.read(Array("opening".utf8)[...]) == .note("opening"))
  }
}
