import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("@FILE stands for the arguments in a file", .queueing)
struct ArgumentFileTests {
  @Test(arguments: [
    ("", []), ("a\nb\n", ["a", "b"]), ("a", ["a"]), ("a b\n", ["a b"]), ("\n\na\n\n", ["a"]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("# a\nb\n#\n", ["b"]), (" # a\n", [" # a"]), ("\"a\"\n'b'\n", ["\"a\"", "'b'"]),
    ("@other\n--\n", ["@other", "--"]),
    ("a\0b\n", ["a\0b"]), ("\r\n", []),
  ])
  func aLineIsAnArgument(text: String, words: [String]) {
    #expect(ArgumentFile.lines(Array(text.utf8)).map(\.text) == words)
  }

  @Test func bytesNeedNotBeText() {
    #expect(ArgumentFile.lines([0xFF, 0x0A, 0xC3]) == [Argument(bytes: [0xFF]), Argument(bytes: [0xC3])])
  }

  @Test func standsInItsPlaceUpToTwoDashes() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "a.args")
      try Data("--expect=220\n@b\n--\n".utf8).write(to: file)
      let words = ["send", "@\(file.path)", "@", "x@y", "--", "@\(file.path)"].map { Argument($0) }
      let expanded = try ArgumentFile.expanded(words).map(\.text)
      #expect(expanded == ["send", "--expect=220", "@b", "--", "@", "x@y", "--", "@\(file.path)"])
    }
  }

  @Test func whatCannotBeReadIsSaid() async throws {
    try await withScratchFolder { folder in
      let large = folder.appending(path: "large")
      try Data(count: ArgumentFile.limit + 1).write(to: large)
      for (word, message) in [
        (
          "@\(folder.path)/none",
          "cannot open \(folder.path)/none: No such file or directory; @ before a word"
        ),
        ("@\(folder.path)", "cannot read \(folder.path): Is a directory"),
        ("@\(large.path)", "\(large.path) has more than 1 MiB of arguments"),
      ] {
        let console = RecordingConsole()
        #expect(
          await Program(table: .ftpraw, console: console).run([Argument("check"), Argument(word)])
            == .localFile)
        #expect(console.output == "" && console.error.hasPrefix("ftpraw: \(message)"), "\(console.error)")
        #expect(console.error.split(separator: "\n").count == 1)
      }
    }
  }

  /// A password in the file is as secret as one on the command line.
  @Test func itsPasswordsAreNotRepeated() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "a.args")
      try Data("ftp://me:hidden-4711@host\n--nonsense=ftp://me:hidden-4711@host\n".utf8).write(to: file)
      let console = RecordingConsole()
      #expect(
        await Program(table: .ftpraw, console: console).run([Argument("check"), Argument("@\(file.path)")])
          == .usage)
      #expect(!console.error.isEmpty && !console.error.contains("hidden-4711"), "\(console.error)")
    }
  }
}
