import Testing

@testable import FTPConformance

@Suite("A walk is written as a script, read back, and minimized")
struct WalkScriptTests {
  @Test(arguments: [
    "MKD a; CWD a; NOOP; PWD", "STOR a < lines; 2: RETR a", "STOR na\\xc3\\xafve < bytes:300",
    "STOR a\\x3bb < empty", "STOR a\\x20 < lines", "2: \\x32: NOOP",
    "CWD {directory}; USER {user}; PASS {password}", "STOU < word; STOR a < text; APPE two words < blanks",
    "STOR a < lines > held; 2: RETR b > cut; 2: LIST > held", "RETR a \\x3e held; RETR a\\x20 > cut",
    "MKD a -> b",
  ])
  func aScriptIsReadAsItIsWritten(_ text: String) throws {
    #expect("\(try WalkScript(parsing: text))" == text)
  }

  @Test func whatIsLeftOutIsFilledIn() throws {
    #expect("\(try WalkScript(parsing: " STOR a;;  NOOP ; "))" == "STOR a < lines; NOOP ")
  }

  @Test(arguments: [
    ("", "it contains no command"), (" ; ", "it contains no command"),
    ("STOR a < nothing", "'nothing' is not valid content; use empty, word, lines, text, blanks or bytes:N"),
    ("STOR a < bytes:-1", "'bytes:-1' is not valid content; use empty, word, lines, text, blanks or bytes:N"),
    ("NOOP\\r\\nQUIT", "'NOOP\\\\r\\\\nQUIT' is not a command"),
  ])
  func whatIsNoScriptIsRefused(_ text: String, _ reason: String) {
    #expect(throws: WalkScriptError(reason)) { try WalkScript(parsing: text) }
  }

  @Test(arguments: [0, 1, 300, 70_001])
  func noiseIsAlwaysTheSameAndOfEveryValue(_ count: Int) {
    let bytes = WalkContent.bytes(count).bytes
    #expect(bytes.count == count && bytes == WalkContent.bytes(count).bytes)
    if count > 5_000 { #expect(Set(bytes).count == 256) }
  }

  @Test(arguments: [[3], [0, 99], [10, 11, 12], [5, 50, 95], [], Array(0..<20)])
  func onlyWhatIsNeededIsLeft(_ needed: [Int]) async {
    let steps = (0..<100).map { WalkStep("NOOP \($0)") } + [WalkStep("PWD")]
    let wanted = needed.map { WalkStep("NOOP \($0)") }
    let (left, isMinimal) = await Walk.shortened(steps) { candidate, _ in
      candidate.last == WalkStep("PWD") && wanted.allSatisfy(candidate.contains)
    }
    #expect(left == wanted + [WalkStep("PWD")] && isMinimal)
  }

  @Test func whatDoesNotShowAgainIsLeftAlone() async {
    let (left, isMinimal) = await Walk.shortened([WalkStep("NOOP"), WalkStep("PWD")]) { _, _ in false }
    #expect(left == [WalkStep("NOOP"), WalkStep("PWD")] && !isMinimal)
  }

  @Test func noMoreIsTriedThanIsAllowed() async {
    let steps = (0..<100).map { WalkStep("NOOP \($0)") }
    var count = 0
    let (left, isMinimal) = await Walk.shortened(steps) { candidate, trial in
      guard trial < 7 else { return nil }
      count += 1
      return candidate.count == 100
    }
    #expect(left == steps && !isMinimal)
    #expect(count == 7)
  }
}
