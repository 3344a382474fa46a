import FTPProtocol
import Testing

@testable import FTPConversation

@Suite("Events become rows of vector notation")
struct TranscriptPrinterTests {
  /// Prints events, one millisecond apart.
  private func rows(
    _ contents: [ConversationEvent.Content], _ change: (inout TranscriptPrinter.Options) -> Void = { _ in }
  ) -> [String] {
    var options = TranscriptPrinter.Options()
    change(&options)
    var printer = TranscriptPrinter(options: options)
    var rows: [String] = []
    for (index, content) in contents.enumerated() {
      rows += printer.rows(for: ConversationEvent(time: .milliseconds(index), content)).map(\.text)
    }
    return rows + printer.finish().map(\.text)
  }

  private static let one = DataConnectionID(rawValue: 1)
  private static let two = DataConnectionID(rawValue: 2)

  /// An event, its rows, and its rows with all options.
  struct Row: Sendable, CustomTestStringConvertible {
    var content: ConversationEvent.Content
    var plain: [String]
    var verbose: [String]
    var testDescription: String { verbose.first ?? "nothing" }

    init(_ content: ConversationEvent.Content, _ plain: [String], verbose: [String]? = nil) {
      self.content = content
      self.plain = plain
      self.verbose = verbose ?? plain
    }
  }

  static let table = [
    Row(.mark(.controlOpened(to: "b:21", from: "a:1")), [], verbose: ["-- open control to b:21"]),
    Row(.command(Samples.line("SYST\r\n"), nil), ["C> SYST"]),
    Row(
      .command(Samples.line("SYST\r\n", cuts: [1, 5]), nil), ["C> SYST"], verbose: ["C> S\\|YST\\r\\|\\n\\"]),
    Row(.command(Samples.line("SYST\n"), nil), ["C> SYST\\n\\"]),
    Row(.command(Samples.line("SY"), nil), ["C> SY\\"]),
    Row(.command(Samples.line("\r\n"), nil), ["C>"]),
    Row(.command(Samples.line("PASS secret\r\n"), nil), ["C> PASS ****"]),
    Row(Samples.greeting, ["S> 220 Ready."], verbose: ["S> 220 Ready.", "=> 220 greeting success"]),
    Row(
      Samples.status, ["S> 211-Status", "S> \"quoted\" \\\\ \\x1b", "S> 211 End"],
      verbose: [
        "S> 211-\\|Statu\\|s", "S> \"quoted\" \\\\ \\x1b", "S> 211 End", "=> 211 simple success lines=3",
      ]),
    Row(.unfinishedReply(Array("220-a\r\n22".utf8), omitted: 0), ["S> 220-a", "S> 22\\"]),
    Row(
      .unfinishedReply(Array("xy".utf8), omitted: 9), ["S> xy\\", "-- 9 more bytes of it were not kept"]),
    Row(.stateChanged(from: .ready, to: .closed), []),
    Row(
      .verdict(Samples.verdict),
      ["!! 959:4.2:one-preliminary server: expected one 1yz reply; received another, 125"]),
    Row(.mark(.dataOpened(one, .init(isPassive: true, local: "a:1", peer: "b:2"))), ["-- open data to b:2"]),
    Row(
      .mark(.dataOpened(one, .init(isPassive: false, local: "a:1", peer: "b:2"))), ["-- open data from b:2"]),
    Row(.data(one, .download, Array("a\r\nb".utf8), omitted: 0), ["D> a\\r\\n", "D> b"]),
    Row(.data(one, .upload, Array("\n\nx \n".utf8), omitted: 0), ["D< \\n", "D< \\n", "D< x \\n"]),
    Row(
      .data(one, .download, [0, 1, 0x7F, 0x80, 0xFF, 0x5C], omitted: 0), ["D> \\x00\\x01\\x7f\\x80\\xff\\\\"]),
    Row(.data(one, .download, [], omitted: 0), []),
    Row(
      .mark(.dataClosed(one, .init(byteCount: 7, ending: .endOfFile))),
      ["-- close data (7 bytes, end of file)"]),
    Row(
      .mark(.dataClosed(one, .init(byteCount: 0, ending: .closedByServer))),
      ["-- close data (0 bytes, closed by the server)"]),
    Row(
      .mark(.dataClosed(one, .init(byteCount: 0, ending: .closedByClient))),
      ["-- close data (0 bytes, closed by the client)"]),
    Row(
      .mark(.dataClosed(one, .init(byteCount: 0, ending: .resetByClient))),
      ["-- close data (0 bytes, reset by the client)"]),
    Row(
      .mark(.dataClosed(one, .init(byteCount: 0, ending: .resetByServer))),
      ["-- close data (0 bytes, reset by the server)"]),
    Row(.mark(.controlClosed(.byClient)), [], verbose: ["-- close control (closed by the client)"]),
    Row(.mark(.controlClosed(.byServer)), [], verbose: ["-- close control (closed by the server)"]),
    Row(.mark(.controlClosed(.lost)), [], verbose: ["-- close control (lost)"]),
    Row(.mark(.note("na\u{EF}ve\u{1B}")), ["-- na\\xc3\\xafve\\x1b"]),
  ]

  @Test(arguments: table)
  func eachEventHasItsRows(row: Row) {
    #expect(rows([row.content]) == row.plain)
    #expect(rows([row.content]) { $0.isVerbose = true } == row.verbose)
  }

  @Test(arguments: table)
  func rowsArePrintableASCIIAndBeginWithTheirKind(row: Row) {
    var options = TranscriptPrinter.Options()
    options.isVerbose = true
    var printer = TranscriptPrinter(options: options)
    for row in printer.rows(for: ConversationEvent(time: .zero, row.content)) + printer.finish() {
      #expect(row.text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      #expect(row.text.hasPrefix(row.kind.rawValue))
      #expect(row.text.last != " ")
    }
  }

  @Test func meaningsTellHowLongTheReplyTook() {
    let reply = Reply(215, "UNIX")
    let contents: [ConversationEvent.Content] = [
      .command(Samples.line("SYST\r\n"), Samples.judgement(ofCommand: .syst)),
      .mark(.note("a millisecond goes by")),
      .reply(reply, cuts: [], Samples.judgement(of: reply, to: .syst)),
      .reply(reply, cuts: [], Samples.judgement(of: reply, to: .syst)),
    ]
    #expect(
      rows(contents) { $0.isVerbose = true } == [
        "C> SYST", "-- a millisecond goes by", "S> 215 UNIX", "=> 215 simple success 2.0ms",
        "S> 215 UNIX", "=> 215 simple success",
      ])
  }

  @Test func aLineOfDataWaitsForItsEndOrForSomethingElse() {
    let pieces = ["on", "e\r", "\ntwo"].map { Array($0.utf8) }
    var printer = TranscriptPrinter()
    func print(_ content: ConversationEvent.Content) -> [String] {
      printer.rows(for: ConversationEvent(time: .zero, content)).map(\.text)
    }
    #expect(print(.data(Self.one, .download, pieces[0], omitted: 0)) == [])
    #expect(print(.data(Self.one, .download, pieces[1], omitted: 0)) == [])
    #expect(print(.data(Self.one, .download, pieces[2], omitted: 0)) == ["D> one\\r\\n"])
    #expect(print(Samples.greeting) == ["D> two", "S> 220 Ready."])
    #expect(print(.data(Self.one, .download, [0x61], omitted: 0)) == [])
    #expect(print(.data(Self.two, .download, [0x62], omitted: 0)) == ["D> a"])
    #expect(print(.data(Self.two, .upload, [0x63], omitted: 0)) == ["D> b"])
    #expect(printer.finish().map(\.text) == ["D< c"])
    #expect(printer.finish().isEmpty)
  }

  @Test(arguments: [127, 128, 129, 256, 300])
  func aLongLineContinuesInTheNextRow(count: Int) {
    let bytes = [UInt8](repeating: 0x61, count: count)
    let whole = rows([.data(Self.one, .download, bytes, omitted: 0)])
    let expected = stride(from: 0, to: count, by: 128).map {
      "D> " + String(repeating: "a", count: min(128, count - $0))
    }
    #expect(whole == expected)
    for cut in stride(from: 0, through: count, by: 13) {
      let pieces: [ConversationEvent.Content] = [
        .data(Self.one, .download, Array(bytes[..<cut]), omitted: 0),
        .data(Self.one, .download, Array(bytes[cut...]), omitted: 0),
      ]
      #expect(rows(pieces) == expected)
    }
  }

  @Test func dataThatWasNotKeptIsCounted() {
    let contents: [ConversationEvent.Content] = [
      .data(Self.one, .download, Array("abcd".utf8), omitted: 2),
      .mark(.dataClosed(Self.one, .init(byteCount: 10, ending: .endOfFile))),
      .data(Self.two, .download, Array("abcd".utf8), omitted: 0),
      .mark(.dataClosed(Self.two, .init(byteCount: 4, ending: .endOfFile))),
    ]
    #expect(
      rows(contents) == [
        "D> abcd", "-- close data (10 bytes, first 4 shown, end of file)", "D> abcd",
        "-- close data (4 bytes, end of file)",
      ])
  }

  @Test func eachDirectionCanBeLeftOut() {
    let contents: [ConversationEvent.Content] = [
      .data(Self.one, .download, Array("down\n".utf8), omitted: 0),
      .mark(.dataClosed(Self.one, .init(byteCount: 5, ending: .endOfFile))),
      .data(Self.two, .upload, Array("up\n".utf8), omitted: 0),
      .mark(.dataClosed(Self.two, .init(byteCount: 3, ending: .closedByClient))),
    ]
    let marks = ["-- close data (5 bytes, end of file)", "-- close data (3 bytes, closed by the client)"]
    #expect(rows(contents) { $0.showsDownloads = false } == [marks[0], "D< up\\n", marks[1]])
    #expect(rows(contents) { $0.showsUploads = false } == ["D> down\\n", marks[0], marks[1]])
  }

  @Test(arguments: [
    (Duration.zero, "0.00ms"), (.microseconds(9), "0.00ms"), (.microseconds(10), "0.01ms"),
    (.microseconds(99), "0.09ms"), (.microseconds(100), "0.1ms"), (.microseconds(449), "0.4ms"),
    (.milliseconds(1), "1.0ms"), (.microseconds(12_345), "12.3ms"), (.seconds(61), "61000.0ms"),
    (.seconds(-1), "0.00ms"),
  ])
  func timesAreInMilliseconds(time: Duration, text: String) {
    #expect(time.milliseconds == text)
  }

  @Test func aTranscriptEndsWithWhatIsLeftAndWhatIsMissing() {
    let events = [ConversationEvent(time: .zero, .data(Self.one, .download, [0x61], omitted: 0))]
    #expect(
      Transcript(events: events, omittedEvents: 2).description == "D> a\n-- 2 later events were not kept\n")
    #expect(Transcript().description.isEmpty)
  }
}
