import FTPProtocol

@testable import FTPMockServer

/// Transfers: their replies, their data, and what ends them.
extension FaultCase {
  private static let hello: [Step] = [.download("RETR pub/hello.txt")]
  private static let image: [Step] = ["TYPE I", .download("RETR notes.txt")]
  /// `notes.txt` of the example files.
  private static let notes = Array("line one\nnaïve line two\nthe end\n".utf8)

  static let transfers = [
    FaultCase(
      "transfer-early-226=60m", steps: [.replyFirst("RETR pub/hello.txt")],
      breaks: "959:5.2:final-after-close"
    ),
    FaultCase("transfer-early-226=1ms", steps: hello) { $0.text == "hello\r\n" && $0.lastCode == 226 },
    FaultCase(
      "transfer-open-226=60m", steps: [.replyFirst("RETR pub/hello.txt")], breaks: "959:5.2:final-after-close"
    ),
    FaultCase("transfer-late-226=40ms", steps: hello) { $0.times[1] >= .milliseconds(40) },
    FaultCase(
      "transfer-no-226", "quit-closed", steps: [.data("RETR pub/hello.txt"), .write("QUIT"), .rest],
      breaks: "959:4.2:preliminary-then-final"),
    FaultCase("transfer-no-150", steps: hello, breaks: "959:5.4:success-needs-preliminary"),
    FaultCase("transfer-double-150", steps: hello, breaks: "959:4.2:one-preliminary"),
    FaultCase("transfer-double-226", steps: hello + [.reply], breaks: "959:5.4:nothing-spontaneous"),
    FaultCase("transfer-150-550", steps: ["RETR nosuch", .reply]) { $0.codes.suffix(2) == [150, 550] },
    FaultCase(
      "transfer-stou-name", steps: [.upload("STOU", Array("x".utf8))],
      breaks: "1123:4.1.2.9:stou-file-reply"),
    FaultCase(
      "transfer-closed", steps: [.data("RETR pub/hello.txt"), .rest],
      breaks: "959:4.2:preliminary-then-final"),
    FaultCase("transfer-refused=452", steps: hello + ["NOOP"]) { $0.codes.suffix(2) == [452, 200] },
  ]

  static let data = [
    FaultCase("data-close=5", steps: image) { $0.downloads == [Array(notes[..<5])] && $0.lastCode == 226 },
    FaultCase("data-close=5", steps: [.upload("STOR new", notes), .download("RETR new")]) {
      $0.text == "" || $0.text == "line "
    },
    FaultCase("data-fail=5", steps: image) { $0.downloads == [Array(notes[..<5])] && $0.lastCode == 426 },
    FaultCase("data-reset=5", steps: image) { $0.endings == [.resetByServer] && $0.lastCode == 426 },
    FaultCase("data-stall=5", steps: ["TYPE I", .abort("RETR notes.txt", after: 5), .reply, .reply]) {
      $0.downloads == [[]] && $0.codes.suffix(2) == [426, 226]
    },
    FaultCase("data-short=3", steps: image) { $0.downloads == [notes.dropLast(3)] && $0.lastCode == 226 },
    FaultCase("data-garbage=2", steps: image) { $0.downloads == [notes + [0, 0]] && $0.lastCode == 226 },
    FaultCase("data-empty", steps: image) { $0.downloads == [[]] && $0.lastCode == 226 },
    FaultCase("data-late=40ms", steps: image) {
      $0.downloads == [notes] && $0.times[2] >= .milliseconds(40)
    },
    FaultCase("data-dripped=2", steps: image) {
      $0.downloads == [notes] && $0.times[2] >= .milliseconds(notes.count / 2)
    },
    FaultCase("data-bare-lf", steps: hello) { $0.text == "hello\n" },
    FaultCase("data-ascii", steps: ["TYPE I"] + hello) { $0.text == "hello\r\n" },
    FaultCase("data-seven-bit", steps: image) { $0.downloads == [notes.map { $0 & 0x7F }] },
  ]

  static let restarts = [
    FaultCase("restart-off-by-one", steps: ["TYPE I", "REST 5"] + hello + hello) {
      $0.texts == ["", "hello\n"]
    },
    FaultCase("restart-ignored", steps: ["TYPE I", "REST 5"] + hello) { $0.texts == ["hello\n"] },
    FaultCase("restart-leaks", steps: ["TYPE I", "REST 2"] + hello + hello) {
      $0.texts == ["llo\n", "llo\n"]
    },
    FaultCase("restart-refused", steps: ["FEAT", "REST 5"]) {
      $0.answer(to: .feat)?.lines.contains { $0.text.elementsEqual(" REST STREAM".utf8) } == true
        && $0.lastCode == 502
    },
  ]

  static let aborts = [
    FaultCase(
      "abor-one-reply", "quit-closed", steps: [.abort("RETR pub/64MiB.bin"), .write("QUIT"), .rest],
      breaks: "959:4.2:every-command-answered"),
    FaultCase(
      "abor-no-reply", "quit-closed", steps: [.abort("RETR pub/64MiB.bin"), .write("QUIT"), .rest],
      breaks: "959:4.2:every-command-answered"),
    FaultCase("abor-226-226", steps: [.abort("RETR pub/64MiB.bin"), .reply, .reply]) {
      $0.codes.suffix(2) == [226, 226] && $0.downloads.allSatisfy { $0.count < 64 << 20 }
    },
    FaultCase("abor-refused", steps: [.abort("RETR pub/64MiB.bin"), .reply, .reply]) {
      $0.codes.suffix(2) == [426, 502]
    },
  ]
}
