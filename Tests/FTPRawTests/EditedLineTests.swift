import FTPProtocol
import TestSupport
import Testing

@testable import ftpraw

@Suite("A line is edited as in other terminal programs")
struct EditedLineTests {
  /// Types bytes as a terminal sends them; returns the line and the outcome.
  private func type(_ typed: String, history: [String] = []) -> (
    text: String, cursor: Int, outcome: EditedLine.Outcome
  ) {
    var line = EditedLine(history: history.map { Array($0.utf8) })
    var decoder = KeyDecoder()
    var outcome = EditedLine.Outcome.open
    for byte in typed.utf8 {
      guard outcome == .open, let key = decoder.take(byte) else { continue }
      outcome = line.take(key)
    }
    return (String(decoding: line.bytes, as: UTF8.self), line.cursor, outcome)
  }

  private static let table: [(String, String, Int)] = [
    ("SYST", "SYST", 4), ("SYSX\u{7F}T", "SYST", 4), ("YST\u{1}S", "SYST", 1),
    ("SST\u{1B}[D\u{1B}[DY", "SYST", 2),
    ("SYST\u{1B}[D\u{1B}[C", "SYST", 4), ("SYST\u{1B}[H\u{1B}[3~", "YST", 0), ("SYST\u{1}\u{5}!", "SYST!", 5),
    ("RETR a b\u{17}", "RETR a ", 7), ("RETR a b\u{15}PWD", "PWD", 3), ("SYST\u{2}\u{2}\u{B}", "SY", 2),
    ("é\u{7F}", "", 0), ("aé\u{1B}[D\u{4}", "a", 1), ("\u{7F}\u{1B}[D\u{1B}[3~", "", 0),
    ("\u{1B}[99;5ux", "x", 1),
    ("\u{1B}OHx", "x", 1), ("a\tb", "ab", 2),
  ]

  @Test(arguments: table)
  func edits(typed: String, text: String, cursor: Int) {
    let line = type(typed)
    #expect(line.text == text)
    #expect(line.cursor == cursor)
    #expect(line.outcome == .open)
  }

  private static let walks: [(String, String)] = [
    ("\u{1B}[A", "two"), ("\u{1B}[A\u{1B}[A", "one"), ("\u{1B}[A\u{1B}[A\u{1B}[A", "one"),
    ("new\u{1B}[A\u{1B}[B", "new"), ("\u{1B}[B", ""), ("\u{10}\u{10}\u{E}", "two"), ("\u{1B}[A!", "two!"),
  ]

  @Test(arguments: walks)
  func walksThroughTheHistory(typed: String, text: String) {
    #expect(type(typed, history: ["one", "two"]).text == text)
  }

  private static let endings: [(String, EditedLine.Outcome)] = [
    ("PWD\r", .done(Array("PWD".utf8))), ("PWD\n", .done(Array("PWD".utf8))), ("\r", .done([])),
    ("\u{3}", .interrupted),
    ("PWD\u{3}", .interrupted), ("\u{4}", .ended), ("PWD\u{4}", .open),
  ]

  @Test(arguments: endings)
  func ends(typed: String, outcome: EditedLine.Outcome) {
    #expect(type(typed).outcome == outcome)
  }

  static let searches: [(String, String)] = [
    ("\u{12}W", "CWD b"), ("\u{12}CWD\u{12}", "CWD a"), ("\u{12}CWD\u{12}\u{12}", "CWD a"),
    ("x\u{12}nothing", "x"),
    ("x\u{12}W\u{7}", "x"), ("x\u{12}W\u{3}", "x"), ("\u{12}WX\u{7F}", "CWD b"),
    ("\u{12}SYST\u{5}!", "SYST!"),
  ]

  @Test(arguments: searches)
  func looksThroughTheHistory(typed: String, text: String) {
    #expect(type(typed, history: ["CWD a", "SYST", "CWD b", "NOOP"]).text == text)
  }

  @Test func aSearchIsShownAndAcceptedByEnter() {
    var line = EditedLine(history: [Array("SYST".utf8)])
    for key in [Key.search, .text(0x59)] { #expect(line.take(key) == .open) }
    #expect(line.drawing(prompt: "> ", width: 60).contains("(last with 'Y') SYST"))
    #expect(line.take(.text(0x5A)) == .open)
    #expect(line.drawing(prompt: "> ", width: 60).contains("(nothing with 'YZ') SYST"))
    #expect(line.take(.enter) == .done(Array("SYST".utf8)))
  }

  @Test(arguments: [
    ("SY", "SYST", [String]()), ("sy", "syst", []), ("MK", "MKD", []), ("RETR x", "RETR x", []),
    ("ZZ", "ZZ", []),
    ("EPS", "EPSV", []), ("? EPS", "? EPSV", []), ("ep", "ep", ["eprt", "epsv"]),
  ])
  func tabCompletes(typed: String, text: String, choices: [String]) {
    var line = EditedLine(completing: ShellWordList.words)
    for byte in typed.utf8 { _ = line.take(.text(byte)) }
    let outcome = line.take(.complete)
    #expect(String(decoding: line.bytes, as: UTF8.self) == text)
    #expect(outcome == (choices.isEmpty ? .open : .choices(choices)))
  }

  @Test func theHistoryOutlivesASessionButNoPassword() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "history")
      let console = RecordingConsole(environment: ["FTPRAW_HISTORY": file.path, "HOME": "/nowhere"])
      var first = ShellHistory(console)
      for line in ["SYST", "PASS hunter2", "pass hunter2", "SYST", "ACCT hunter2", "CWD \u{e9}", ""] {
        first.remember(Array(line.utf8))
      }
      #expect(first.lines == ["SYST", "CWD \u{e9}"].map { Array($0.utf8) })
      #expect(file.text == "SYST\nCWD \u{e9}\n")
      #expect(ShellHistory(console).lines == first.lines)
      #expect(ShellHistory(RecordingConsole(environment: ["HOME": folder.path])).lines.isEmpty)
      #expect(folder.names == ["history"])
    }
  }

  @Test func randomKeysNeverTrap() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<Thoroughness.rounds(2_000) {
      var line = EditedLine(history: [[0xFF, 0x80], Array("é".utf8), []])
      var decoder = KeyDecoder()
      for _ in 0..<40 {
        if let key = decoder.take(UInt8.random(in: 0...255, using: &generator)) { _ = line.take(key) }
        #expect((0...line.bytes.count).contains(line.cursor))
        _ = line.drawing(prompt: "> ", width: 20)
      }
    }
  }

  @Test func aSecretIsDrawnAsStarsAndALongLineAroundItsCursor() {
    var line = EditedLine()
    for byte in "pass hunter2".utf8 { _ = line.take(.text(byte)) }
    #expect(line.drawing(prompt: "> ", width: 80).contains("pass *******"))
    #expect(!line.drawing(prompt: "> ", width: 80).contains("hunter2"))
    var long = EditedLine()
    for byte in String(repeating: "a", count: 200).utf8 { _ = long.take(.text(byte)) }
    #expect(long.drawing(prompt: "> ", width: 40).filter { $0 == "a" }.count < 40)
  }
}
